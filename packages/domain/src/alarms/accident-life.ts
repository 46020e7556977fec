import type {
  AccidentAct,
  AccidentKind,
  AccidentOutcome,
  AccidentReason,
  AccidentSeverity,
  MuteReason,
  Responder,
} from '../collections/accident.ts';
import type { DocumentData } from '../collections/collections.ts';
import { hasCondition, isTechnical } from './accident-kinds.ts';
import type { RuleEvent } from './engine-state.ts';
import { endedUnreached } from './unreached-time.ts';

/**
 * An alarm and its transitions: raised, acknowledged, arrived, resolved. Each transition returns
 * the new alarm, or null if it does not apply, for example because another responder was faster.
 */
export type Accident = DocumentData<'accident'>;

type Raising = {
  readonly kind: AccidentKind;
  readonly severity: AccidentSeverity;
  readonly source: Accident['source'];
  readonly at: Date;
  /** Start of the condition. */
  readonly since: Date;
  readonly serial: string | null;
  readonly streamId: number | null;
  readonly reason: AccidentReason | null;
  readonly by: Responder | null;
  readonly note: string;
  /** When the second group is notified; null if there is none. */
  readonly escalatesAt: Date | null;
};

const MAX_HISTORY_STEPS = 200;

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
    reachSince: null,
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

/** The rule settings and the value that raised an alarm. */
export const toReason = ({ rule, value }: Pick<RuleEvent, 'rule' | 'value'>): AccidentReason => ({
  rule: rule.type,
  value,
  limit: rule.limit,
  delayMinutes: rule.type === 'duration' ? rule.delayMs / 60_000 : 0,
  times: rule.type === 'repeating' ? rule.times : null,
  withinMinutes: rule.type === 'repeating' ? rule.windowMs / 60_000 : null,
});

export const isOpen = ({ state }: Pick<Accident, 'state'>): boolean => state !== 'resolved';

/**
 * Counts a repeat of an open alarm. An event at or before the last counted one changes nothing, so
 * servers may report it twice.
 */
export function repeatedAccident(accident: Accident, at: Date, count = 1): Accident | null {
  if (!isOpen(accident) || at.getTime() <= getLastAt(accident).getTime()) return null;
  return {
    ...accident,
    repeats: accident.repeats + count,
    lastAt: at,
    overAt: null,
    unknownAt: null,
  };
}

/**
 * Raises an alarm again for a repeat long after a responder acknowledged it or arrived without
 * resolving it. Escalation restarts with the first group. An earlier repeat returns the alarm
 * unchanged, because the responder is probably still there.
 */
export function raisedAgain(accident: Accident, at: Date, escalatesAt: Date | null): Accident {
  const since = accident.arrivedAt ?? accident.acknowledgedAt;
  const withdrawn =
    since !== null && isResponseOverdue(since, at.getTime())
      ? withdrawnAccident(accident, null, at, escalatesAt)
      : null;
  return withdrawn === null
    ? accident
    : { ...withdrawn, escalation: { step: 0, at, nextAt: escalatesAt } };
}

export const getLastAt = ({ lastAt, raisedAt }: Accident): Date => lastAt ?? raisedAt;

/**
 * Records that the condition has ended. Resolves the alarm if its rule says so and no responder has
 * acknowledged it.
 */
export function overAccident(accident: Accident, at: Date, clears: boolean): Accident | null {
  if (!isOpen(accident) || at.getTime() < getLastAt(accident).getTime()) return null;
  if (!hasCondition(accident.kind) && !clears) return null;
  const resolves = clears && accident.state === 'raised';
  const isOver = accident.overAt !== null;
  if (isOver && !resolves) return null;
  const over = isOver ? accident : withOverStep({ ...accident, overAt: at, unknownAt: null }, at);
  return resolves
    ? withStep({ ...ended(over, at), state: 'resolved', resolvedAt: at }, 'resolved', null, at)
    : over;
}

/** A condition may end and return often: consecutive ends are one step, with the last time. */
function withOverStep(accident: Accident, at: Date): Accident {
  const { history } = accident;
  const isAgain = history.at(-1)?.act === 'over';
  return withStep(
    isAgain ? { ...accident, history: history.slice(0, -1) } : accident,
    'over',
    null,
    at,
  );
}

/**
 * A responder who neither arrives nor resolves the alarm within this time has forgotten to or is
 * held up: the alarm escalates once more. Most calls take less than 20 minutes, so a shorter time
 * would interrupt responders at work.
 */
export const FORGOTTEN_AFTER_MINUTES = 30;

const forgottenAt = (since: Date): Date =>
  new Date(since.getTime() + FORGOTTEN_AFTER_MINUTES * 60_000);

/** Whether a responder who acknowledged at `since` is overdue. */
export const isResponseOverdue = (since: Date, nowMs: number): boolean =>
  nowMs >= forgottenAt(since).getTime();

export function acknowledgedAccident(accident: Accident, by: Responder, at: Date): Accident | null {
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

/** Releases the alarm: it needs a responder again and escalates as if it had just been raised. */
export function withdrawnAccident(
  accident: Accident,
  by: Responder | null,
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

/** Records an arrival, and also an acknowledgement if it is missing. */
export function arrivedAccident(accident: Accident, by: Responder, at: Date): Accident | null {
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
  by: Responder,
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

/** Duration of a test alarm. */
export const TEST_ALARM_MS = 15_000;

/** Resolves a test alarm after its duration, even if it was acknowledged. */
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

/**
 * How long a resolved alarm can be reopened: enough to notice a mistake and undo it on a slow
 * connection.
 */
const REOPEN_GRACE_MS = 60_000;

/**
 * Restores the state from before a person resolved the alarm. An alarm that resolved on its own
 * cannot be reopened.
 * @param escalatesAt when the next group is notified without a response
 */
export function reopenedAccident(
  accident: Accident,
  by: Responder,
  at: Date,
  escalatesAt: Date | null,
): Accident | null {
  if (accident.state !== 'resolved' || accident.resolvedBy === null || accident.resolvedAt === null)
    return null;
  if (at.getTime() - accident.resolvedAt.getTime() > REOPEN_GRACE_MS) return null;
  const state = getStateBeforeResolved(accident);
  const open: Accident = {
    ...accident,
    state,
    resolvedBy: null,
    resolvedAt: null,
    outcome: null,
  };
  const asking =
    state === 'raised'
      ? { ...open, escalation: { ...open.escalation, nextAt: escalatesAt } }
      : open;
  return withStep(state === 'acknowledged' ? asksAgain(asking, at) : asking, 'reopened', by, at);
}

function getStateBeforeResolved({ arrivedAt, acknowledgedAt }: Accident): Accident['state'] {
  if (arrivedAt !== null) return 'arrived';
  return acknowledgedAt === null ? 'raised' : 'acknowledged';
}

export const MUTE_MINUTES = { least: 3, most: 15 } as const;

/**
 * Mutes the alarm for some minutes; the sound always returns. `deviceOffline` cannot be muted,
 * because an unwatched room would go unnoticed.
 */
export function mutedAccident(
  accident: Accident,
  by: Responder,
  at: Date,
  { minutes, reason }: { readonly minutes: number; readonly reason: MuteReason },
): Accident | null {
  if (!isOpen(accident) || accident.kind === 'deviceOffline') return null;
  const mutedUntil = new Date(at.getTime() + minutes * 60_000);
  return withStep({ ...accident, mutedUntil }, 'muted', by, at, { muteReason: reason });
}

/**
 * Escalates once more to group `step`, because the responder is overdue. The acknowledgement stays.
 * Technical alarms have no arrival and no due time.
 */
export function forgottenAccident(accident: Accident, step: number, at: Date): Accident | null {
  const { nextAt } = accident.escalation;
  if (accident.state !== 'acknowledged' || nextAt === null || nextAt > at) return null;
  return withStep({ ...accident, escalation: { step, at, nextAt: null } }, 'escalated', null, at);
}

/** Escalates to group `step`. Returns null if that group has already been notified. */
export function escalatedAccident(
  accident: Accident,
  step: number,
  at: Date,
  nextAt: Date | null,
): Accident | null {
  if (accident.state !== 'raised' || step <= accident.escalation.step) return null;
  return withStep({ ...accident, escalation: { step, at, nextAt } }, 'escalated', null, at);
}

/** Stops escalation, muting and the unreached time. */
const ended = (accident: Accident, at: Date): Accident => ({
  ...accident,
  mutedUntil: null,
  ...endedUnreached(accident, at),
  escalation: { ...accident.escalation, nextAt: null },
});

/**
 * Sets when the responder becomes overdue. Technical alarms are only confirmed, so they have no due
 * time.
 */
const asksAgain = <Known extends Accident>(accident: Known, from: Date): Known =>
  isTechnical(accident.kind)
    ? accident
    : { ...accident, escalation: { ...accident.escalation, nextAt: forgottenAt(from) } };

/** Appends a step to the history. A long history keeps its first step and the latest ones. */
export function withStep(
  accident: Accident,
  act: AccidentAct,
  by: Responder | null,
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
    history:
      history.length <= MAX_HISTORY_STEPS ? history : [...history.slice(0, 1), ...history.slice(2)],
  };
}
