import { CommandProblem } from './command.ts';

const ISO = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/;

/**
 * Milliseconds since 1970 UTC. Requires a zone, without which the time would depend on the machine.
 */
export function isoTime(option: string, text: string): number {
  const ms = ISO.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(ms))
    throw new CommandProblem(
      'time-wrong',
      `--${option} takes an ISO time with a zone, such as 2026-11-21T22:00:00+09:00, not "${text}"`,
      `--${option}`,
    );
  return ms;
}
