/** The games there are: asked for once. */

import * as client from "../api/client";
import type { Catalogue, Family } from "../api/types";

let asked: Promise<Catalogue> | null = null;

export function catalogue(): Promise<Catalogue> {
  asked ??= client.catalogue().catch((error: unknown) => {
    asked = null;
    throw error;
  });
  return asked;
}

export async function familyOf(game: string): Promise<Family | undefined> {
  const name = game.split("(")[0];
  return (await catalogue()).families.find((family) => family.family === name);
}
