"""What is solved, on the page: found from help, read as a picture, done again by its commands."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from enraya.lab.results.solved import shipped_results

SEVEN = "mnk(7,7,5)"


def test_help_leads_to_what_is_solved_and_a_result_tells_its_commands_and_its_hash(player):
    player.open("settings")
    page = player.page
    page.keyboard.press("?")
    page.get_by_role("dialog").get_by_role("link", name=re.compile("^What is solved")).click()
    player.wait_heading("What is solved")
    four = page.get_by_role("img", name=re.compile("^Four in a row"))
    expect(four).to_have_accessible_name(re.compile(r"wins on .*\b9×4\b.*A draw on .*\b8×4\b"))
    row = page.get_by_role("row", name=re.compile("^5 in a row, 7×7 board"))
    expect(row).to_contain_text("15,592")
    how = row.get_by_role("button", name="Check it: 5 in a row, 7×7 board")
    how.focus()
    page.keyboard.press("Enter")
    expect(how).to_have_attribute("aria-expanded", "true")
    expect(page.get_by_label("Solve it again")).to_have_value(f'enraya solve "{SEVEN}"')
    check = page.get_by_label("Check the certificate", exact=True)
    expect(check).to_have_value("enraya solve --verify certificate.proof")
    found = [row for section in shipped_results()["sections"] for row in section["rows"] if row["game"] == SEVEN]
    hash_box = page.get_by_label("Hash of the certificate, SHA-256")
    expect(hash_box).to_have_value(found[0]["certificate"]["sha256"])
    assert player.axe() == []
    page.keyboard.press("Enter")
    expect(hash_box).to_have_count(0)


def test_on_a_phone_a_section_is_a_line_until_it_is_opened_and_nothing_is_cut_off(sit):
    player = sit(language="es", width=360, height=740).open("results")
    page = player.page
    page.locator("details.sources").wait_for()
    for section in page.locator("details").all():
        expect(section.locator("table, ul").first).to_be_hidden()
        section.locator("summary").click()
    for how in page.get_by_role("button", name=re.compile("^Comprobarlo: ")).all()[::6]:
        how.click()
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    assert player.axe() == []
