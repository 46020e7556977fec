import {
  refuse,
  rehearsalApi,
  rehearsalLine,
  type RehearsalCall,
  type RehearsalResult,
} from '@yamori/domain';
import { unlessGone } from '../../api/http-call.ts';
import type { Http } from '../../api/http.ts';

type RehearsalWatch = {
  readonly onProgress: (done: number, of: number) => void;
  readonly signal: AbortSignal;
};

/** Rejects with a ProblemError, or with the signal's reason when it was stopped. */
export async function runRehearsal(
  http: Http,
  body: Omit<RehearsalCall, 'nights'>,
  { onProgress, signal }: RehearsalWatch,
): Promise<RehearsalResult> {
  const response = await http.open(rehearsalApi.run, { body }, { signal });
  for await (const text of linesOf(response, signal)) {
    const line = rehearsalLine.parse(JSON.parse(text));
    if (line.kind === 'progress') onProgress(line.done, line.of);
    else if (line.kind === 'failed') throw refuse(line.problem.code, line.problem);
    else return line.result;
  }
  // The stream ended early: the server or the connection failed.
  throw refuse('network-unreachable', { place: rehearsalApi.run.path });
}

/** Lines of a body as they come. */
async function* linesOf(
  { body }: Response,
  signal: AbortSignal,
): AsyncGenerator<string, void, void> {
  if (body === null) return;
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  const read = () => unlessGone(signal, rehearsalApi.run.path, () => reader.read());
  try {
    for (let piece = await read(); !piece.done; piece = await read()) {
      const lines = (rest + decoder.decode(piece.value, { stream: true })).split('\n');
      rest = lines.pop() ?? '';
      yield* lines;
    }
  } finally {
    // Who has read enough, or stops in the middle, lets the server know.
    await reader.cancel().catch(() => undefined);
  }
}
