import type { Responder } from '../collections/accident.ts';
import { withStep, type Accident } from './accident-life.ts';

/** Staff may also write the note after the alarm is resolved, for example in the morning. */
export function notedAccident(
  accident: Accident,
  by: Responder,
  at: Date,
  note: string,
): Accident | null {
  return note === accident.note ? null : withStep({ ...accident, note }, 'noted', by, at);
}

/** Records whether the alarm was useful. */
export function judgedAccident(
  accident: Accident,
  by: Responder,
  at: Date,
  useful: boolean | null,
): Accident | null {
  return useful === accident.useful ? null : withStep({ ...accident, useful }, 'judged', by, at);
}
