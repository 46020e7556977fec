import { simulateThorax, type ThoraxModel } from '@yamori/signal';
import type { ModelOptions, StreamModel } from './stream-model.ts';

const NOISE_SHARE = 0.0004;

/**
 * Sixteen electrodes around a breathing thorax, with the forward model of the signal package. The
 * lower side is ventilated less, as in a real sleeper.
 */
export function createEitModel({ person, random }: ModelOptions, thorax: ThoraxModel): StreamModel {
  const readings = new Float32Array(thorax.baseline.length);
  return {
    measure(timeSeconds, values) {
      const up = person.up(timeSeconds);
      const state = {
        breath: person.lungVolume(timeSeconds),
        heart: getHeartEmptying(person.beatsAround(timeSeconds), timeSeconds),
        leftRight: 0.25 * up[0],
        frontBack: 0.2 * -up[2],
      };
      simulateThorax(thorax, state, readings);
      const shift = 0.01 * person.movement(timeSeconds) * random.normal();
      for (let index = 0; index < readings.length; index++) {
        values[index] = (readings[index] ?? 0) * (1 + shift) + NOISE_SHARE * random.normal();
      }
    },
  };
}

/** Emptied share of the heart, 0..1: it empties fast and refills slowly. */
function getHeartEmptying(
  beats: readonly { readonly atSeconds: number; readonly intervalSeconds: number }[],
  timeSeconds: number,
): number {
  const beat = beats.findLast((candidate) => candidate.atSeconds <= timeSeconds);
  if (beat === undefined) return 0;
  const since = (timeSeconds - beat.atSeconds) / Math.max(0.4, beat.intervalSeconds);
  return since < 0.35 ? Math.sin((Math.PI * since) / 0.7) : Math.max(0, 1 - (since - 0.35) / 0.45);
}
