/** Projector mode: the board or the tree fills the screen, and what is written is large enough for the back row. */

class Projector {
  isOn = $state(false);

  constructor() {
    // Escape leaves full screen by itself: the page follows.
    document.addEventListener("fullscreenchange", () => {
      if (!document.fullscreenElement) this.#set(false);
    });
  }

  toggle(): void {
    const isOn = !this.isOn;
    this.#set(isOn);
    // Without full screen the page still fills its window.
    if (isOn) void document.documentElement.requestFullscreen?.().catch(() => undefined);
    else if (document.fullscreenElement) void document.exitFullscreen();
  }

  #set(isOn: boolean): void {
    this.isOn = isOn;
    document.documentElement.dataset["projector"] = isOn ? "on" : "off";
    // Components that measure their size do so again.
    dispatchEvent(new Event("resize"));
  }
}

export const projector = new Projector();
