import {
  accidentApi,
  formatUrl,
  ProblemError,
  rehearsalApi,
  rehearsalLine,
  type accidentCollection,
  type AccidentUsefulness,
  type RehearsalCall,
  type RehearsalResult,
  type roomCollection,
} from '@yamori/domain';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { apiHook, useHttp } from '../../api/http-context.ts';
import { unlessGone } from '../../api/http-call.ts';
import type { Http } from '../../api/http.ts';
import { useClock } from '../../kit/clock/clock-context.tsx';
import { isWhole, type DocumentOf } from '../../live/documents/document-reader.ts';
import {
  useLiveDocument,
  useDocuments,
  useLiveQuery,
} from '../../live/documents/documents-context.tsx';
import type { LiveResult } from '../../live/documents/live-result.ts';

const DAY_MS = 86_400_000;

export type Accident = DocumentOf<typeof accidentCollection>;
export type Room = DocumentOf<typeof roomCollection>;

/** A room's accidents, the newest first; `limit` of them at most. */
export const useAccidents = (roomId: string, limit: number): LiveResult<readonly Accident[]> =>
  mapped(
    useLiveQuery(
      useDocuments().collection(`room/${roomId}/accident`).orderBy('raisedAt', 'desc').limit(limit),
    ),
    (all) => all.filter((one): one is Accident => isWhole(one)),
  );

export const useRoom = (roomId: string): LiveResult<Room | null> =>
  mapped(useLiveDocument(`room/${roomId}`), (room) =>
    room !== null && isWhole(room) ? room : null,
  );

function mapped<From, To>(result: LiveResult<From>, map: (value: From) => To): LiveResult<To> {
  return 'value' in result ? { ...result, value: map(result.value) } : result;
}

/** Counts which alarms were of use over the last days, by kind and by room. */
export function useUsefulness(
  roomId: string,
  scope: 'room' | 'domain',
  days: number,
): UseQueryResult<AccidentUsefulness> {
  const http = useHttp();
  const clock = useClock();
  return useQuery({
    queryKey: ['accident-usefulness', roomId, scope, days],
    queryFn: () => {
      const toMs = clock.now();
      const from = new Date(toMs - days * DAY_MS).toISOString();
      const query = { scope, from, to: new Date(toMs).toISOString() };
      return http.call(accidentApi.usefulness, { params: { roomId }, query });
    },
  });
}

/** Reports are sent through the outbox, which needs their path. */
export const reportPath = (roomId: string): string => formatUrl(accidentApi.report, { roomId });

export const useAlarmApi = apiHook((http) => ({
  /** Sends a test alarm; returns its id. */
  test: async (roomId: string) =>
    (await http.call(accidentApi.test, { params: { roomId }, body: {} })).accidentId,
  rehearse: (body: Omit<RehearsalCall, 'nights'>, watch: RehearsalWatch) =>
    runRehearsal(http, body, watch),
}));

type RehearsalWatch = {
  readonly onProgress: (done: number, of: number) => void;
  readonly signal: AbortSignal;
};

/** Rejects with a ProblemError, or with the signal's reason when it was stopped. */
async function runRehearsal(
  http: Http,
  body: Omit<RehearsalCall, 'nights'>,
  { onProgress, signal }: RehearsalWatch,
): Promise<RehearsalResult> {
  const response = await http.open(rehearsalApi.run, { body }, { signal });
  for await (const text of readLines(response, signal)) {
    const line = rehearsalLine.parse(JSON.parse(text));
    if (line.kind === 'progress') onProgress(line.done, line.of);
    else if (line.kind === 'failed') throw new ProblemError(line.problem);
    else return line.result;
  }
  // The stream ended early: the server or the connection failed.
  throw new ProblemError('network-unreachable', { place: rehearsalApi.run.path });
}

/** Yields the lines of a body as they arrive. */
async function* readLines(
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
