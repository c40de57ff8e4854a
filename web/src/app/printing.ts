/** On paper everything is in the white theme: light letters of a dark one would not be seen, and wood costs ink. */
export function printOnWhite(): void {
  const root = document.documentElement;
  let shown: string | undefined;
  addEventListener("beforeprint", () => {
    shown = root.dataset["theme"];
    root.dataset["theme"] = "white";
  });
  addEventListener("afterprint", () => {
    if (shown !== undefined) root.dataset["theme"] = shown;
  });
}
