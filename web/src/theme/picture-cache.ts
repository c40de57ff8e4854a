/** Pictures that cost time to draw, kept by the browser from one visit to the next where it lets pages keep any. */

const CACHE = "enraya-pictures";
const SOURCE = "x-source";

/** The picture *name* as it was drawn from *source*; null where none is kept, or one of another source. */
export async function keptPicture(name: string, source: string): Promise<Blob | null> {
  try {
    const kept = await (await caches.open(CACHE)).match(addressOf(name));
    return kept?.headers.get(SOURCE) === markOf(source) ? await kept.blob() : null;
  } catch {
    return null;
  }
}

/** Keep *picture*, drawn from *source*, in place of what had its *name*. */
export async function keepPicture(name: string, source: string, picture: Blob): Promise<void> {
  try {
    const headers = { "content-type": picture.type, [SOURCE]: markOf(source) };
    await (await caches.open(CACHE)).put(addressOf(name), new Response(picture, { headers }));
  } catch {
    // A private window, a full disk, a page that is not served securely: the next visit draws it again.
  }
}

const addressOf = (name: string): string => `/kept/${encodeURIComponent(name)}`;

/** A short mark of a long text, by which another version of it is told apart. */
function markOf(source: string): string {
  let mark = 7;
  for (let index = 0; index < source.length; index++) mark = Math.imul(mark ^ source.charCodeAt(index), 2654435761);
  return `${source.length} ${mark}`;
}
