import type {
  AccidentAct,
  AccidentKind,
  AccidentOutcome,
  AccidentReason,
  AccidentSeverity,
  MuteReason,
} from '../collections/accident.ts';
import type { DataOf } from '../collections/collections.ts';
import type { Carer } from '../live/carer.ts';
import { hasCondition, isTechnical } from './accident-kinds.ts';
import type { AccidentSignal } from './engine-state.ts';
import { endedUnreached } from './unreached-time.ts';

/**
 * The life of an accident, step by step: raised, acknowledged by somebody who goes, arrived,
 * resolved. Each step says what it becomes, or null when it stays as it is, because somebody was
 * quicker or because it is over.
 */
export type Accident = DataOf<'accident'>;

export type Raising = {
  readonly kind: AccidentKind;
  readonly severity: AccidentSeverity;
  readonly source: Accident['source'];
  readonly at: Date;
  /** Since when what it watches held. */
  readonly since: Date;
  readonly serial: string | null;
  readonly streamId: number | null;
  readonly reason: AccidentReason | null;
  readonly by: Carer | null;
  readonly note: string;
  /** When the second group is told; null where there is none. */
  readonly escalatesAt: Date | null;
};

const STEPS_KEPT = 200;

export function raisedAccident({
  kind,
  severity,
  source,
  at,
  since,
  serial,
  streamId,
  reason,
  by,
  note,
  escalatesAt,
}: Raising): Accident {
  const raised: Accident = {
    kind,
    severity,
    source,
    raisedAt: at,
    evidence: { serial, streamId, from: since, to: at },
    state: 'raised',
    repeats: 1,
    lastAt: at,
    acknowledgedBy: null,
    acknowledgedAt: null,
    arrivedBy: null,
    arrivedAt: null,
    resolvedBy: null,
    resolvedAt: null,
    overAt: null,
    unknownAt: null,
    mutedUntil: null,
    escalation: { step: 0, at, nextAt: escalatesAt },
    reach: null,
    unreached: null,
    reason,
    latencyMs: null,
    outcome: null,
    useful: null,
    note,
    history: [],
  };
  return withStep(raised, 'raised', by, at);
}

/** By what a rule raised it. */
export const reasonOf = ({
  rule,
  value,
}: Pick<AccidentSignal, 'rule' | 'value'>): AccidentReason => ({
  rule: rule.type,
  value,
  limit: rule.limit,
  delayMinutes: rule.type === 'duration' ? rule.delayMs / 60_000 : 0,
  times: rule.type === 'repeating' ? rule.times : null,
  withinMinutes: rule.type === 'repeating' ? rule.withinMs / 60_000 : null,
});

export const isOpen = ({ state }: Pick<Accident, 'state'>): boolean => state !== 'resolved';

/**
 * It happened again while it is open. The same moment told again, by whichever server, changes
 * nothing.
 */
export function repeatedAccident(accident: Accident, at: Date, count = 1): Accident | null {
  if (!isOpen(accident) || at.getTime() <= lastOf(accident).getTime()) return null;
  return {
    ...accident,
    repeats: accident.repeats + count,
    lastAt: at,
    overAt: null,
    unknownAt: null,
  };
}

/**
 * It happens again when whoever went must have left long ago and never said that it was over: it
 * asks for somebody, and its groups are told, as if it had just been raised. Sooner somebody is
 * there, and it only counts.
 */
export function askedAnew(accident: Accident, at: Date, escalatesAt: Date | null): Accident {
  const since = accident.arrivedAt ?? accident.acknowledgedAt;
  const anew =
    since !== null && isForgotten(since, at.getTime())
      ? withdrawnAccident(accident, null, at, escalatesAt)
      : null;
  return anew === null ? accident : { ...anew, escalation: { step: 0, at, nextAt: escalatesAt } };
}

export const lastOf = ({ lastAt, raisedAt }: Accident): Date => lastAt ?? raisedAt;

/**
 * What raised it is over. It ends by itself where its rule says so and nobody has said that they
 * go.
 */
export function overAccident(accident: Accident, at: Date, clears: boolean): Accident | null {
  if (!isOpen(accident) || accident.overAt !== null || at.getTime() < lastOf(accident).getTime())
    return null;
  if (!hasCondition(accident.kind) && !clears) return null;
  const over = withStep({ ...accident, overAt: at, unknownAt: null }, 'over', null, at);
  return clears && accident.state === 'raised'
    ? withStep({ ...ended(over, at), state: 'resolved', resolvedAt: at }, 'resolved', null, at)
    : over;
}

/**
 * Whoever said that they go and has neither arrived nor ended it after so long has forgotten to say
 * so, or is held up: it asks again. What a call takes is mostly over within 20 minutes; sooner it
 * would ring while somebody is at work with both hands.
 */
export const FORGOTTEN_AFTER_MINUTES = 30;

const forgottenAt = (since: Date): Date =>
  new Date(since.getTime() + FORGOTTEN_AFTER_MINUTES * 60_000);

/** Whether somebody who goes `since` is to be asked what became of it. */
export const isForgotten = (since: Date, nowMs: number): boolean =>
  nowMs >= forgottenAt(since).getTime();

export function acknowledgedAccident(accident: Accident, by: Carer, at: Date): Accident | null {
  if (accident.state !== 'raised') return null;
  return withStep(
    {
      ...asksAgain(ended(accident, at), at),
      state: 'acknowledged',
      acknowledgedBy: by,
      acknowledgedAt: at,
    },
    'acknowledged',
    by,
    at,
  );
}

/**
 * Nobody goes after all: it asks for somebody again, and the next group is told as if it had just
 * been raised.
 */
export function withdrawnAccident(
  accident: Accident,
  by: Carer | null,
  at: Date,
  escalatesAt: Date | null,
): Accident | null {
  if (accident.state !== 'acknowledged' && accident.state !== 'arrived') return null;
  const raised: Accident = {
    ...accident,
    state: 'raised',
    acknowledgedBy: null,
    acknowledgedAt: null,
    arrivedBy: null,
    arrivedAt: null,
    mutedUntil: null,
    reach: null,
    escalation: { ...accident.escalation, nextAt: escalatesAt },
  };
  return withStep(raised, 'withdrawn', by, at);
}

/** Somebody is there; who had said nothing before goes since then too. */
export function arrivedAccident(accident: Accident, by: Carer, at: Date): Accident | null {
  if (accident.state !== 'raised' && accident.state !== 'acknowledged') return null;
  const going = acknowledgedAccident(accident, by, at) ?? accident;
  return withStep(
    { ...ended(going, at), state: 'arrived', arrivedBy: by, arrivedAt: at },
    'arrived',
    by,
    at,
  );
}

export type Resolving = {
  readonly outcome: AccidentOutcome | null;
  readonly useful?: boolean | undefined;
  readonly note?: string | undefined;
};

export function resolvedAccident(
  accident: Accident,
  by: Carer,
  at: Date,
  { outcome, useful, note }: Resolving,
): Accident | null {
  if (!isOpen(accident)) return null;
  const resolved: Accident = {
    ...ended(accident, at),
    state: 'resolved',
    resolvedBy: by,
    resolvedAt: at,
    outcome,
    useful: useful ?? accident.useful,
    note: note ?? accident.note,
  };
  return withStep(resolved, 'resolved', by, at);
}

/** How long an alarm that tries out the way of alarms is there. */
export const TEST_ALARM_MS = 15_000;

/** A test is over by itself, whoever has pressed what meanwhile. */
export function endedTest(accident: Accident, at: Date): Accident | null {
  if (
    accident.kind !== 'test' ||
    !isOpen(accident) ||
    at.getTime() - accident.raisedAt.getTime() < TEST_ALARM_MS
  )
    return null;
  return withStep(
    { ...ended(accident, at), state: 'resolved', resolvedAt: at, outcome: 'test' },
    'resolved',
    null,
    at,
  );
}

/** How long one that is closed can be opened again, as a call can (`REOPEN_WITHIN_SECONDS`). */
const REOPEN_WITHIN_MS = 60_000;

/**
 * It was not over: as it was before somebody said so. What ended by itself nobody opens again.
 * @param escalatesAt when the next group is told if nobody goes
 */
export function reopenedAccident(
  accident: Accident,
  by: Carer,
  at: Date,
  escalatesAt: Date | null,
): Accident | null {
  if (accident.state !== 'resolved' || accident.resolvedBy === null || accident.resolvedAt === null)
    return null;
  if (at.getTime() - accident.resolvedAt.getTime() > REOPEN_WITHIN_MS) return null;
  const state =
    accident.arrivedAt !== null
      ? 'arrived'
      : accident.acknowledgedAt !== null
        ? 'acknowledged'
        : 'raised';
  const open = { ...accident, state, resolvedBy: null, resolvedAt: null, outcome: null } as const;
  const asking =
    state === 'raised'
      ? { ...open, escalation: { ...open.escalation, nextAt: escalatesAt } }
      : open;
  return withStep(state === 'acknowledged' ? asksAgain(asking, at) : asking, 'reopened', by, at);
}

export const MUTE_MINUTES = { least: 3, most: 15 } as const;

/**
 * No sound for some minutes; it always comes back by itself. A lost device is never silent: nobody
 * would see to who lies there.
 */
export function mutedAccident(
  accident: Accident,
  by: Carer,
  at: Date,
  { minutes, reason }: { readonly minutes: number; readonly reason: MuteReason },
): Accident | null {
  if (!isOpen(accident) || accident.kind === 'deviceOffline') return null;
  const mutedUntil = new Date(at.getTime() + minutes * 60_000);
  return withStep({ ...accident, mutedUntil }, 'muted', by, at, { muteReason: reason });
}

/** Also of one that is over: what there was to say is often known in the morning. */
export function notedAccident(
  accident: Accident,
  by: Carer,
  at: Date,
  note: string,
): Accident | null {
  return note === accident.note ? null : withStep({ ...accident, note }, 'noted', by, at);
}

/** Whether it was of use that it rang. */
export function judgedAccident(
  accident: Accident,
  by: Carer,
  at: Date,
  useful: boolean | null,
): Accident | null {
  return useful === accident.useful ? null : withStep({ ...accident, useful }, 'judged', by, at);
}

/** What is said of one that is over, all of it at once. */
export function describedAccident(
  accident: Accident,
  by: Carer,
  at: Date,
  { outcome, useful, note }: Resolving,
): Accident | null {
  if (accident.state !== 'resolved') return null;
  const described = {
    ...accident,
    outcome,
    useful: useful ?? accident.useful,
    note: note ?? accident.note,
  };
  const isSame =
    described.outcome === accident.outcome &&
    described.useful === accident.useful &&
    described.note === accident.note;
  return isSame ? null : withStep(described, 'noted', by, at);
}

/**
 * It asks again, once, while somebody goes as before: a group is told, `step`, the next or the
 * last. Whose confirmation of a device's fault it is has nowhere to arrive.
 */
export function forgottenAccident(accident: Accident, step: number, at: Date): Accident | null {
  const { nextAt } = accident.escalation;
  if (accident.state !== 'acknowledged' || nextAt === null || nextAt > at) return null;
  return withStep({ ...accident, escalation: { step, at, nextAt: null } }, 'escalated', null, at);
}

/** The next group is told. @param step which: one that was told already is not told again */
export function escalatedAccident(
  accident: Accident,
  step: number,
  at: Date,
  nextAt: Date | null,
): Accident | null {
  if (accident.state !== 'raised' || step <= accident.escalation.step) return null;
  return withStep({ ...accident, escalation: { step, at, nextAt } }, 'escalated', null, at);
}

/** Nobody further need be told, and the sound is as it was. */
const ended = (accident: Accident, at: Date): Accident => ({
  ...accident,
  mutedUntil: null,
  unreached: endedUnreached(accident.unreached, at),
  escalation: { ...accident.escalation, nextAt: null },
});

/** A device's fault is confirmed, not gone to: nothing is forgotten of it. */
const asksAgain = <Known extends Accident>(accident: Known, from: Date): Known =>
  isTechnical(accident.kind)
    ? accident
    : { ...accident, escalation: { ...accident.escalation, nextAt: forgottenAt(from) } };

/** How it began stays, and the latest of what came after. */
export function withStep(
  accident: Accident,
  act: AccidentAct,
  by: Carer | null,
  at: Date,
  more: { readonly muteReason?: MuteReason } = {},
): Accident {
  const step = {
    at,
    state: accident.state,
    by: by?.userId ?? null,
    act,
    ...(by === null ? {} : { name: by.name }),
    ...more,
  };
  const history = [...accident.history, step];
  return {
    ...accident,
    history: history.length <= STEPS_KEPT ? history : [...history.slice(0, 1), ...history.slice(2)],
  };
}
