import { setTimeout as pause } from 'node:timers/promises';
import {
  accidentWithRecipients,
  escalatedAccident,
  hasCode,
  isTechnical,
  MAX_TOLD_NAMES,
  withReach,
  type AccidentRecipients,
} from '@yamori/domain';
import { changed, SERVER, unchanged, type AlarmRepository } from './repository.ts';
import type {
  AlarmNotification,
  NotificationDelivery,
  NotificationOutcome,
  ReachedPerson,
} from './alarm-notifications.ts';
import { isLastGroup, getNextNotificationAt, createNotification } from './escalation.ts';
import type { RoomAlarmConfig, RuleCache } from './rule-cache.ts';

type NotificationDeliveryOptions = {
  readonly repository: AlarmRepository;
  readonly rules: RuleCache;
  readonly delivery: NotificationDelivery;
  readonly now: () => Date;
};

const RETRY_AFTER_MS = 1_000;

/** Not escalated to a group: these replace earlier notifications or test one member. */
const SENT_TO_NO_GROUP: readonly AlarmNotification['what'][] = [
  'acknowledged',
  'ongoing',
  'over',
  'resolved',
  'tested',
];

type NotificationHandlers = {
  readonly deliver: (notification: AlarmNotification, signal: AbortSignal) => Promise<void>;
  /** Called when the outcome of a delivered notification changed. */
  readonly recordOutcome: (notification: AlarmNotification, signal: AbortSignal) => Promise<void>;
};

/**
 * Delivers a notification and records in the alarm whom its messages reached. If every message to a
 * group fails, or it has no channel, the next group is notified immediately, and after the last one
 * everyone who may respond (decision 041).
 */
export function createNotificationDelivery({
  repository,
  rules,
  delivery,
  now,
}: NotificationDeliveryOptions): NotificationHandlers {
  return {
    async deliver(notification, signal) {
      const config = await rules.getConfig(notification.roomId);
      const isForGroup = hasGroups(config) || notification.what === 'tested';
      const userIds = isForGroup ? notification.userIds : null;
      await record(
        notification,
        await delivery.deliver({ ...notification, userIds }, signal),
        config,
        signal,
      );
    },
    async recordOutcome(notification, signal) {
      const config = await rules.getConfig(notification.roomId);
      await record(notification, await delivery.readOutcome(notification), config, signal);
    },
  };

  async function record(
    notification: AlarmNotification,
    outcome: NotificationOutcome | null,
    config: RoomAlarmConfig | null,
    signal: AbortSignal,
  ): Promise<void> {
    if (outcome === null || SENT_TO_NO_GROUP.includes(notification.what)) return;
    const isLast = isLastGroup(config, notification.step) || notification.what === 'forgotten';
    const final =
      reachedNobody(outcome) && hasGroups(config) && isLast
        ? await delivery.deliver({ ...notification, userIds: null }, signal)
        : outcome;
    if (final !== null) await writeUntilStored(notification, final, config, signal);
  }

  /** Retries on conflict: the notification was sent, so its result must be stored. */
  async function writeUntilStored(
    notification: AlarmNotification,
    outcome: NotificationOutcome,
    config: RoomAlarmConfig | null,
    signal: AbortSignal,
  ): Promise<void> {
    for (;;) {
      try {
        await write(notification, outcome, config);
        return;
      } catch (error) {
        if (!hasCode(error, 'document-conflict')) throw error;
        await pause(RETRY_AFTER_MS, undefined, { signal });
      }
    }
  }

  async function write(
    { roomId, accidentId, step, at: toldAt }: AlarmNotification,
    outcome: NotificationOutcome,
    config: RoomAlarmConfig | null,
  ): Promise<void> {
    await repository.update({ roomId }, SERVER, async (room) => {
      const known = await room.find(accidentId);
      if (known === null) return unchanged(known);
      const at = now();
      if (outcome.people.length === 0 && outcome.isSending) {
        const sending = withReach(known.accident, 'sending', at);
        return sending === known.accident ? unchanged(known) : changed(known.id, sending);
      }
      const recipients = toAccidentRecipients(outcome.people);
      const notified = accidentWithRecipients(known.accident, new Date(toldAt), recipients);
      if (notified === null) return unchanged(known);
      const isMissed =
        reachedNobody(outcome) &&
        notified.state === 'raised' &&
        !isTechnical(notified.kind) &&
        notified.escalation.step === step &&
        !isLastGroup(config, step);
      const next = isMissed
        ? escalatedAccident(
            notified,
            step + 1,
            at,
            getNextNotificationAt(config, notified.kind, step + 1, at),
          )
        : null;
      if (next === null)
        return changed(
          known.id,
          withReach(notified, reachedNobody(outcome) ? 'nobody' : 'people', at),
        );
      return changed(known.id, next, {
        notification: createNotification('escalated', step + 1, at, config),
      });
    });
  }
}

const hasGroups = (config: RoomAlarmConfig | null): boolean =>
  config !== null && config.groups.length > 0;

/** Every message failed, or none was sent. */
const reachedNobody = ({ people, isSending }: NotificationOutcome): boolean =>
  people.length === 0 && !isSending;

const toAccidentRecipients = (reached: readonly ReachedPerson[]): AccidentRecipients => ({
  count: reached.length,
  people: reached
    .slice(0, MAX_TOLD_NAMES)
    .map(({ userId, name, ways }) => ({ userId, name, ways: [...ways] })),
});
