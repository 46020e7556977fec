import { query, type Query, type WireDocument } from '@yamori/domain';
import type { DocumentCalls } from '../documents/document-transport.ts';
import type { LinkClock } from '../connection/connection-state.ts';
import { MAX_CACHED_NIGHTS } from './cache-limits.ts';

/** Maximum rooms whose nights are prefetched; a ward has 60 at most. */
const MAX_ROOMS = 60;
/** Pause between rooms, so that visible requests do not wait. */
const BETWEEN_ROOMS_MS = 400;
const FIRST_AFTER_MS = 15_000;
const BETWEEN_ROUNDS_MS = 10 * 60 * 1000;
/** A night is finished once a day. */
const FRESH_FOR_MS = 6 * 60 * 60 * 1000;

/** Fill the search, so that it also finds devices offline. */
const devices: Query = query.parse({
  collection: 'device',
  orderBy: [{ field: ['serial'], direction: 'asc' }],
  limit: 500,
});

const getNights = (roomPath: string): Query =>
  query.parse({
    collection: `${roomPath}/sleep`,
    orderBy: [{ field: ['night'], direction: 'desc' }],
    limit: MAX_CACHED_NIGHTS,
  });

type Parts = {
  readonly list: DocumentCalls['list'];
  readonly clock: Pick<LinkClock, 'now' | 'after'>;
  /** When the query was last answered, in milliseconds since 1970; null for never. */
  readonly answeredAtMs: (question: Query) => number | null;
  readonly isLive: () => boolean;
};

/**
 * Prefetches rooms, devices and the last nights of each room for offline use. Skips queries with a
 * recent answer.
 * @returns a function that stops it
 */
export function cacheNights({ list, clock, answeredAtMs, isLive }: Parts): () => void {
  let cancel: () => void;
  let ended = false;
  const round = async (): Promise<void> => {
    const rooms = isLive()
      ? await list(
          query.parse({
            collection: 'room',
            orderBy: [{ field: ['name'], direction: 'asc' }],
            limit: MAX_ROOMS,
          }),
        )
      : [];
    const due = [devices, ...rooms.map((room: WireDocument) => getNights(room.path))].filter(
      (question) => clock.now() - (answeredAtMs(question) ?? 0) > FRESH_FOR_MS,
    );
    for (const question of due) {
      if (ended || !isLive()) return;
      await list(question, true);
      await new Promise<void>((resolve) => {
        cancel = clock.after(BETWEEN_ROOMS_MS, resolve);
      });
    }
  };
  const start = (afterMs: number): void => {
    cancel = clock.after(afterMs, () => {
      // The next round retries a failed read; there is no reader to notify.
      void round()
        .catch(() => undefined)
        .finally(() => {
          if (!ended) start(BETWEEN_ROUNDS_MS);
        });
    });
  };
  start(FIRST_AFTER_MS);
  return () => {
    ended = true;
    cancel();
  };
}
