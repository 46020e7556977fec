import {
  accidentReply,
  accidentUsefulness,
  refuse,
  rehearsalLine,
  testAlarmReply,
  type AccidentUsefulness,
  type RehearsalCall,
  type RehearsalResult,
} from '@yamori/domain';
import { createContext } from 'react';
import { callJson, failureOf, type HttpOptions } from './http-call.ts';

export type RehearsalWatch = {
  readonly onProgress: (done: number, of: number) => void;
  readonly signal: AbortSignal;
};
export type UsefulnessQuestion = {
  readonly roomId: string;
  readonly scope: 'room' | 'domain';
  readonly from: Date;
  readonly to: Date;
};

/** What is asked of alarms beside their lists. Each call rejects with a ProblemError. */
export type AccidentsClient = {
  /** Tries out the way of alarms; gives the id that its accident will have, if it arrives. */
  readonly test: (roomId: string) => Promise<string>;
  /** This page sounds for an alarm that notifications have brought to nobody. */
  readonly heard: (roomId: string, accidentId: string) => Promise<void>;
  /** Rejects with the signal's reason when it was stopped. */
  readonly rehearse: (
    call: Omit<RehearsalCall, 'nights'>,
    watch: RehearsalWatch,
  ) => Promise<RehearsalResult>;
  readonly usefulness: (question: UsefulnessQuestion) => Promise<AccidentUsefulness>;
};

export function createAccidentsClient(options: HttpOptions): AccidentsClient {
  const roomPath = (roomId: string): string => `/api/rooms/${encodeURIComponent(roomId)}`;
  return {
    test: async (roomId) =>
      (await callJson(options, 'POST', `${roomPath(roomId)}/test-alarm`, {}, testAlarmReply))
        .accidentId,
    async heard(roomId, accidentId) {
      const path = `${roomPath(roomId)}/accidents/${encodeURIComponent(accidentId)}/heard`;
      await callJson(options, 'POST', path, {}, accidentReply);
    },
    async rehearse(call, { onProgress, signal }) {
      const response = await options
        .fetch('/api/rehearsals', {
          method: 'POST',
          credentials: 'same-origin',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(call),
          signal,
        })
        .catch((error: unknown) => {
          throw signal.aborted
            ? error
            : refuse('network-unreachable', { place: '/api/rehearsals' });
        });
      if (!response.ok || response.body === null) throw await failureOf(response);
      for await (const text of linesOf(response.body)) {
        const line = rehearsalLine.parse(JSON.parse(text));
        if (line.kind === 'progress') onProgress(line.done, line.of);
        else if (line.kind === 'failed') throw refuse(line.problem.code, line.problem);
        else return line.result;
      }
      // It ended in the middle: the server went away, or the way to it.
      throw refuse('network-unreachable', { place: '/api/rehearsals' });
    },
    usefulness: ({ roomId, scope, from, to }) =>
      callJson(
        options,
        'GET',
        `${roomPath(roomId)}/accident-usefulness?${new URLSearchParams({ scope, from: from.toISOString(), to: to.toISOString() }).toString()}`,
        undefined,
        accidentUsefulness,
      ),
  };
}

/** Lines of a body as they come. */
async function* linesOf(body: ReadableStream<Uint8Array>): AsyncGenerator<string, void, void> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  try {
    for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
      const lines = (rest + decoder.decode(piece.value, { stream: true })).split('\n');
      rest = lines.pop() ?? '';
      yield* lines;
    }
  } finally {
    // Who has read enough, or stops in the middle, lets the server know.
    await reader.cancel().catch(() => undefined);
  }
}

export const AccidentsClientContext = createContext<AccidentsClient>(
  createAccidentsClient({ fetch: (url, init) => fetch(url, init) }),
);
