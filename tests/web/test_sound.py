"""The sounds of the page. The page makes its sounds into an offline context, whose samples can be looked at."""

from __future__ import annotations

import json

import pytest

from tests.web.test_match import WINNING, play_by_mouse

DRAWN = (0, 4, 8, 1, 7, 6, 2, 5, 3)
LISTEN = """
window.AudioContext = class {
  constructor() {
    return (window.heard = new OfflineAudioContext(1, 44100, 44100));
  }
};
"""
# A knock is over after a tenth of a second; what a game ends with goes on.
RENDER = """
async (pitches) => {
  if (!window.heard) return null;
  const buffer = await window.heard.startRendering();
  const samples = buffer.getChannelData(0);
  const rms = (part) => Math.sqrt(part.reduce((sum, sample) => sum + sample * sample, 0) / part.length);
  const strength = (pitch, part) => {
    let [real, imaginary] = [0, 0];
    part.forEach((sample, index) => {
      const angle = (2 * Math.PI * pitch * index) / buffer.sampleRate;
      real += sample * Math.cos(angle);
      imaginary += sample * Math.sin(angle);
    });
    return Math.hypot(real, imaginary) / part.length;
  };
  const after = samples.slice(5300);
  const strengths = pitches.map((pitch) => strength(pitch, after));
  return { knock: rms(samples.slice(0, 4400)), after: rms(after), pitches: strengths };
}
"""
PITCHES = {"win": 1046.5, "loss": 261.63, "draw": 440.0}


@pytest.fixture
def seat(sit):
    """Somebody whose sounds can be looked at, with the volume and the mute that are given."""

    def seated(**preferences):
        player = sit()
        kept = json.dumps(json.dumps(preferences))
        player.page.add_init_script(LISTEN)
        player.page.add_init_script(
            f"localStorage.getItem('enraya.preferences') ?? localStorage.setItem('enraya.preferences', {kept})"
        )
        return player

    return seated


def heard(player):
    return player.page.evaluate(RENDER, list(PITCHES.values()))


def start(player, **options):
    player.start("mnk(3,3,3)", **{"second": "human", "starter": "first", "games": "1", "seconds": "none", **options})


def test_a_move_is_a_short_knock(seat):
    player = seat()
    start(player)
    player.click(4).wait_heading("O")
    sound = heard(player)
    assert sound["knock"] > 0.01
    assert sound["after"] < 1e-6


def test_half_the_volume_is_a_quarter_of_the_sound_and_none_is_silence(seat):
    rms = []
    for volume in (0.8, 0.4, 0):
        player = seat(volume=volume)
        start(player, second="random")
        player.page.get_by_role("button", name="Resign").click()
        player.page.get_by_role("dialog").get_by_role("button", name="Resign").click()
        player.page.get_by_role("dialog").get_by_role("button", name="Play again").wait_for()
        sound = heard(player)
        rms.append(0 if sound is None else sound["after"])
    assert rms[0] > 0.01
    assert rms[1] == pytest.approx(rms[0] / 4, rel=0.02)
    assert rms[2] == 0


def test_who_mutes_hears_nothing_until_they_unmute(seat):
    player = seat(isMuted=True)
    start(player)
    play_by_mouse(player, WINNING[:-1])
    assert heard(player) is None
    player.page.get_by_role("button", name="Mute").click()
    play_by_mouse(player, WINNING[-1:])
    player.page.get_by_role("dialog").wait_for()
    assert heard(player)["after"] > 0.01


@pytest.mark.parametrize("ending", ["win", "loss", "draw"])
def test_each_ending_has_its_own_notes(seat, ending):
    player = seat()
    if ending == "loss":
        start(player, second="random")
        player.page.get_by_role("button", name="Resign").click()
        player.page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    else:
        start(player)
        play_by_mouse(player, WINNING if ending == "win" else DRAWN)
    player.page.get_by_role("dialog").get_by_role("button", name="Play again").wait_for()
    sound = heard(player)
    assert sound["after"] > 0.01
    loudest = max(zip(sound["pitches"], PITCHES, strict=True))[1]
    assert loudest == ending
