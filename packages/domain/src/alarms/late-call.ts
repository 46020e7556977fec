import { withStep, raisedAccident, type Accident } from './accident-life.ts';
import { ACCIDENT_TRAITS } from './accident-kinds.ts';

/**
 * A press that arrives this late, because its device had no connection, makes no sound. The list of
 * alarms has a resolved call at the time of the press.
 */
export const LATE_PRESS_MS = 30 * 60_000;

type LatePress = { readonly serial: string; readonly pressedAt: Date; readonly receivedAt: Date };

/** The entry of a late press. Its evidence is from the press until it was received. */
export function lateCall({ serial, pressedAt, receivedAt }: LatePress): Accident {
  const { severity, source } = ACCIDENT_TRAITS.call;
  const raised = raisedAccident({
    kind: 'call',
    severity,
    source,
    at: pressedAt,
    since: pressedAt,
    serial,
    streamId: null,
    reason: null,
    by: null,
    note: '',
    escalatesAt: null,
  });
  const resolved: Accident = {
    ...raised,
    evidence: { serial, streamId: null, from: pressedAt, to: receivedAt },
    state: 'resolved',
    resolvedAt: receivedAt,
  };
  return withStep(resolved, 'resolved', null, receivedAt);
}

/** When a late press was received; null for every other alarm. */
export function getLateReceipt({
  kind,
  evidence,
}: Pick<Accident, 'kind' | 'evidence'>): Date | null {
  if (kind !== 'call' || evidence === null) return null;
  return evidence.to.getTime() - evidence.from.getTime() >= LATE_PRESS_MS ? evidence.to : null;
}
