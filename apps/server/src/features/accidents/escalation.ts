import { escalatedAccident, forgottenAccident, type AccidentKind } from '@yamori/domain';
import { becomes, SERVER, stays, type AccidentKeeper } from './accident-keeper.ts';
import type { RoomPlan, RulesReader } from './rules-reader.ts';

/** When the group after `step` is told, counted from a moment; null when there is none. */
export function nextTelling(plan: RoomPlan | null, kind: AccidentKind, step: number, from: Date): Date | null {
  const next = plan?.groups[step + 1];
  if (plan === null || next === undefined) return null;
  return new Date(from.getTime() + (next.afterMinutes ?? plan.escalateAfterMinutes(kind)) * 60_000);
}

/** Whom a notice of this step goes to. */
export const toldOf = (plan: RoomPlan | null, step: number): string[] => [...(plan?.groups[step]?.userIds ?? [])];

export type EscalationParts = { readonly keeper: AccidentKeeper; readonly rules: RulesReader };

/** The group after `step`, or the last once more. */
const orLast = (plan: RoomPlan | null, step: number): number => Math.max(0, Math.min(step + 1, (plan?.groups.length ?? 0) - 1));

/**
 * Tells the next group of an accident that nobody has said they go to, or that somebody went to and never said more of. The step is decided in the accident, so that it happens once,
 * whichever server comes to it and however often; one that comes late (all servers were down) goes one step, and the next has its time.
 */
export async function escalate({ keeper, rules }: EscalationParts, roomId: string, accidentId: string, at: Date): Promise<boolean> {
  const plan = await rules.planOf(roomId);
  let escalated = false;
  await keeper.decide(roomId, SERVER, async (room) => {
    escalated = false;
    const known = await room.find(accidentId);
    if (known === null) return stays(null);
    const { nextAt, step } = known.accident.escalation;
    if (nextAt === null || nextAt > at) return stays(known);
    const isForgotten = known.accident.state === 'acknowledged';
    const told = isForgotten ? orLast(plan, step) : step + 1;
    const next = isForgotten ? forgottenAccident(known.accident, told, at) : escalatedAccident(known.accident, told, at, nextTelling(plan, known.accident.kind, told, at));
    if (next === null) return stays(known);
    escalated = true;
    return becomes(known.id, next, { notice: { what: isForgotten ? 'forgotten' : 'escalated', step: told, userIds: toldOf(plan, told), at: at.toISOString() } });
  });
  return escalated;
}
