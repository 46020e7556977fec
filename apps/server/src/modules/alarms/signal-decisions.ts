import {
  askedAnew,
  isTechnical,
  knownAccident,
  lastOf,
  overAccident,
  raisedAccident,
  reasonOf,
  repeatedAccident,
  unknownAccident,
  type AccidentSignal,
} from '@yamori/domain';
import { becomes, stays, type Decision } from './accident-keeper.ts';
import { nextTelling, noticeOf, withTellingOfRepeat, withTellingOfReturn } from './escalation.ts';
import type { KnownAccident, RoomNow } from './room-accidents.ts';
import type { RoomPlan } from './rules-reader.ts';
import { isAhead } from './stored-times.ts';

/** A signal of a rule; several of one kind that say that it happened again are told as one. */
export type CountedSignal = AccidentSignal & { readonly count: number };

/** What was closed while what raised it goes on is raised anew after this long. */
const RAISED_ANEW_AFTER_MS = 600_000;

/**
 * What a signal makes of a room's accidents. The same signal told again, by a server that replays
 * what another saw, changes nothing: each carries the moment at which it came due, and an accident
 * knows the last moment that it counted.
 */
export async function decideSignal(
  room: RoomNow,
  signal: CountedSignal,
  plan: RoomPlan | null,
  nowMs: number,
): Promise<Decision> {
  const open = notAhead(await room.openOf(signal.kind), signal, nowMs);
  const at = new Date(signal.atMs);
  if (signal.step === 'unknown' || signal.step === 'known') return seen(open, signal, at);
  if (signal.step === 'over') return open === null ? stays(null) : ended(open, signal, at, plan);
  if (open === null) return raiseIfNew(room, signal, at, plan, nowMs);
  // A state that still holds is the same episode, however a server came to see it anew.
  if (signal.step === 'goesOn' || (signal.isState && open.accident.overAt === null))
    return stays(open);
  const asking = askedAnew(open.accident, at, nextTelling(plan, signal.kind, 0, at));
  const repeated = repeatedAccident(asking, at, signal.count);
  if (repeated === null) return stays(open);
  if (asking === open.accident && open.accident.overAt !== null)
    return becomes(open.id, ...withTellingOfReturn(repeated, at, plan));
  return asking === open.accident
    ? becomes(open.id, ...withTellingOfRepeat(repeated, at, plan))
    : becomes(open.id, repeated, {
        notice: noticeOf('raised', repeated.escalation.step, at, plan),
      });
}

/** Data went missing or came back: an open accident says so, and nothing else changes. */
function seen(open: KnownAccident | null, { step }: CountedSignal, at: Date): Decision {
  if (open === null) return stays(null);
  const { id, accident } = open;
  const changed = step === 'known' ? knownAccident(accident) : unknownAccident(accident, at);
  return changed === null ? stays(open) : becomes(id, changed);
}

function ended(
  open: KnownAccident,
  { clears }: CountedSignal,
  at: Date,
  plan: RoomPlan | null,
): Decision {
  const over = overAccident(open.accident, at, clears);
  if (over === null) return stays(open);
  const what = over.state === 'resolved' ? 'resolved' : 'over';
  return becomes(open.id, over, { notice: noticeOf(what, over.escalation.step, at, plan) });
}

async function raiseIfNew(
  room: RoomNow,
  signal: CountedSignal,
  at: Date,
  plan: RoomPlan | null,
  nowMs: number,
): Promise<Decision> {
  const last = notAhead(await room.lastOf(signal.kind), signal, nowMs);
  if (last !== null && isKnown(last, signal)) return stays(last);
  const accident = raisedAccident({
    kind: signal.kind,
    severity: signal.severity,
    source: isTechnical(signal.kind) ? 'system' : 'sensor',
    at,
    since: new Date(signal.sinceMs),
    serial: signal.serial,
    streamId: signal.streamId,
    reason: reasonOf(signal),
    by: null,
    note: '',
    escalatesAt: nextTelling(plan, signal.kind, 0, at),
  });
  const counted = signal.count > 1 ? { ...accident, repeats: signal.count } : accident;
  return becomes(accidentIdOf(signal.kind, signal.atMs), counted, {
    isNew: true,
    notice: noticeOf('raised', 0, at, plan),
  });
}

/** An accident whose last time is ahead of the clock takes in what happens now all the same. */
function notAhead(
  known: KnownAccident | null,
  { atMs }: CountedSignal,
  nowMs: number,
): KnownAccident | null {
  if (known === null || !isAhead(lastOf(known.accident).getTime(), nowMs)) return known;
  return { ...known, accident: { ...known.accident, lastAt: new Date(atMs - 1) } };
}

/**
 * Whether the moment was counted already by one that is closed, or what goes on was closed just now
 * by somebody who saw it.
 */
function isKnown({ accident }: KnownAccident, { step, atMs }: CountedSignal): boolean {
  if (lastOf(accident).getTime() >= atMs) return true;
  return (
    step === 'goesOn' &&
    accident.resolvedAt !== null &&
    atMs - accident.resolvedAt.getTime() < RAISED_ANEW_AFTER_MS
  );
}

/** The same accident by whichever server raises it. */
export const accidentIdOf = (kind: string, atMs: number): string =>
  `${kind}-${Math.floor(atMs).toString(36)}`;
