import { Readable } from 'node:stream';
import {
  ACCIDENT_PARAMETERS,
  checkOverrides,
  getAlarmDisclosures,
  effectiveValues,
  isVisible,
  mayRehearse,
  ProblemError,
  rehearsalApi,
  roomsVisibleTo,
  type Actor,
  type RehearsalCall,
  type RehearsalLine,
} from '@yamori/domain';
import type { DocumentAccess } from '../../../core/documents/document-access.ts';
import type { ReadDocument } from '../../../core/documents/document-presentation.ts';
import { listAll } from '../../../core/documents/list-all.ts';
import { getPlace } from '../../../core/documents/room-place.ts';
import { disclose } from '../../../core/http/disclosures.ts';
import { route, type Route } from '../../../core/http/route.ts';
import { readDefinitions, readRuleSources } from '../rule-sources.ts';
import { backtestThresholds, type BacktestOptions } from './backtest.ts';

type BacktestRouteOptions = BacktestOptions & {
  readonly access: DocumentAccess;
  readonly log: { readonly warn: (fields: object, words: string) => void };
};

/** Each run reads a month of many rooms. A member can have one run at a time. */
const MAX_CONCURRENT = 2;
/** A stalled reader frees its slot after this time. */
const UNREAD_TIMEOUT_MS = 30_000;

export function backtestRoutes(options: BacktestRouteOptions): readonly Route[] {
  const running = new Map<string, AbortController>();
  return [
    route(rehearsalApi.run, async ({ actor, body: call, request, reply }) => {
      if (running.size >= MAX_CONCURRENT || running.has(actor.userId))
        throw new ProblemError('limit-rehearsals');
      const stop = new AbortController();
      const ended = (): void => {
        if (running.get(actor.userId) === stop) running.delete(actor.userId);
      };
      // Take the slot before anything is read.
      running.set(actor.userId, stop);
      const rooms = await allowedRooms(options, actor, call.place)
        .then(async (found) => {
          await checkThresholds(options, call, found);
          return found;
        })
        .catch((error: unknown) => {
          ended();
          throw error;
        });
      for (const disclosure of getAlarmDisclosures(rooms)) disclose(request, disclosure);
      const lines = generateLines(options, call, rooms, stop.signal, ended);
      const stream = streamLines(lines, UNREAD_TIMEOUT_MS);
      stream.once('close', () => {
        stop.abort();
        ended();
      });
      return reply.type('application/x-ndjson').header('cache-control', 'no-store').send(stream);
    }),
  ];
}

/**
 * Streams lines of text. Destroys the stream when a waiting line is not read within this time;
 * computing the next line may take longer.
 */
export function streamLines(lines: AsyncIterable<string>, unreadTimeoutMs: number): Readable {
  async function* timed(): AsyncGenerator<string, void, void> {
    for await (const line of lines) {
      const timer = setTimeout(() => stream.destroy(), unreadTimeoutMs);
      try {
        yield line;
      } finally {
        clearTimeout(timer);
      }
    }
  }
  const stream = Readable.from(timed());
  return stream;
}

async function* generateLines(
  options: BacktestRouteOptions,
  call: RehearsalCall,
  rooms: readonly ReadDocument[],
  stopped: AbortSignal,
  ended: () => void,
): AsyncGenerator<string, void, void> {
  const text = (line: RehearsalLine): string => `${JSON.stringify(line)}\n`;
  try {
    for await (const line of backtestThresholds(options, call, rooms, stopped)) yield text(line);
  } catch (error) {
    // The response has started, so the error is sent as the last line.
    if (!(error instanceof ProblemError)) options.log.warn({ err: error }, 'a backtest failed');
    yield text({
      kind: 'failed',
      problem: error instanceof ProblemError ? error.problem : { code: 'server-failed' },
    });
  } finally {
    ended();
  }
}

/** Rooms that the backtest covers, if the actor may run one there. */
async function allowedRooms(
  { access, store }: BacktestRouteOptions,
  actor: Actor,
  place: RehearsalCall['place'],
): Promise<readonly ReadDocument[]> {
  const path = place.kind === 'room' ? `room/${place.roomId}` : `domain/${place.domainId}`;
  const [seen] = await access.read(actor, [path]);
  if (seen === null || seen === undefined) throw new ProblemError('document-not-found');
  const domainId = place.kind === 'room' ? getPlace(seen).domainId : place.domainId;
  if (!mayRehearse(actor, { domainId })) throw new ProblemError('document-forbidden');
  if (place.kind === 'room') {
    const [room] = await store.read([path]);
    return room === null || room === undefined ? [] : [room];
  }
  const below = await listAll(store, {
    collection: 'domain',
    group: false,
    filters: [{ field: ['ancestorIds'], op: 'array-contains', value: place.domainId }],
  });
  const rooms: ReadDocument[] = [];
  // Sequential, because alarms use the same connections. The list is complete: the user can stop a
  // run that takes too long.
  for (const id of [place.domainId, ...below.map((domain) => domain.id)]) {
    rooms.push(
      ...(await listAll(store, {
        collection: 'room',
        group: false,
        filters: [{ field: ['domainId'], op: '==', value: id }],
      })),
    );
  }
  return rooms.filter((room) => isVisible(room, roomsVisibleTo(actor)));
}

/** Rejects thresholds that could not be saved. */
async function checkThresholds(
  { store }: BacktestRouteOptions,
  { place, overrides }: RehearsalCall,
  rooms: readonly ReadDocument[],
): Promise<void> {
  const domainId = place.kind === 'domain' ? place.domainId : rooms[0]?.data['domainId'];
  const sources = await readRuleSources(store, typeof domainId === 'string' ? domainId : null);
  const above = place.kind === 'domain' ? sources.slice(0, -1) : sources;
  const issues = checkOverrides(
    overrides,
    effectiveValues(
      above.map((source) => source.overrides),
      await readDefinitions(store),
    ),
    ACCIDENT_PARAMETERS,
  );
  if (issues.length > 0) throw new ProblemError('request-invalid', { issues });
}
