import { breathingEvents } from '../respiration/breathing-events.ts';
import type { NightEvent, NightPresence } from './night-analysis.ts';
import { epochSeconds } from './night-input.ts';
import type { NightSignals } from './night-signals.ts';

/** Mean activity of an epoch, in mg, above which the body moved rather than only an arm. */
export const movementMg = 25;
/** Presence is inferred from several signals; there is no scale under the bed. */
const bedCertainty = 0.9;
/** A time without samples of any channel is a gap from this length. */
export const gapSeconds = 60;

/** Events of the night, in order of time. Breathing events count only in bed. */
export function nightEvents(
  signals: NightSignals,
  presence: readonly NightPresence[],
  fromMs: number,
): NightEvent[] {
  const epochMs = 1000 * epochSeconds;
  const at = (epoch: number) => fromMs + epoch * epochMs;
  const events: NightEvent[] = [];
  const inBed = (epoch: number) => presence[epoch] === 'inBed';
  for (const [from, to] of findRuns(signals.epochs, (epoch) => signals.seen[epoch] !== 1)) {
    if ((to - from) * epochSeconds >= gapSeconds)
      events.push({ kind: 'gap', fromMs: at(from), toMs: at(to), certainty: 1 });
  }
  for (const [from, to] of findRuns(
    signals.epochs,
    (epoch) => inBed(epoch) && (signals.activityMg[epoch] ?? 0) >= movementMg,
  )) {
    events.push({ kind: 'movement', fromMs: at(from), toMs: at(to), certainty: 1 });
  }
  events.push(...bedEvents(presence, fromMs));
  const track = signals.breathing;
  for (const event of track ? breathingEvents(track.values(), track.rateHz) : []) {
    const startMs = fromMs + 1000 * event.onsetSeconds;
    if (inBed(Math.floor((startMs - fromMs) / epochMs)))
      events.push({
        kind: event.kind,
        fromMs: startMs,
        toMs: startMs + 1000 * event.durationSeconds,
        certainty: event.certainty,
      });
  }
  return events.toSorted((a, b) => a.fromMs - b.fromMs);
}

/** Bed exits and returns. Leaving requires having been in bed before. */
export function bedEvents(presence: readonly NightPresence[], fromMs: number): NightEvent[] {
  const at = (epoch: number) => fromMs + epoch * 1000 * epochSeconds;
  const firstInBed = presence.indexOf('inBed');
  return findRuns(presence.length, (epoch) => presence[epoch] === 'outOfBed').flatMap(
    ([from, to]) => {
      const events: NightEvent[] = [];
      if (firstInBed >= 0 && firstInBed < from)
        events.push({ kind: 'bedExit', fromMs: at(from), toMs: at(to), certainty: bedCertainty });
      if (presence[to] === 'inBed')
        events.push({ kind: 'bedReturn', fromMs: at(to), toMs: at(to), certainty: bedCertainty });
      return events;
    },
  );
}

/** Runs [from, to) of epochs for which `holds` is true. */
function findRuns(epochs: number, holds: (epoch: number) => boolean): [number, number][] {
  const found: [number, number][] = [];
  let from = -1;
  for (let epoch = 0; epoch <= epochs; epoch++) {
    const now = epoch < epochs && holds(epoch);
    if (now && from < 0) from = epoch;
    if (now || from < 0) continue;
    found.push([from, epoch]);
    from = -1;
  }
  return found;
}
