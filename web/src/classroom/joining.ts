/** The address by which a class is joined. */

import { network } from "../api/client";
import { address } from "../app/router";

export interface Joining {
  link: string;
  /** True if no other machine can open it. */
  isOnlyHere: boolean;
}

/** A link that other machines reach, where the server has an address for them; else the one of this page. */
export async function joiningLink(code: string): Promise<Joining> {
  const here = `${location.origin}${location.pathname}`;
  const isLoopback = /^(localhost|127\.|\[::1\])/.test(location.hostname);
  const found = isLoopback ? await network().catch(() => null) : null;
  return { link: `${found?.address ?? here}${address(["class", "join", code])}`, isOnlyHere: found?.is_local ?? false };
}
