/** Wood, paper and slate: drawn once by SVG filters into a picture, so that no filter runs while somebody plays. */

import { keepPicture, keptPicture } from "./picture-cache";

/** The side in the units that the filters are written in, and in pixels: what noise costs grows with its pixels. */
const SIZE = 1200;
const PIXELS = 800;

/** A filter and what it paints; the picture is laid over the theme's own colours. */
const layers: Record<string, string> = {
  wood: wood("0.42 0.23 0.08", "0.36 0.18 0.05", "1 0.93 0.76"),
  walnut: wood("0.06 0.03 0.01", "0.03 0.015 0.005", "0.85 0.62 0.40"),
  paper:
    noise(
      "fibre",
      'type="fractalNoise" baseFrequency=".9 .7" numOctaves="3" seed="7"',
      "0.45 0.40 0.30",
      "0 0 0 .55 0 -.22",
    ) +
    noise(
      "cloud",
      'type="fractalNoise" baseFrequency=".006" numOctaves="3" seed="3"',
      "0.60 0.50 0.32",
      "0 .22 0 0 0 -.08",
    ),
  slate:
    noise(
      "dust",
      'type="fractalNoise" baseFrequency=".004 .011" numOctaves="4" seed="9"',
      "0.86 0.92 0.95",
      "0 .4 0 0 0 -.14",
    ) + noise("grit", 'type="fractalNoise" baseFrequency=".75" numOctaves="2" seed="5"', "0 0 0", "0 0 .8 0 0 -.34"),
};

/** One sheet of noise in one colour; *alpha* is the row of a colour matrix that makes its opacity. */
function noise(id: string, turbulence: string, colour: string, alpha: string): string {
  const row = alpha.split(" ").slice(0, 4).join(" ");
  const offset = alpha.slice(alpha.lastIndexOf(" ") + 1);
  const constants = colour.split(" ").map((part) => `0 0 0 0 ${part}`);
  return (
    `<filter id="${id}" x="0" y="0" width="100%" height="100%" color-interpolation-filters="sRGB">` +
    `<feTurbulence ${turbulence}/>` +
    `<feColorMatrix values="${constants.join(" ")} ${row} ${offset}"/></filter>` +
    `<rect width="${SIZE}" height="${SIZE}" filter="url(#${id})"/>`
  );
}

/** A flat-sawn plank: rings that a slow noise bends, fine pores along them, and a pale sheen between. */
function wood(ring: string, pore: string, sheen: string): string {
  const rgb = (colour: string) =>
    `rgb(${colour
      .split(" ")
      .map((part) => Math.round(Number(part) * 255))
      .join(",")})`;
  const rings: string[] = [];
  // The gaps between rings widen and narrow as the years did.
  for (let y = -160, year = 0; y < SIZE + 160; year++) {
    const gap = 15 + 9 * Math.sin(year * 1.7) + 5 * Math.sin(year * 0.61 + 2);
    const strength = 0.07 + 0.12 * Math.abs(Math.sin(year * 2.3 + 1));
    rings.push(
      `<rect x="-200" y="${y.toFixed(1)}" width="1600" height="${(gap * 0.42).toFixed(1)}" ` +
        `opacity="${strength.toFixed(2)}"/>`,
    );
    y += gap;
  }
  return (
    `<filter id="bend" filterUnits="userSpaceOnUse" x="-100" y="-100" width="1400" height="1400" ` +
    `color-interpolation-filters="sRGB">` +
    `<feGaussianBlur in="SourceGraphic" stdDeviation="0 2.6" result="soft"/>` +
    `<feTurbulence type="fractalNoise" baseFrequency=".0016 .0062" numOctaves="2" seed="21" result="slow"/>` +
    `<feDisplacementMap in="soft" in2="slow" scale="260" xChannelSelector="R" yChannelSelector="G" result="bent"/>` +
    `<feTurbulence type="fractalNoise" baseFrequency=".02 .3" numOctaves="2" seed="2" result="fast"/>` +
    `<feDisplacementMap in="bent" in2="fast" scale="6" xChannelSelector="R" yChannelSelector="G"/></filter>` +
    `<g filter="url(#bend)" fill="${rgb(ring)}">${rings.join("")}</g>` +
    noise("tone", 'type="fractalNoise" baseFrequency=".0014 .009" numOctaves="3" seed="4"', ring, "0 .75 0 0 0 -.32") +
    noise("pore", 'type="fractalNoise" baseFrequency=".011 .42" numOctaves="3" seed="11"', pore, "1.25 .6 0 0 0 -.86") +
    noise("sheen", 'type="fractalNoise" baseFrequency=".004 .055" numOctaves="2" seed="17"', sheen, "0 0 .9 0 0 -.40")
  );
}

const made = new Map<string, Promise<string | null>>();

/** A board without its grain can be looked at already: the page is shown before half a second goes into drawing. */
const nextFrame = (): Promise<void> =>
  new Promise((resolve) => requestAnimationFrame(() => setTimeout(() => resolve())));

async function rasterise(kind: string): Promise<string | null> {
  const body = layers[kind];
  if (body === undefined || typeof Image === "undefined") return null;
  const box = `width="${PIXELS}" height="${PIXELS}" viewBox="0 0 ${SIZE} ${SIZE}"`;
  const source = `<svg xmlns="http://www.w3.org/2000/svg" ${box}>${body}</svg>`;
  const kept = await keptPicture(kind, source);
  if (kept) return URL.createObjectURL(kept);
  await nextFrame();
  try {
    const picture = new Image();
    picture.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(source)}`;
    await picture.decode();
    const canvas = document.createElement("canvas");
    canvas.width = canvas.height = PIXELS;
    canvas.getContext("2d")?.drawImage(picture, 0, 0);
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve));
    if (!blob) return null;
    void keepPicture(kind, source, blob);
    return URL.createObjectURL(blob);
  } catch {
    // Without a texture the theme's own colours still make a board.
    return null;
  }
}

/** The picture that the present theme lays over its boards; null where it has none, or not yet. */
class Texture {
  url = $state<string | null>(null);
  #watching = false;

  /** Follow the page's theme from now on. */
  watch(): void {
    if (this.#watching || typeof document === "undefined" || typeof MutationObserver === "undefined") return;
    this.#watching = true;
    const root = document.documentElement;
    new MutationObserver(() => void this.#follow()).observe(root, {
      attributes: true,
      attributeFilter: ["data-theme"],
    });
    void this.#follow();
  }

  async #follow(): Promise<void> {
    const kind = getComputedStyle(document.documentElement).getPropertyValue("--texture").trim();
    let making = made.get(kind);
    if (!making) made.set(kind, (making = rasterise(kind)));
    const url = await making;
    const isStill = getComputedStyle(document.documentElement).getPropertyValue("--texture").trim() === kind;
    if (isStill) this.url = url;
  }
}

export const texture = new Texture();
