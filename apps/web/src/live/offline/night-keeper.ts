import { query, type Query, type WireDocument } from '@yamori/domain';
import type { DocumentCalls } from '../documents/document-transport.ts';
import type { LinkClock } from '../connection/link-state.ts';
import { NIGHTS_KEPT } from './copy-bounds.ts';

/** Rooms whose nights are fetched ahead; a ward has 60 at most. */
const MOST_ROOMS = 60;
/** One room after the other, so that nobody who looks at the screen waits for it. */
const BETWEEN_ROOMS_MS = 400;
const FIRST_AFTER_MS = 15_000;
const BETWEEN_ROUNDS_MS = 10 * 60 * 1000;
/** A night is finished once a day. */
const FRESH_FOR_MS = 6 * 60 * 60 * 1000;

/** What the search is made of, so that it finds devices too. */
const devices: Query = query.parse({
  collection: 'device',
  orderBy: [{ field: ['serial'], direction: 'asc' }],
  limit: 500,
});

const nightsOf = (roomPath: string): Query =>
  query.parse({
    collection: `${roomPath}/sleep`,
    orderBy: [{ field: ['night'], direction: 'desc' }],
    limit: NIGHTS_KEPT,
  });

type Parts = {
  readonly list: DocumentCalls['list'];
  readonly clock: Pick<LinkClock, 'now' | 'after'>;
  /** When the question was last answered, in milliseconds since 1970; null for never. */
  readonly answeredAtMs: (question: Query) => number | null;
  readonly isLive: () => boolean;
};

/**
 * Reads rooms, devices and the last nights of each room before anybody asks for them, so that they
 * are there when the network is not. What was read lately is left out. @returns how to end it
 */
export function keepNights({ list, clock, answeredAtMs, isLive }: Parts): () => void {
  let cancel: () => void;
  let ended = false;
  const round = async (): Promise<void> => {
    const rooms = isLive()
      ? await list(
          query.parse({
            collection: 'room',
            orderBy: [{ field: ['name'], direction: 'asc' }],
            limit: MOST_ROOMS,
          }),
        )
      : [];
    const due = [devices, ...rooms.map((room: WireDocument) => nightsOf(room.path))].filter(
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
      // What could not be read is read in the next round; there is nobody to tell.
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
