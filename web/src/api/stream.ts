/** Long work of the server, told line by line as it goes on; aborting it makes the server stop. */

import { Refused, send, Unreachable } from "./client";
import type { AnswerOf, BodyOf, Problem, ProgressOf, StreamPath } from "./types";

type Line<Progress, Answer> = { progress: Progress } | { answer: Answer } | { refused: Problem };

/** The last line of the stream of `POST path`; *onProgress* gets the others. */
export async function stream<Path extends StreamPath>(
  path: Path,
  body: BodyOf<Path>,
  onProgress: (progress: ProgressOf<Path>) => void,
  signal: AbortSignal,
): Promise<AnswerOf<Path>> {
  const response = await send(path, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
    signal,
  });
  const reader = (response.body as ReadableStream<Uint8Array>).getReader();
  const decoder = new TextDecoder();
  let rest: string[] = [];
  for (;;) {
    const { done, value } = await reader.read();
    if (done) throw new Unreachable("the work ended without an answer");
    const [first = "", ...more] = decoder.decode(value, { stream: true }).split("\n");
    rest.push(first);
    // A long answer comes in many pieces: they are joined once, when the line is whole.
    for (const piece of more) {
      const line = JSON.parse(rest.join("")) as Line<ProgressOf<Path>, AnswerOf<Path>>;
      rest = [piece];
      if ("progress" in line) onProgress(line.progress);
      else if ("refused" in line) throw new Refused(line.refused);
      else return line.answer;
    }
  }
}
