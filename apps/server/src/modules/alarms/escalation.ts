import {
  escalatedAccident,
  forgottenAccident,
  isMuted,
  isTechnical,
  MOST_TELLINGS_AGAIN,
  tellingsAgain,
  toldAgainAccident,
  withNextTelling,
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
import type { RoomPlan, RulesReader } from './rules-reader.ts';

/**
 * When somebody is told after `step`, counted from a moment: the next group, and where there is
 * none whoever was told last once more. Null where nobody is; `again`: how often it was told again
 * already. A fault of a device is not: thirty rooms behind one switch would ring all night.
 */
export function nextTelling(
  plan: RoomPlan | null,
  kind: AccidentKind,
  step: number,
  from: Date,
  again = 0,
): Date | null {
  const next = plan?.groups[step + 1];
  if (plan === null || (next === undefined && (isTechnical(kind) || again >= MOST_TELLINGS_AGAIN)))
    return null;
  return new Date(
    from.getTime() + (next?.afterMinutes ?? plan.escalateAfterMinutes(kind)) * MINUTE_MS,
  );
}

const MINUTE_MS = 60_000;

/** Whom a notice of this step goes to. */
const toldOf = (plan: RoomPlan | null, step: number): string[] => [
  ...(plan?.groups[step]?.userIds ?? []),
];

/** A notice of what an accident has come to. */
export const noticeOf = (
  what: NonNullable<AlarmChange['notice']>['what'],
  step: number,
  at: Date,
  plan: RoomPlan | null,
): NonNullable<AlarmChange['notice']> => ({
  what,
  step,
  userIds: toldOf(plan, step),
  at: at.toISOString(),
});

export const isLastGroup = (plan: RoomPlan | null, step: number): boolean =>
  step + 1 >= (plan?.groups.length ?? 0);

/** A step that there is, also where groups were taken away meanwhile. */
const within = (plan: RoomPlan | null, step: number): number =>
  Math.max(0, Math.min(step, (plan?.groups.length ?? 0) - 1));

export type EscalationParts = {
  readonly repository: AlarmRepository;
  readonly rules: RulesReader;
  readonly fence?: LeaseFence;
};

/**
 * Tells the next group of an accident that nobody has said they go to, or the last one again, or
 * that somebody went to and never said more of. The step is decided in the accident, so that it
 * happens once, whichever server comes to it and however often; one that comes late (all servers
 * were down) goes one step, and the next has its time. The groups are those of now.
 */
export async function escalate(
  { repository, rules, fence = NO_FENCE }: EscalationParts,
  roomId: string,
  accidentId: string,
  at: Date,
): Promise<boolean> {
  const plan = await rules.planOf(roomId);
  let escalated = false;
  await repository.update(roomId, { ...SERVER, fence }, async (room) => {
    const known = await room.find(accidentId);
    const decision = known === null ? unchanged(null) : nextStep(known, at, plan);
    escalated = decision.kind === 'changed' && decision.change.notice !== null;
    return decision;
  });
  return escalated;
}

function nextStep(known: KnownAlarm, at: Date, plan: RoomPlan | null): Decision {
  const { id, accident } = known;
  const { nextAt, step } = accident.escalation;
  if (nextAt === null || nextAt > at) return unchanged(known);
  if (accident.state === 'acknowledged') {
    const told = within(plan, step + 1);
    const asking = forgottenAccident(accident, told, at);
    return asking === null
      ? unchanged(known)
      : changed(id, asking, { notice: noticeOf('forgotten', told, at, plan) });
  }
  if (!isLastGroup(plan, step)) {
    const next = escalatedAccident(
      accident,
      step + 1,
      at,
      nextTelling(plan, accident.kind, step + 1, at),
    );
    return next === null
      ? unchanged(known)
      : changed(id, next, { notice: noticeOf('escalated', step + 1, at, plan) });
  }
  // Over and seen by nobody: it stays on the screens, and the last group is not reminded of it.
  if (accident.overAt !== null) return changed(id, withNextTelling(accident, null));
  if (isMuted(accident, at)) return changed(id, withNextTelling(accident, accident.mutedUntil));
  const [next, more]: Told = toldAgain(accident, at, plan) ?? [
    withNextTelling(accident, null),
    { notice: null },
  ];
  return changed(id, next, more);
}

type Told = [accident: Accident, more: Pick<AlarmChange, 'notice'>];

function toldAgain(accident: Accident, at: Date, plan: RoomPlan | null): Told | null {
  const step = within(plan, accident.escalation.step);
  const { nextAt } = accident.escalation;
  // The next group has its time, whatever happens before it.
  const keeps = nextAt !== null && nextAt > at && !isLastGroup(plan, step);
  const again = toldAgainAccident(
    accident,
    step,
    at,
    keeps ? nextAt : nextTelling(plan, accident.kind, step, at, tellingsAgain(accident) + 1),
  );
  return again === null ? null : [again, { notice: noticeOf('toldAgain', step, at, plan) }];
}

/**
 * It happened again while nobody goes: whoever was told last is told again, once in the time that a
 * group has and not once a time that it happens.
 */
export function withTellingOfRepeat(repeated: Accident, at: Date, plan: RoomPlan | null): Told {
  const lastMs = (repeated.escalation.at ?? repeated.raisedAt).getTime();
  const isDue =
    plan !== null &&
    !isMuted(repeated, at) &&
    at.getTime() - lastMs >= plan.escalateAfterMinutes(repeated.kind) * MINUTE_MS;
  return (isDue ? toldAgain(repeated, at, plan) : null) ?? [repeated, { notice: null }];
}

/**
 * It holds again after it was over: the last group is told now, and devices that show that it was
 * over show that it goes on.
 */
export function withTellingOfReturn(repeated: Accident, at: Date, plan: RoomPlan | null): Told {
  if (repeated.state !== 'raised')
    return [repeated, { notice: noticeOf('acknowledged', repeated.escalation.step, at, plan) }];
  return (
    (isMuted(repeated, at) ? null : toldAgain(repeated, at, plan)) ?? [repeated, { notice: null }]
  );
}
