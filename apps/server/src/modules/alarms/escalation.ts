import {
  escalatedAccident,
  forgottenAccident,
  isMuted,
  isTechnical,
  MAX_REMINDERS,
  countReminders,
  remindedAccident,
  withNextNotification,
  type Accident,
  type AccidentKind,
} from '@yamori/domain';
import { NO_FENCE, type LeaseFence } from '../../core/database/lease-fence.ts';
import {
  changed,
  SERVER,
  unchanged,
  type AlarmChange,
  type AlarmRepository,
  type Decision,
  type KnownAlarm,
} from './repository.ts';
import type { RoomAlarmConfig, RuleCache } from './rule-cache.ts';

/**
 * When the next notification after `step` is due: to the next group, or a reminder to the last one.
 * Null if none follows. Technical alarms have no reminders: thirty rooms behind one switch would
 * ring all night. `reminders`: how many were sent so far.
 */
export function getNextNotificationAt(
  config: RoomAlarmConfig | null,
  kind: AccidentKind,
  step: number,
  from: Date,
  reminders = 0,
): Date | null {
  const next = config?.groups[step + 1];
  if (config === null || (next === undefined && (isTechnical(kind) || reminders >= MAX_REMINDERS)))
    return null;
  return new Date(
    from.getTime() + (next?.afterMinutes ?? config.escalateAfterMinutes(kind)) * MINUTE_MS,
  );
}

const MINUTE_MS = 60_000;

/** Recipients of a notification of this step. */
const getRecipients = (config: RoomAlarmConfig | null, step: number): string[] => [
  ...(config?.groups[step]?.userIds ?? []),
];

/** A notification about a change of an alarm. */
export const createNotification = (
  what: NonNullable<AlarmChange['notification']>['what'],
  step: number,
  at: Date,
  config: RoomAlarmConfig | null,
): NonNullable<AlarmChange['notification']> => ({
  what,
  step,
  userIds: getRecipients(config, step),
  at: at.toISOString(),
});

export const isLastGroup = (config: RoomAlarmConfig | null, step: number): boolean =>
  step + 1 >= (config?.groups.length ?? 0);

/** Limits a step to the current groups, some of which may have been deleted. */
const clampStep = (config: RoomAlarmConfig | null, step: number): number =>
  Math.max(0, Math.min(step, (config?.groups.length ?? 0) - 1));

export type EscalationOptions = {
  readonly repository: AlarmRepository;
  readonly rules: RuleCache;
  readonly fence?: LeaseFence;
};

/**
 * Notifies the next group of an alarm without a responder, reminds the last group, or escalates an
 * alarm whose responder is overdue. The step is stored with the alarm, so only one server performs
 * it. A late escalation, after all servers were down, advances one step only. Uses the current
 * groups.
 */
export async function escalate(
  { repository, rules, fence = NO_FENCE }: EscalationOptions,
  roomId: string,
  accidentId: string,
  at: Date,
): Promise<boolean> {
  const config = await rules.getConfig(roomId);
  let escalated = false;
  await repository.update({ roomId }, { ...SERVER, fence }, async (room) => {
    const known = await room.find(accidentId);
    const decision = known === null ? unchanged(null) : nextStep(known, at, config);
    escalated = decision.kind === 'changed' && decision.change.notification !== null;
    return decision;
  });
  return escalated;
}

function nextStep(known: KnownAlarm, at: Date, config: RoomAlarmConfig | null): Decision {
  const { id, accident } = known;
  const { nextAt, step } = accident.escalation;
  if (nextAt === null || nextAt > at) return unchanged(known);
  if (accident.state === 'acknowledged') {
    const nextGroup = clampStep(config, step + 1);
    const forgotten = forgottenAccident(accident, nextGroup, at);
    return forgotten === null
      ? unchanged(known)
      : changed(id, forgotten, {
          notification: createNotification('forgotten', nextGroup, at, config),
        });
  }
  if (!isLastGroup(config, step)) {
    const next = escalatedAccident(
      accident,
      step + 1,
      at,
      getNextNotificationAt(config, accident.kind, step + 1, at),
    );
    return next === null
      ? unchanged(known)
      : changed(id, next, { notification: createNotification('escalated', step + 1, at, config) });
  }
  // An alarm whose condition ended stays on the screens without reminders.
  if (accident.overAt !== null) return changed(id, withNextNotification(accident, null));
  if (isMuted(accident, at))
    return changed(id, withNextNotification(accident, accident.mutedUntil));
  const [next, effects]: Reminded = remind(accident, at, config) ?? [
    withNextNotification(accident, null),
    { notification: null },
  ];
  return changed(id, next, effects);
}

type Reminded = [accident: Accident, effects: Pick<AlarmChange, 'notification'>];

function remind(accident: Accident, at: Date, config: RoomAlarmConfig | null): Reminded | null {
  const step = clampStep(config, accident.escalation.step);
  const { nextAt } = accident.escalation;
  // A reminder does not delay the next group.
  const isNextGroupPending = nextAt !== null && nextAt > at && !isLastGroup(config, step);
  const reminded = remindedAccident(
    accident,
    step,
    at,
    isNextGroupPending
      ? nextAt
      : getNextNotificationAt(config, accident.kind, step, at, countReminders(accident) + 1),
  );
  return reminded === null
    ? null
    : [reminded, { notification: createNotification('toldAgain', step, at, config) }];
}

/**
 * Reminds the last group of a repeated alarm without a responder, at most once per escalation
 * interval.
 */
export function withReminderOnRepeat(
  repeated: Accident,
  at: Date,
  config: RoomAlarmConfig | null,
): Reminded {
  const lastMs = (repeated.escalation.at ?? repeated.raisedAt).getTime();
  const isDue =
    config !== null &&
    !isMuted(repeated, at) &&
    at.getTime() - lastMs >= config.escalateAfterMinutes(repeated.kind) * MINUTE_MS;
  return (isDue ? remind(repeated, at, config) : null) ?? [repeated, { notification: null }];
}

/**
 * Reminds the last group as soon as the condition of an alarm returns. If the alarm is muted or has
 * a responder, only updates the notification on the devices.
 */
export function withReminderOnReturn(
  repeated: Accident,
  at: Date,
  config: RoomAlarmConfig | null,
): Reminded {
  if (repeated.state !== 'raised')
    return [
      repeated,
      { notification: createNotification('acknowledged', repeated.escalation.step, at, config) },
    ];
  return (
    (isMuted(repeated, at) ? null : remind(repeated, at, config)) ?? [
      repeated,
      { notification: createNotification('ongoing', repeated.escalation.step, at, config) },
    ]
  );
}
