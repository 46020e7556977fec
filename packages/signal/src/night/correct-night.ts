import type { NightEvent, NightPresence, NightStage } from './night-analysis.ts';
import { findTimesInBed } from './night-epochs.ts';
import { bedEvents } from './night-events.ts';
import { type NightFigures, nightFigures, type ScoredNight } from './night-figures.ts';
import { epochSeconds } from './night-input.ts';

const EPOCH_MS = 1000 * epochSeconds;

/** A correction by staff. It applies to every epoch that it overlaps. */
export interface NightCorrection {
  fromMs: number;
  toMs: number;
  change: { kind: 'stage'; stage: NightStage } | { kind: 'presence'; inBed: boolean };
}

export type RecordedNight = Omit<ScoredNight, 'timesInBed'> & {
  presence: readonly NightPresence[];
};

export interface CorrectedNight extends NightFigures {
  stages: NightStage[];
  presence: NightPresence[];
  events: NightEvent[];
}

/**
 * Applies corrections to the epochs of a night in the given order; later ones override earlier
 * ones. Out of bed is wake. An epoch corrected to "in bed" has an unknown stage unless a correction
 * gives one.
 */
export function correctEpochs(
  night: Pick<RecordedNight, 'fromMs' | 'stages' | 'presence'>,
  corrections: readonly NightCorrection[],
): { stages: NightStage[]; presence: NightPresence[] } {
  const stages = [...night.stages];
  const presence = Array.from(stages, (_, epoch) => night.presence[epoch] ?? 'unknown');
  for (const { fromMs, toMs, change } of corrections) {
    const first = Math.max(0, Math.floor((fromMs - night.fromMs) / EPOCH_MS));
    const end = Math.min(stages.length, Math.ceil((toMs - night.fromMs) / EPOCH_MS));
    for (let epoch = first; epoch < end; epoch++) {
      if (change.kind === 'stage') {
        stages[epoch] = change.stage;
        // A sleeper is in bed; a person awake may be anywhere.
        if (change.stage !== 'wake' && change.stage !== 'missing') presence[epoch] = 'inBed';
        continue;
      }
      if (!change.inBed) stages[epoch] = 'wake';
      else if (presence[epoch] !== 'inBed') stages[epoch] = 'missing';
      presence[epoch] = change.inBed ? 'inBed' : 'outOfBed';
    }
  }
  return { stages, presence };
}

/**
 * Applies corrections to a night and recomputes its figures from the epochs, as in the analysis.
 * Without corrections they are the same.
 */
export function correctNight(
  night: RecordedNight,
  corrections: readonly NightCorrection[],
): CorrectedNight {
  const { stages, presence } = correctEpochs(night, corrections);
  const moved = presence.some((here, epoch) => here !== night.presence[epoch]);
  const events = moved ? replaceBedEvents(night.events, presence, night.fromMs) : [...night.events];
  return {
    stages,
    presence,
    events,
    ...nightFigures({
      ...night,
      stages,
      events,
      timesInBed: findTimesInBed(presence),
      presenceMeasured:
        night.presenceMeasured || corrections.some(({ change }) => change.kind === 'presence'),
    }),
  };
}

/**
 * Keeps breathing events and movements that are still in bed, and derives bed exits and returns
 * again.
 */
function replaceBedEvents(
  events: readonly NightEvent[],
  presence: readonly NightPresence[],
  fromMs: number,
): NightEvent[] {
  const kept = events.filter(({ kind, fromMs: atMs }) => {
    if (kind === 'bedExit' || kind === 'bedReturn') return false;
    return kind === 'gap' || presence[Math.floor((atMs - fromMs) / EPOCH_MS)] === 'inBed';
  });
  return [...kept, ...bedEvents(presence, fromMs)].toSorted((a, b) => a.fromMs - b.fromMs);
}
