import {
  ACCIDENT_TRAITS,
  acknowledgedAccident,
  lastOf,
  raisedAccident,
  reopenedAccident,
  repeatedAccident,
  resolvedAccident,
  withdrawnAccident,
  type Accident,
  type Carer,
  type RoomCall,
} from '@yamori/domain';
import type { ReadDocument } from '../../core/documents/document-presentation.ts';
import type { DocumentStore } from '../../core/documents/document-store.ts';
import type { AccidentChange, AccidentKeeper, CommitParts } from './accident-keeper.ts';
import { nextTelling, noticeOf, withTellingOfRepeat } from './escalation.ts';
import { roomNow, type KnownAccident, type RoomNow } from './room-accidents.ts';
import type { RoomPlan, RulesReader } from './rules-reader.ts';
import { accidentIdOf } from './signal-decisions.ts';

/** A step of a room's call, as it is about to be stored. */
type CallStep = {
  readonly room: ReadDocument;
  readonly before: RoomCall | null;
  readonly after: RoomCall;
  readonly userId: string | null;
  readonly at: Date;
};

/**
 * What a step of a call makes of the accident that stands for it, to be written in the same commit:
 * a call is decided once, by its own steps (decision 029), and the record of accidents is complete.
 */
type CallRecord = (step: CallStep) => Promise<CommitParts>;

const NOTHING: CommitParts = {
  writes: [],
  alongside: async () => undefined,
  after: () => undefined,
};

type CallRecordParts = {
  readonly store: DocumentStore;
  readonly keeper: AccidentKeeper;
  readonly rules: RulesReader;
  /** Once it is stored, with the moment of the press. */
  readonly onRaised: (roomId: string, accidentId: string, pressedAtMs: number) => void;
};

export function createCallRecord({ store, keeper, rules, onRaised }: CallRecordParts): CallRecord {
  return async (step) => {
    const room = roomNow(store, step.room);
    if (room === null) return NOTHING;
    const plan = await rules.planOf(room.roomId);
    const change = changeOf(step, await standingFor(room, step), plan);
    if (change === null) return NOTHING;
    const parts = keeper.parts(room, change);
    const isRaised = change.isNew && step.after.state === 'ringing';
    return !isRaised
      ? parts
      : {
          ...parts,
          after: () => {
            parts.after();
            onRaised(room.roomId, change.id, step.after.pressedAt.getTime());
          },
        };
  };
}

/** The open accident of the call; of one that is over, for a moment more, the last. */
async function standingFor(room: RoomNow, { before }: CallStep): Promise<KnownAccident | null> {
  const open = await room.openOf('call');
  return open ?? (before?.state === 'answered' ? room.lastOf('call') : null);
}

function changeOf(
  step: CallStep,
  known: KnownAccident | null,
  plan: RoomPlan | null,
): AccidentChange | null {
  if (isNewCall(step, known)) return raised(step, plan);
  // A call that rang before accidents were kept has none yet; it gets one, and then what happened.
  const standing = known ?? raised(step, plan);
  const next = becomesBy(step, standing.accident, plan);
  const isNew = known === null;
  if (next === null) return isNew ? raised(step, plan) : null;
  const [accident, { notice }] = withNotice(step, standing.accident, next, plan);
  return {
    id: standing.id,
    accident,
    isNew,
    notice: isNew ? noticeOf('raised', accident.escalation.step, step.after.since, plan) : notice,
  };
}

const isNewCall = ({ after }: CallStep, known: KnownAccident | null): boolean =>
  after.state === 'ringing' && (known === null || known.accident.state === 'resolved');

function raised({ after }: CallStep, plan: RoomPlan | null): AccidentChange {
  const { severity, source } = ACCIDENT_TRAITS.call;
  const at = after.since;
  const accident = raisedAccident({
    kind: 'call',
    severity,
    source,
    at,
    since: at,
    serial: after.press?.serial ?? null,
    streamId: null,
    reason: null,
    by: null,
    note: '',
    escalatesAt: nextTelling(plan, 'call', 0, at),
  });
  return {
    id: accidentIdOf('call', at.getTime()),
    accident,
    isNew: true,
    notice: noticeOf('raised', 0, at, plan),
  };
}

function becomesBy(
  { before, after, userId, at }: CallStep,
  accident: Accident,
  plan: RoomPlan | null,
): Accident | null {
  switch (after.state) {
    case 'ringing': {
      const isPressed = isNewPress(before, after);
      // Who presses while somebody is on the way calls anew: nobody is, until somebody says so
      // again.
      const asking =
        withdrawnAccident(
          accident,
          isPressed ? null : somebody(userId),
          at,
          nextTelling(plan, 'call', accident.escalation.step, at),
        ) ?? accident;
      return isPressed ? repeatedAccident(asking, afterLast(asking, after.pressedAt)) : asking;
    }
    case 'answering':
      return accident.state === 'resolved'
        ? reopenedAccident(
            accident,
            somebody(userId) ?? after.by,
            at,
            nextTelling(plan, 'call', accident.escalation.step, at),
          )
        : acknowledgedAccident(accident, after.by, after.answeredAt);
    case 'answered':
      return resolvedAccident(accident, after.endedBy ?? after.by, after.endedAt, {
        outcome: 'helped',
      });
  }
}

const isNewPress = (before: RoomCall | null, after: RoomCall): boolean =>
  before === null || after.pressedAt.getTime() !== before.pressedAt.getTime();

/** Every press counts, also after an accident whose last time is ahead of the clock. */
const afterLast = (accident: Accident, pressedAt: Date): Date =>
  pressedAt > lastOf(accident) ? pressedAt : new Date(lastOf(accident).getTime() + 1);

/** By the id alone: the step does not say what they were called. */
const somebody = (userId: string | null): Carer | null =>
  userId === null ? null : { userId, name: '' };

function withNotice(
  { before, after, at }: CallStep,
  stood: Accident,
  next: Accident,
  plan: RoomPlan | null,
): [Accident, Pick<AccidentChange, 'notice'>] {
  const notice = (
    what: NonNullable<AccidentChange['notice']>['what'],
    moment: Date,
  ): [Accident, Pick<AccidentChange, 'notice'>] => [
    next,
    { notice: noticeOf(what, next.escalation.step, moment, plan) },
  ];
  switch (after.state) {
    case 'answered':
      return notice('resolved', after.endedAt);
    case 'answering':
      return stood.state === 'raised' || stood.state === 'resolved'
        ? notice('acknowledged', at)
        : [next, { notice: null }];
    case 'ringing':
      if (!isNewPress(before, after)) return notice('withdrawn', at);
      // Somebody was on the way, and whoever lies there asks anew.
      return stood.state === 'raised'
        ? withTellingOfRepeat(next, after.pressedAt, plan)
        : notice('raised', at);
  }
}
