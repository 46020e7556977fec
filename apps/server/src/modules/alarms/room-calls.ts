import { setTimeout as pause } from 'node:timers/promises';
import {
  answeredCall,
  encodeValue,
  finishedCall,
  isAheadOf,
  pressedCall,
  ProblemError,
  refuse,
  reopenedCall,
  roomCollection,
  withdrawnCall,
  type AnsweredCall,
  type AnsweringCall,
  type Carer,
  type DocumentMap,
  type Press,
  type RoomCall,
  type Write,
} from '@yamori/domain';
import type { DocumentStore } from '../../core/documents/document-store.ts';
import type { ReadDocument } from '../../core/documents/document-presentation.ts';
import {
  signedBy,
  type Author,
  type Signature,
} from '../../core/documents/writing/commit-guard.ts';
import type { Queries } from '../../core/database/database.ts';
import { LeaseLost, NO_FENCE, type LeaseFence } from '../../core/database/lease-fence.ts';
import type { PressStore } from '../../core/timeline/staging/press-store.ts';
import type { Clock } from '../../core/timeline/timeline-frame.ts';

/**
 * The calls of rooms. What becomes of one is decided where it is kept, in the room's document: each
 * step is a commit that holds only for the version that was looked at, so of two who press at one
 * instant on two servers one is first and the other sees who. Nothing of a call is kept beside the
 * document, so it outlives every server.
 */
export type RoomCalls = {
  /**
   * Calls once for each press, however often and by whichever server it is read. False while the
   * room has no live state to hold a call, or `fence` says that another server owns the room; try
   * again later. Without a fence the claim of the press alone makes it one call.
   */
  readonly press: (roomId: string, press: Press, fence?: LeaseFence) => Promise<boolean>;
  /**
   * How the call stands after it was asked for, whoever's doing that is. `seen`: the last press
   * that was seen.
   */
  readonly answer: (asked: AskedOfCall, by: Carer) => Promise<RoomCall | null>;
  /** `may`: refuses for whose answer it is. */
  readonly withdraw: (
    asked: AskedOfCall,
    may: (call: AnsweringCall) => void,
  ) => Promise<RoomCall | null>;
  readonly finish: (asked: AskedOfCall, by: Carer) => Promise<RoomCall | null>;
  /** `may`: refuses for who said that it was over. */
  readonly reopen: (
    asked: AskedOfCall,
    may: (call: AnsweredCall) => void,
  ) => Promise<RoomCall | null>;
};

export type AskedOfCall = {
  readonly roomId: string;
  readonly seen: Date | null;
  readonly author: Signature & Pick<Author, 'command' | 'address'>;
};

/** A step of a call as it is about to be stored, in a room as it was looked at. */
type CallStep = {
  readonly room: ReadDocument;
  readonly before: RoomCall | null;
  readonly after: RoomCall;
  readonly userId: string | null;
  readonly at: Date;
};
/**
 * What else is written with a step, in its commit or not at all: the accident that stands for the
 * call.
 */
type CallRecord = (step: CallStep) => Promise<{
  readonly writes: readonly Write[];
  readonly alongside: NonNullable<Author['alongside']>;
  readonly after: () => void;
}>;

/**
 * What stands in the update history: the call itself is a state of the room, which is no part of
 * it.
 */
type CallAct = 'callAnswered' | 'callWithdrawn' | 'callFinished' | 'callReopened';

const SERVER: AskedOfCall['author'] = { userId: null };
/**
 * The room's state is written up to once a second meanwhile, which makes another look necessary.
 */
const LOOKS = 12;

type RoomCallParts = {
  readonly store: DocumentStore;
  readonly clock: Clock;
  readonly presses: PressStore;
  readonly record?: CallRecord;
};

export function createRoomCalls({
  store,
  clock,
  presses,
  record = async () => NOTHING_ELSE,
}: RoomCallParts): RoomCalls {
  /** Looks at the call and changes it, until nothing came between the two. */
  async function decide(
    roomId: string,
    next: (call: RoomCall | null) => RoomCall | null,
    author: AskedOfCall['author'],
    action: CallAct | null,
    alongside: (queries: Queries) => Promise<void> = async () => undefined,
  ): Promise<RoomCall | null> {
    const path = `room/${roomId}`;
    for (let look = 1; look <= LOOKS; look += 1) {
      const [room] = await store.read([path]);
      if (room === null || room === undefined) throw refuse('document-not-found');
      const call = callOf(room.data);
      const changed = next(call);
      if (changed === null) return call;
      const write: Write = {
        kind: 'update',
        path,
        precondition: { version: room.version },
        fields: [{ field: ['live', 'call'], value: encodeValue(changed) }],
      };
      const recorded = await record({
        room,
        before: call,
        after: changed,
        userId: signedBy(author),
        at: new Date(clock.nowMs()),
      });
      const stored = await store
        .commit([write, ...recorded.writes], {
          ...author,
          alongside: async (queries) => {
            await alongside(queries);
            await recorded.alongside(queries);
          },
          ...(action === null ? {} : { acts: [{ action, path }] }),
        })
        .catch(asConflict);
      if (stored !== 'conflict') {
        recorded.after();
        return callOf(stored[0]?.data ?? {});
      }
      await pause(look * LOOK_AGAIN_AFTER_MS);
    }
    throw refuse('document-conflict');
  }

  /**
   * What somebody says of a call. A press that has not been cannot be meant: it would take the next
   * ones with it.
   */
  const say = (
    { roomId, seen, author }: AskedOfCall,
    action: CallAct,
    next: (call: RoomCall | null) => RoomCall | null,
  ): Promise<RoomCall | null> =>
    decide(
      roomId,
      (call) => {
        if (isAheadOf(call, seen))
          throw refuse('request-invalid', { issues: [{ field: 'calledAt', code: 'value-wrong' }] });
        return next(call);
      },
      author,
      action,
    );

  return {
    async press(roomId, press, fence = NO_FENCE) {
      if (await presses.isCalled(press)) return true;
      const [room] = await store.read([`room/${roomId}`]);
      if (liveOf(room?.data ?? {}) === null) return false;
      const claim = async (queries: Queries): Promise<void> => {
        await fence(queries, roomId);
        const call = { roomId, receivedAt: press.at, at: new Date(clock.nowMs()) };
        if (!(await presses.claim(queries, press, call))) throw new AlreadyCalled();
      };
      try {
        await decide(roomId, (call) => pressedCall(call, press), SERVER, null, claim);
      } catch (error) {
        if (error instanceof LeaseLost) return false;
        if (!(error instanceof AlreadyCalled)) throw error;
      }
      return true;
    },
    answer: (asked, by) =>
      say(asked, 'callAnswered', (call) =>
        answeredCall(call, asked.seen, by, new Date(clock.nowMs())),
      ),
    withdraw: (asked, may) =>
      say(asked, 'callWithdrawn', (call) => {
        if (call?.state === 'answering') may(call);
        return withdrawnCall(call, asked.seen);
      }),
    finish: (asked, by) =>
      say(asked, 'callFinished', (call) =>
        finishedCall(call, asked.seen, by, new Date(clock.nowMs())),
      ),
    reopen: (asked, may) =>
      say(asked, 'callReopened', (call) => {
        if (call?.state === 'answered') may(call);
        return reopenedCall(call, asked.seen, new Date(clock.nowMs()));
      }),
  };
}

/** Rolls back the commit of a call whose press has its call already. */
class AlreadyCalled extends Error {}

const LOOK_AGAIN_AFTER_MS = 5;
const NOTHING_ELSE: Awaited<ReturnType<CallRecord>> = {
  writes: [],
  alongside: async () => undefined,
  after: () => undefined,
};

function asConflict(error: unknown): 'conflict' {
  if (error instanceof ProblemError && error.problem.code === 'document-conflict')
    return 'conflict';
  throw error;
}

const liveOf = (data: DocumentMap) =>
  roomCollection.schema.shape.live.catch(null).parse(data['live'] ?? null);
const callOf = (data: DocumentMap): RoomCall | null => liveOf(data)?.call ?? null;
