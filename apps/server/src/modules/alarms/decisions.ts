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
  type AccidentSignal,
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
import type { RoomPlan } from './rules-reader.ts';
import { isAhead } from './stored-times.ts';

/** A rule signal; `count` consecutive repeats of one kind are merged into one. */
export type CountedSignal = AccidentSignal & { readonly count: number };

/** An alarm that was resolved while its condition persists is raised again after this time. */
const RAISED_ANEW_AFTER_MS = 600_000;

/**
 * Applies a rule signal to the alarms of a room. A server may replay signals that another has
 * already applied: a signal carries its due time, and an alarm ignores signals up to its last one.
 */
export async function decideSignal(
  room: RoomAlarms,
  signal: CountedSignal,
  plan: RoomPlan | null,
  nowMs: number,
): Promise<Decision> {
  const open = notAhead(await room.findOpen(signal.kind), signal, nowMs);
  const at = new Date(signal.atMs);
  if (signal.step === 'unknown' || signal.step === 'known') return markUnknown(open, signal, at);
  if (signal.step === 'over') return open === null ? unchanged(null) : end(open, signal, at, plan);
  if (open === null) return raiseIfNew(room, signal, at, plan, nowMs);
  // A persisting state is the same episode, even if a server detects it again.
  if (signal.step === 'goesOn' || (signal.isState && open.accident.overAt === null))
    return unchanged(open);
  const asking = raisedAgain(open.accident, at, getNextNotificationAt(plan, signal.kind, 0, at));
  const repeated = repeatedAccident(asking, at, signal.count);
  if (repeated === null) return unchanged(open);
  if (asking !== open.accident)
    return changed(open.id, repeated, {
      notification: createNotification('raised', repeated.escalation.step, at, plan),
    });
  if (open.accident.overAt === null)
    return changed(open.id, ...withReminderOnRepeat(repeated, at, plan));
  return changed(open.id, ...withReminderOnReturn(repeated, at, plan));
}

/** Marks an open alarm when data is missing, and removes the mark when data returns. */
function markUnknown(open: KnownAlarm | null, { step }: CountedSignal, at: Date): Decision {
  if (open === null) return unchanged(null);
  const { id, accident } = open;
  const next = step === 'known' ? knownAccident(accident) : unknownAccident(accident, at);
  return next === null ? unchanged(open) : changed(id, next);
}

function end(
  open: KnownAlarm,
  { clears }: CountedSignal,
  at: Date,
  plan: RoomPlan | null,
): Decision {
  const over = overAccident(open.accident, at, clears);
  if (over === null) return unchanged(open);
  const what = over.state === 'resolved' ? 'resolved' : 'over';
  return changed(open.id, over, {
    notification: createNotification(what, over.escalation.step, at, plan),
  });
}

async function raiseIfNew(
  room: RoomAlarms,
  signal: CountedSignal,
  at: Date,
  plan: RoomPlan | null,
  nowMs: number,
): Promise<Decision> {
  const last = notAhead(await room.findLast(signal.kind), signal, nowMs);
  if (last !== null && isAlreadyCounted(last, signal)) return unchanged(last);
  const accident = raisedAccident({
    kind: signal.kind,
    severity: signal.severity,
    source: isTechnical(signal.kind) ? 'system' : 'sensor',
    at,
    since: new Date(signal.sinceMs),
    serial: signal.serial,
    streamId: signal.streamId,
    reason: toReason(signal),
    by: null,
    note: '',
    escalatesAt: getNextNotificationAt(plan, signal.kind, 0, at),
  });
  const counted = signal.count > 1 ? { ...accident, repeats: signal.count } : accident;
  return changed(createAlarmId(signal.kind, signal.atMs), counted, {
    isNew: true,
    notification: createNotification('raised', 0, at, plan),
  });
}

/** Lets an alarm whose last event is in the future accept the signal. */
function notAhead(
  known: KnownAlarm | null,
  { atMs }: CountedSignal,
  nowMs: number,
): KnownAlarm | null {
  if (known === null || !isAhead(getLastAt(known.accident).getTime(), nowMs)) return known;
  return { ...known, accident: { ...known.accident, lastAt: new Date(atMs - 1) } };
}

/**
 * Whether a resolved alarm has already counted the signal, or a user resolved it a short time ago
 * while its condition persists.
 */
function isAlreadyCounted({ accident }: KnownAlarm, { step, atMs }: CountedSignal): boolean {
  if (getLastAt(accident).getTime() >= atMs) return true;
  return (
    step === 'goesOn' &&
    accident.resolvedAt !== null &&
    atMs - accident.resolvedAt.getTime() < RAISED_ANEW_AFTER_MS
  );
}

/** Applies a button press: raises a call, or counts it for the open one. */
export async function decidePress(
  room: RoomAlarms,
  press: Press,
  plan: RoomPlan | null,
): Promise<Decision> {
  const open = await room.findOpen('call');
  if (open === null) return raiseCall(room, press, plan);
  const { accident: call, id } = open;
  const at = pressTime(call, press.at);
  const pressed = pressedAccident(
    call,
    at,
    getNextNotificationAt(plan, 'call', call.escalation.step, at),
  );
  if (pressed === null) return unchanged(open);
  return call.state === 'raised'
    ? changed(id, ...withReminderOnRepeat(pressed, at, plan))
    : changed(id, pressed, {
        notification: createNotification('raised', pressed.escalation.step, at, plan),
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

async function raiseCall(room: RoomAlarms, press: Press, plan: RoomPlan | null): Promise<Decision> {
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
    escalatesAt: getNextNotificationAt(plan, 'call', 0, at),
  });
  return changed(createAlarmId('call', at.getTime()), call, {
    isNew: true,
    notification: createNotification('raised', 0, at, plan),
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
  plan: RoomPlan | null,
  at: Date,
): Promise<Decision> {
  if (!isReportable(kind))
    throw new ProblemError('request-invalid', {
      issues: [{ field: 'kind', code: 'choice-wrong' }],
    });
  const open = await room.findOpen(kind);
  const notification = createNotification('raised', 0, at, plan);
  const escalatesAt = getNextNotificationAt(plan, kind, 0, at);
  if (open !== null) {
    const asking = raisedAgain(open.accident, at, escalatesAt);
    const repeated = repeatedAccident(asking, at);
    if (repeated === null) return unchanged(open);
    const isRaisedAgain = asking !== open.accident;
    const [next, more] = isRaisedAgain
      ? [repeated, { notification }]
      : withReminderOnRepeat(repeated, at, plan);
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
