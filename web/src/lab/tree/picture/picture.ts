/** The picture on the screen as a self-contained SVG, and downloads of files. */

const STYLES = [
  "fill",
  "stroke",
  "stroke-width",
  "stroke-dasharray",
  "stroke-linecap",
  "stroke-linejoin",
  "opacity",
  "fill-opacity",
  "font-family",
  "font-size",
  "font-weight",
  "text-anchor",
  "paint-order",
] as const;
const KEPT = new Set(["d", "x", "y", "width", "height", "rx", "r", "cx", "cy", "transform", "viewBox", "xmlns"]);

/** A picture of *svg* as it is, every style written out, on a ground of its own. */
export function pictureOf(svg: SVGSVGElement, title: string): string {
  const clone = svg.cloneNode(true) as SVGSVGElement;
  const [from, to] = [
    [svg, ...svg.querySelectorAll("*")],
    [clone, ...clone.querySelectorAll("*")],
  ];
  from.forEach((element, place) => {
    const [style, copy] = [getComputedStyle(element), to[place]!];
    for (const name of copy.getAttributeNames()) if (!KEPT.has(name)) copy.removeAttribute(name);
    if (["g", "svg"].includes(element.localName)) {
      if (style.opacity !== "1") copy.setAttribute("opacity", style.opacity);
    } else {
      for (const name of STYLES) copy.setAttribute(name, plainColour(style.getPropertyValue(name)));
    }
  });
  const [width, height] = [svg.clientWidth, svg.clientHeight];
  clone.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  clone.setAttribute("viewBox", `0 0 ${width} ${height}`);
  const make = (name: string): SVGElement => document.createElementNS("http://www.w3.org/2000/svg", name);
  const ground = make("rect");
  ground.setAttribute("width", String(width));
  ground.setAttribute("height", String(height));
  ground.setAttribute("fill", getComputedStyle(document.documentElement).getPropertyValue("--panel").trim());
  const named = make("title");
  named.textContent = title;
  clone.prepend(named, ground);
  return new XMLSerializer().serializeToString(clone).replace(/<!---->/g, "");
}

/** Mixed colours are computed in a form that other programs do not read. */
function plainColour(value: string): string {
  return value.replace(
    /color\(srgb ([\d.e-]+) ([\d.e-]+) ([\d.e-]+)(?: \/ ([\d.]+))?\)/g,
    (_, red: string, green: string, blue: string, alpha?: string) =>
      `rgba(${[red, green, blue].map((part) => Math.round(Number(part) * 255)).join(",")},${alpha ?? 1})`,
  );
}

/** Hand a text to the user as a file. */
export function keep(name: string, text: string, kind: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: kind }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
