import {
  ACCIDENT_TRAITS,
  raisedAgain,
  isTechnical,
  knownAccident,
  lateCall,
  getLastAt,
  notedAccident,
  overAccident,
  pressedAccident,
  pressTime,
  raisedAccident,
  toReason,
  ProblemError,
  repeatedAccident,
  unknownAccident,
  type AccidentKind,
  type AccidentSeverity,
  type RuleEvent,
  type Responder,
  type Press,
} from '@yamori/domain';
import {
  getNextNotificationAt,
  createNotification,
  withReminderOnRepeat,
  withReminderOnReturn,
} from './escalation.ts';
import {
  createAlarmId,
  changed,
  unchanged,
  type Decision,
  type KnownAlarm,
  type RoomAlarms,
} from './repository.ts';
import type { LatePress } from '../../core/timeline/staging/press-store.ts';
import type { RoomAlarmConfig } from './rule-cache.ts';
import { isAhead } from './stored-times.ts';

/** A rule event; `count` consecutive repeats of one kind are merged into one. */
export type CountedRuleEvent = RuleEvent & { readonly count: number };

/** An alarm that was resolved while its condition persists is raised again after this time. */
const RAISED_ANEW_AFTER_MS = 600_000;

/**
 * Applies a rule event to the alarms of a room. A server may replay events that another has already
 * applied: a rule event carries its due time, and an alarm ignores events up to its last one.
 */
export async function applyRuleEvent(
  room: RoomAlarms,
  ruleEvent: CountedRuleEvent,
  config: RoomAlarmConfig | null,
  nowMs: number,
): Promise<Decision> {
  const open = notAhead(await room.findOpen(ruleEvent.kind), ruleEvent, nowMs);
  const at = new Date(ruleEvent.atMs);
  if (ruleEvent.type === 'unknown' || ruleEvent.type === 'known')
    return markUnknown(open, ruleEvent, at);
  if (ruleEvent.type === 'cleared')
    return open === null ? unchanged(null) : end(open, ruleEvent, at, config);
  if (open === null) return raiseIfNew(room, ruleEvent, at, config, nowMs);
  // A persisting state is the same episode, even if a server detects it again.
  if (ruleEvent.type === 'stillFiring' || (ruleEvent.isState && open.accident.overAt === null))
    return unchanged(open);
  const asking = raisedAgain(
    open.accident,
    at,
    getNextNotificationAt(config, ruleEvent.kind, 0, at),
  );
  const repeated = repeatedAccident(asking, at, ruleEvent.count);
  if (repeated === null) return unchanged(open);
  if (asking !== open.accident)
    return changed(open.id, repeated, {
      notification: createNotification('raised', repeated.escalation.step, at, config),
    });
  if (open.accident.overAt === null)
    return changed(open.id, ...withReminderOnRepeat(repeated, at, config));
  return changed(open.id, ...withReminderOnReturn(repeated, at, config));
}

/** Marks an open alarm when data is missing, and removes the mark when data returns. */
function markUnknown(open: KnownAlarm | null, { type }: CountedRuleEvent, at: Date): Decision {
  if (open === null) return unchanged(null);
  const { id, accident } = open;
  const next = type === 'known' ? knownAccident(accident) : unknownAccident(accident, at);
  return next === null ? unchanged(open) : changed(id, next);
}

function end(
  open: KnownAlarm,
  { clears }: CountedRuleEvent,
  at: Date,
  config: RoomAlarmConfig | null,
): Decision {
  const over = overAccident(open.accident, at, clears);
  if (over === null) return unchanged(open);
  const what = over.state === 'resolved' ? 'resolved' : 'over';
  return changed(open.id, over, {
    notification: createNotification(what, over.escalation.step, at, config),
  });
}

async function raiseIfNew(
  room: RoomAlarms,
  ruleEvent: CountedRuleEvent,
  at: Date,
  config: RoomAlarmConfig | null,
  nowMs: number,
): Promise<Decision> {
  const last = notAhead(await room.findLast(ruleEvent.kind), ruleEvent, nowMs);
  if (last !== null && isAlreadyCounted(last, ruleEvent)) return unchanged(last);
  const accident = raisedAccident({
    kind: ruleEvent.kind,
    severity: ruleEvent.severity,
    source: isTechnical(ruleEvent.kind) ? 'system' : 'sensor',
    at,
    since: new Date(ruleEvent.sinceMs),
    serial: ruleEvent.serial,
    streamId: ruleEvent.streamId,
    reason: toReason(ruleEvent),
    by: null,
    note: '',
    escalatesAt: getNextNotificationAt(config, ruleEvent.kind, 0, at),
  });
  const counted = ruleEvent.count > 1 ? { ...accident, repeats: ruleEvent.count } : accident;
  return changed(createAlarmId(ruleEvent.kind, ruleEvent.atMs), counted, {
    isNew: true,
    notification: createNotification('raised', 0, at, config),
  });
}

/** Lets an alarm whose last event is in the future accept the rule event. */
function notAhead(
  known: KnownAlarm | null,
  { atMs }: CountedRuleEvent,
  nowMs: number,
): KnownAlarm | null {
  if (known === null || !isAhead(getLastAt(known.accident).getTime(), nowMs)) return known;
  return { ...known, accident: { ...known.accident, lastAt: new Date(atMs - 1) } };
}

/**
 * Whether a resolved alarm has already counted the rule event, or a user resolved it a short time
 * ago while its condition persists.
 */
function isAlreadyCounted({ accident }: KnownAlarm, { type, atMs }: CountedRuleEvent): boolean {
  if (getLastAt(accident).getTime() >= atMs) return true;
  return (
    type === 'stillFiring' &&
    accident.resolvedAt !== null &&
    atMs - accident.resolvedAt.getTime() < RAISED_ANEW_AFTER_MS
  );
}

/** Applies a button press: raises a call, or counts it for the open one. */
export async function decidePress(
  room: RoomAlarms,
  press: Press,
  config: RoomAlarmConfig | null,
): Promise<Decision> {
  const open = await room.findOpen('call');
  if (open === null) return raiseCall(room, press, config);
  const { accident: call, id } = open;
  const at = pressTime(call, press.at);
  const pressed = pressedAccident(
    call,
    at,
    getNextNotificationAt(config, 'call', call.escalation.step, at),
  );
  if (pressed === null) return unchanged(open);
  return call.state === 'raised'
    ? changed(id, ...withReminderOnRepeat(pressed, at, config))
    : changed(id, pressed, {
        notification: createNotification('raised', pressed.escalation.step, at, config),
      });
}

/** Adds a late press as a resolved call; notifies no one. */
export async function decideLatePress(room: RoomAlarms, press: LatePress): Promise<Decision> {
  const pressedAt = await findFreeTime(room, press.pressedAt);
  const id = createAlarmId('call', pressedAt.getTime());
  return changed(id, lateCall({ ...press, pressedAt }), { isNew: true });
}

/** Two presses can arrive in one millisecond, and the first call can be over by now. */
async function findFreeTime(room: RoomAlarms, time: Date): Promise<Date> {
  let at = time;
  while ((await room.find(createAlarmId('call', at.getTime()))) !== null)
    at = new Date(at.getTime() + 1);
  return at;
}

async function raiseCall(
  room: RoomAlarms,
  press: Press,
  config: RoomAlarmConfig | null,
): Promise<Decision> {
  const at = await findFreeTime(room, press.at);
  const { severity, source } = ACCIDENT_TRAITS.call;
  const call = raisedAccident({
    kind: 'call',
    severity,
    source,
    at,
    since: at,
    serial: press.serial,
    streamId: null,
    reason: null,
    by: null,
    note: '',
    escalatesAt: getNextNotificationAt(config, 'call', 0, at),
  });
  return changed(createAlarmId('call', at.getTime()), call, {
    isNew: true,
    notification: createNotification('raised', 0, at, config),
  });
}

export type StaffReport = {
  readonly kind: AccidentKind;
  readonly severity: AccidentSeverity;
  readonly note: string;
  readonly by: Responder;
};

/** Buttons, devices and tests raise the other kinds. */
const isReportable = (kind: AccidentKind): boolean =>
  kind !== 'call' &&
  kind !== 'monitoringGap' &&
  kind !== 'deviceOffline' &&
  kind !== 'sensorOff' &&
  kind !== 'batteryLow' &&
  kind !== 'clockSkew' &&
  kind !== 'test';

/**
 * Applies a staff report: raises an alarm, or repeats the open one. Rejects kinds that staff do not
 * report.
 */
export async function decideReport(
  room: RoomAlarms,
  { kind, severity, note, by }: StaffReport,
  config: RoomAlarmConfig | null,
  at: Date,
): Promise<Decision> {
  if (!isReportable(kind))
    throw new ProblemError('request-invalid', {
      issues: [{ field: 'kind', code: 'choice-wrong' }],
    });
  const open = await room.findOpen(kind);
  const notification = createNotification('raised', 0, at, config);
  const escalatesAt = getNextNotificationAt(config, kind, 0, at);
  if (open !== null) {
    const asking = raisedAgain(open.accident, at, escalatesAt);
    const repeated = repeatedAccident(asking, at);
    if (repeated === null) return unchanged(open);
    const isRaisedAgain = asking !== open.accident;
    const [next, more] = isRaisedAgain
      ? [repeated, { notification }]
      : withReminderOnRepeat(repeated, at, config);
    return changed(open.id, notedAccident(next, by, at, joinNotes(next.note, note)) ?? next, more);
  }
  const accident = raisedAccident({
    kind,
    severity,
    source: ACCIDENT_TRAITS.staffReport.source,
    at,
    since: at,
    serial: null,
    streamId: null,
    reason: null,
    by,
    note,
    escalatesAt,
  });
  return changed(createAlarmId(kind, at.getTime()), accident, { isNew: true, notification });
}

const MAX_NOTE_CHARACTERS = 2_000;
const joinNotes = (before: string, note: string): string =>
  (before === '' ? note : `${before}\n${note}`).slice(0, MAX_NOTE_CHARACTERS);
