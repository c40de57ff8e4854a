/** The address by which a class is joined. */

import { network } from "../api/client";
import { address } from "../app/router";

/** A link that other machines reach, where the server has an address for them; else the one of this page. */
export async function joiningLink(code: string): Promise<string> {
  const here = `${location.origin}${location.pathname}`;
  const isLoopback = /^(localhost|127\.|\[::1\])/.test(location.hostname);
  const found = isLoopback ? await network().catch(() => null) : null;
  return `${found?.address ?? here}${address(["class", "join", code])}`;
}
