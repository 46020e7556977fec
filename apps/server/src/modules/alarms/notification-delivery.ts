import { setTimeout as pause } from 'node:timers/promises';
import {
  accidentWithRecipients,
  escalatedAccident,
  isTechnical,
  MAX_TOLD_NAMES,
  ProblemError,
  withReach,
  type AccidentRecipients,
} from '@yamori/domain';
import { changed, SERVER, unchanged, type AlarmRepository } from './repository.ts';
import type {
  AlarmNotification,
  DeliverNotification,
  ReachedPerson,
} from './alarm-notifications.ts';
import { isLastGroup, getNextNotificationAt, createNotification } from './escalation.ts';
import type { RoomPlan, RulesReader } from './rules-reader.ts';

type NotificationDeliveryOptions = {
  readonly repository: AlarmRepository;
  readonly rules: RulesReader;
  readonly deliver: DeliverNotification;
  readonly now: () => Date;
};

const RETRY_AFTER_MS = 1_000;

/** Notifications that go to no further group: they replace earlier ones, or test one member. */
const SENT_TO_NO_GROUP: readonly AlarmNotification['what'][] = [
  'acknowledged',
  'ongoing',
  'over',
  'resolved',
  'tested',
];

/**
 * Delivers a notification and records its recipients in the alarm. If no channel reaches a group,
 * the next group is notified immediately, and after the last one everybody who may respond
 * (decision 041).
 */
export function createNotificationDelivery({
  repository,
  rules,
  deliver,
  now,
}: NotificationDeliveryOptions): (
  notification: AlarmNotification,
  signal: AbortSignal,
) => Promise<void> {
  return async (notification, signal) => {
    const plan = await rules.getPlan(notification.roomId);
    const hasGroups = plan !== null && plan.groups.length > 0;
    const named = await deliver(
      {
        ...notification,
        userIds: hasGroups || notification.what === 'tested' ? notification.userIds : null,
      },
      signal,
    );
    if (named === null || SENT_TO_NO_GROUP.includes(notification.what)) return;
    const isLast = isLastGroup(plan, notification.step) || notification.what === 'forgotten';
    const reached =
      named.length === 0 && hasGroups && isLast
        ? await deliver({ ...notification, userIds: null }, signal)
        : named;
    if (reached !== null) await writeUntilStored(notification, reached, plan, signal);
  };

  /** The notification is sent, so a busy room must not lose its result. */
  async function writeUntilStored(
    notification: AlarmNotification,
    reached: readonly ReachedPerson[],
    plan: RoomPlan | null,
    signal: AbortSignal,
  ): Promise<void> {
    for (;;) {
      try {
        await write(notification, reached, plan);
        return;
      } catch (error) {
        if (!isConflict(error)) throw error;
        await pause(RETRY_AFTER_MS, undefined, { signal });
      }
    }
  }

  async function write(
    { roomId, accidentId, step, at: toldAt }: AlarmNotification,
    reached: readonly ReachedPerson[],
    plan: RoomPlan | null,
  ): Promise<void> {
    await repository.update({ roomId }, SERVER, async (room) => {
      const known = await room.find(accidentId);
      const noted =
        known === null
          ? null
          : accidentWithRecipients(known.accident, new Date(toldAt), toAccidentRecipients(reached));
      if (known === null || noted === null) return unchanged(known);
      const isMissed =
        reached.length === 0 &&
        noted.state === 'raised' &&
        !isTechnical(noted.kind) &&
        noted.escalation.step === step &&
        !isLastGroup(plan, step);
      const at = now();
      const next = isMissed
        ? escalatedAccident(
            noted,
            step + 1,
            at,
            getNextNotificationAt(plan, noted.kind, step + 1, at),
          )
        : null;
      if (next === null)
        return changed(known.id, withReach(noted, reached.length > 0 ? 'people' : 'nobody', at));
      return changed(known.id, next, {
        notification: createNotification('escalated', step + 1, at, plan),
      });
    });
  }
}

const isConflict = (error: unknown): boolean =>
  error instanceof ProblemError && error.problem.code === 'document-conflict';

const toAccidentRecipients = (reached: readonly ReachedPerson[]): AccidentRecipients => ({
  count: reached.length,
  people: reached
    .slice(0, MAX_TOLD_NAMES)
    .map(({ userId, name, ways }) => ({ userId, name, ways: [...ways] })),
});
