import { setTimeout as pause } from 'node:timers/promises';
import { ProblemError, refuse, type Accident, type Write } from '@yamori/domain';
import type { Queries } from '../../core/database/database.ts';
import { NO_FENCE, type LeaseFence } from '../../core/database/lease-fence.ts';
import type { ReadDocument } from '../../core/documents/document-presentation.ts';
import type { DocumentStore } from '../../core/documents/document-store.ts';
import type { Author, Signature } from '../../core/documents/writing/commit-guard.ts';
import type { AlarmNotice, AlarmNotices } from './alarm-notices.ts';
import {
  accidentPath,
  accidentWrites,
  knownOf,
  readRoom,
  roomNow,
  type KnownAccident,
  type RoomNow,
} from './room-accidents.ts';

/**
 * The one writer of accidents. What becomes of one is decided where it is kept (decision 038): the
 * accident and what its room tells of it are one commit that holds only for the version of the room
 * that was looked at, so of two at one instant, on whatever servers, one is first and the other
 * looks again. A room has one open accident of a kind.
 */
export type AccidentKeeper = {
  /**
   * Looks at a room and changes one of its accidents, until nothing came between the two. Gives the
   * accident as it stands then; null where there was nothing to change and none was named.
   */
  readonly decide: (
    roomId: string,
    author: AccidentAuthor,
    next: (room: RoomNow) => Promise<Decision>,
  ) => Promise<KnownAccident | null>;
  /** What a decision writes, for one that is part of somebody else's commit. */
  readonly parts: (room: RoomNow, change: AccidentChange) => CommitParts;
  readonly counts: () => { readonly conflicts: number };
};

export type AccidentAuthor = Signature &
  Pick<Author, 'command' | 'address'> & {
    /** Where only the server that owns the room may decide. */
    readonly fence?: LeaseFence;
  };
export const SERVER: AccidentAuthor = { userId: null };

export type AccidentChange = KnownAccident & {
  readonly isNew: boolean;
  readonly notice: Omit<AlarmNotice, 'roomId' | 'accidentId'> | null;
};
/** It stays as it is, or becomes something else. */
export type Decision =
  | { readonly kind: 'stays'; readonly known: KnownAccident | null }
  | { readonly kind: 'becomes'; readonly change: AccidentChange };
export type CommitParts = {
  readonly writes: readonly Write[];
  readonly alongside: (queries: Queries) => Promise<void>;
  readonly after: () => void;
};

export const stays = (known: KnownAccident | null): Decision => ({ kind: 'stays', known });
export const becomes = (
  id: string,
  accident: Accident,
  more: Partial<Pick<AccidentChange, 'isNew' | 'notice'>> = {},
): Decision => ({ kind: 'becomes', change: { id, accident, isNew: false, notice: null, ...more } });

/**
 * The room's state is written up to once a second meanwhile, which makes another look necessary.
 */
const LOOKS = 14;
const LOOK_AGAIN_AFTER_MS = 5;

export function createAccidentKeeper({
  store,
  notices,
}: {
  readonly store: DocumentStore;
  readonly notices: AlarmNotices;
}): AccidentKeeper {
  let conflicts = 0;

  const parts: AccidentKeeper['parts'] = (room, { notice, isNew, ...known }) => ({
    writes: accidentWrites(room, known, isNew),
    alongside: async (queries) => {
      if (notice !== null)
        await notices.order(queries, room.rootDomainId, {
          ...notice,
          roomId: room.roomId,
          accidentId: known.id,
        });
    },
    after: () => {
      if (notice !== null) notices.wake();
    },
  });

  async function commit(
    room: RoomNow,
    change: AccidentChange,
    { fence = NO_FENCE, ...author }: AccidentAuthor,
  ): Promise<KnownAccident | null | 'conflict'> {
    const { writes, alongside, after } = parts(room, change);
    const verify: Write = { kind: 'verify', path: `room/${room.roomId}`, version: room.version };
    const stored = await store
      .commit([verify, ...writes], {
        ...author,
        alongside: async (queries) => {
          await fence(queries, room.roomId);
          await alongside(queries);
        },
      })
      .catch(asConflict);
    if (stored === 'conflict') return stored;
    after();
    // Under a key that was used before it is the accident of then, as it stands now.
    return knownOf(
      stored.find((document): document is ReadDocument => document?.collection === 'accident') ??
        null,
    );
  }

  return {
    parts,
    counts: () => ({ conflicts }),
    async decide(roomId, author, next) {
      for (let look = 1; look <= LOOKS; look += 1) {
        const room = roomNow(store, await readRoom(store, roomId));
        const decision = room === null ? null : await next(room);
        if (decision?.kind === 'stays') return decision.known;
        const stored =
          room === null || decision === null
            ? 'conflict'
            : await commit(room, decision.change, author);
        if (stored !== 'conflict') return stored;
        conflicts += 1;
        await pause(look * LOOK_AGAIN_AFTER_MS);
      }
      throw refuse('document-conflict', { place: accidentPath(roomId, '') });
    },
  };
}

/** Somebody else was first: they raised the same accident, or changed the room. */
function asConflict(error: unknown): 'conflict' {
  if (
    error instanceof ProblemError &&
    (error.problem.code === 'document-conflict' || error.problem.code === 'document-exists')
  )
    return 'conflict';
  throw error;
}
