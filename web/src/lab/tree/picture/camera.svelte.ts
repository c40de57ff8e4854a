/** The camera: the visible part of the tree, and its scale. A point px of the tree is at `x + scale · px`. */

const SMALLEST = 0.04;
const LARGEST = 3;

export interface Frame {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

export class Camera {
  x = $state(0);
  y = $state(0);
  scale = $state(1);
  width = $state(0);
  height = $state(0);

  /** True if there is no room for anything beside the tree. */
  get isNarrow(): boolean {
    return this.width < 600;
  }

  /** The part of the tree that can be seen, with a little around it. */
  get seen(): Frame {
    const margin = 80;
    return {
      left: (-this.x - margin) / this.scale,
      right: (this.width - this.x + margin) / this.scale,
      top: (-this.y - margin) / this.scale,
      bottom: (this.height - this.y + margin) / this.scale,
    };
  }

  /** Zoom by *factor*, so that the point under (*x*, *y*) of the screen stays where it is. */
  zoom(factor: number, x = this.width / 2, y = this.height / 2): void {
    const scale = Math.min(LARGEST, Math.max(SMALLEST, this.scale * factor));
    const change = scale / this.scale;
    this.x = x - (x - this.x) * change;
    this.y = y - (y - this.y) * change;
    this.scale = scale;
  }

  pan(x: number, y: number): void {
    this.x += x;
    this.y += y;
  }

  /** The margins covered by overlays: the names of the levels, the tools. */
  get #covered(): Frame {
    return this.isNarrow ? { left: 10, right: 10, top: 10, bottom: 10 } : { left: 80, right: 62, top: 14, bottom: 12 };
  }

  /** Show all of *frame*, no larger than *most*. */
  fit(frame: Frame, most = 1.6): void {
    const { left, right, top, bottom } = this.#covered;
    const [width, height] = [this.width - left - right, this.height - top - bottom];
    const across = width / Math.max(1, frame.right - frame.left);
    const down = height / Math.max(1, frame.bottom - frame.top);
    this.scale = Math.min(most, LARGEST, Math.max(SMALLEST, Math.min(across, down)));
    this.x = left + width / 2 - ((frame.left + frame.right) / 2) * this.scale;
    this.y = top - frame.top * this.scale + Math.max(0, (height - (frame.bottom - frame.top) * this.scale) / 2);
  }

  /** Move as little as is needed for *frame* to be seen, clear of what covers the edges. */
  follow(frame: Frame): void {
    const { left, right, top, bottom } = this.#covered;
    this.x += shift(frame.left * this.scale + this.x, frame.right * this.scale + this.x, left, this.width - right);
    this.y += shift(frame.top * this.scale + this.y, frame.bottom * this.scale + this.y, top, this.height - bottom);
  }
}

function shift(from: number, to: number, least: number, most: number): number {
  if (to - from > most - least) return (least + most - from - to) / 2;
  return from < least ? least - from : to > most ? most - to : 0;
}
