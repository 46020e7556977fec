import { ACCIDENT_TRAITS, raisedAccident, repeatedAccident } from '@yamori/domain';
import { LeaseLost, NO_FENCE } from '../../core/database/lease-fence.ts';
import {
  createNotification,
  getNextNotificationAt,
  withReminderOnRepeat,
  type EscalationOptions,
} from './escalation.ts';
import {
  changed,
  createAlarmId,
  SERVER,
  unchanged,
  type Decision,
  type KnownAlarm,
  type RoomAlarms,
} from './repository.ts';
import { isRejected } from './room-evaluator.ts';
import type { RoomAlarmConfig } from './rule-cache.ts';

/** When the data was received that no rule evaluated. */
export type MissedData = { readonly fromMs: number; readonly untilMs: number };

type MonitoringGapsOptions = EscalationOptions & { readonly nowMs: () => number };

/** Raises an alarm in each room whose data no rule evaluated. Failed writes are retried. */
export function createMonitoringGaps(
  options: MonitoringGapsOptions,
  onFailed: (error: unknown, message: string) => void,
) {
  const { repository, rules, nowMs, fence = NO_FENCE } = options;
  const waiting = new Map<string, MissedData>();
  let running: Promise<void> | null = null;

  async function raise(roomId: string, missed: MissedData): Promise<void> {
    const config = await rules.getConfig(roomId);
    await repository.update({ roomId }, { ...SERVER, fence }, (room) =>
      decideGap(room, missed, config, new Date(nowMs())),
    );
  }

  async function raiseAll(): Promise<void> {
    for (const [roomId, missed] of waiting) {
      try {
        await raise(roomId, missed);
      } catch (error) {
        onFailed(error, 'alarm about missed data not stored');
        // The cursor has not moved, so the new owner finds the same gap.
        if (!(error instanceof LeaseLost) && !isRejected(error)) continue;
      }
      if (waiting.get(roomId) === missed) waiting.delete(roomId);
    }
  }

  function start(): void {
    if (waiting.size === 0) return;
    running ??= raiseAll().finally(() => {
      running = null;
    });
  }

  return {
    add(roomId: string, missed: MissedData): void {
      const known = waiting.get(roomId);
      waiting.set(roomId, known === undefined ? missed : join(known, missed));
      start();
    },
    /** Call it once a second: retries the alarms that are not stored. */
    retry: start,
    hasUnstored: (): boolean => waiting.size > 0,
    running: (): readonly Promise<void>[] => (running === null ? [] : [running]),
  };
}

async function decideGap(
  room: RoomAlarms,
  missed: MissedData,
  config: RoomAlarmConfig | null,
  at: Date,
): Promise<Decision> {
  const open = await room.findOpen('monitoringGap');
  const last = open ?? (await room.findLast('monitoringGap'));
  // Another owner found the same gap.
  if (last !== null && covers(last, missed)) return unchanged(last);
  if (open !== null) return widen(open, missed, config, at);
  const { severity, source } = ACCIDENT_TRAITS.monitoringGap;
  const accident = raisedAccident({
    kind: 'monitoringGap',
    severity,
    source,
    at,
    since: new Date(missed.fromMs),
    serial: null,
    streamId: null,
    reason: null,
    by: null,
    note: '',
    escalatesAt: getNextNotificationAt(config, 'monitoringGap', 0, at),
  });
  return changed(
    createAlarmId('monitoringGap', at.getTime()),
    { ...accident, evidence: toEvidence(missed) },
    { isNew: true, notification: createNotification('raised', 0, at, config) },
  );
}

function widen(
  { id, accident }: KnownAlarm,
  missed: MissedData,
  config: RoomAlarmConfig | null,
  at: Date,
): Decision {
  const repeated = repeatedAccident(accident, at) ?? accident;
  const evidence = toEvidence(join(getMissed(accident) ?? missed, missed));
  return changed(id, ...withReminderOnRepeat({ ...repeated, evidence }, at, config));
}

const getMissed = ({ evidence }: KnownAlarm['accident']): MissedData | null =>
  evidence === null ? null : { fromMs: evidence.from.getTime(), untilMs: evidence.to.getTime() };

function covers({ accident }: KnownAlarm, { fromMs, untilMs }: MissedData): boolean {
  const known = getMissed(accident);
  return known !== null && known.fromMs <= fromMs && known.untilMs >= untilMs;
}

const join = (one: MissedData, other: MissedData): MissedData => ({
  fromMs: Math.min(one.fromMs, other.fromMs),
  untilMs: Math.max(one.untilMs, other.untilMs),
});

const toEvidence = ({ fromMs, untilMs }: MissedData): KnownAlarm['accident']['evidence'] => ({
  serial: null,
  streamId: null,
  from: new Date(fromMs),
  to: new Date(untilMs),
});
