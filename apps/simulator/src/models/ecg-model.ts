import type { BeatKind, HeartBeat } from '../body/heart.ts';
import type { ModelOptions, StreamModel } from './stream-model.ts';

/** A wave of the cardiac cycle: height in mV, time after the R peak and width in seconds. */
type Wave = {
  readonly height: number;
  readonly at: number;
  readonly width: number;
  readonly followsRate: boolean;
};

/**
 * A cycle as a sum of Gaussian waves (McSharry et al., IEEE Trans Biomed Eng 50:289, 2003), in mV
 * of lead II.
 */
const MORPHOLOGY: Readonly<Record<BeatKind, readonly Wave[]>> = {
  normal: [
    { height: 0.12, at: -0.17, width: 0.025, followsRate: true },
    { height: -0.1, at: -0.032, width: 0.01, followsRate: false },
    { height: 1.15, at: 0, width: 0.011, followsRate: false },
    { height: -0.22, at: 0.03, width: 0.012, followsRate: false },
    { height: 0.28, at: 0.27, width: 0.055, followsRate: true },
  ],
  premature: [
    { height: 1.45, at: 0.01, width: 0.04, followsRate: false },
    { height: -0.5, at: 0.1, width: 0.045, followsRate: false },
    { height: -0.35, at: 0.3, width: 0.07, followsRate: true },
  ],
};

const NOISE_MV = 0.008;
const WANDER_MV = 0.06;
const ARTEFACT_MV_PER_G = 6;

export function createEcgModel({ person, random }: ModelOptions): StreamModel {
  let artefact = 0;
  return {
    measure(timeSeconds, values) {
      // Movement shifts the electrodes: slow, large and irregular.
      artefact =
        0.98 * artefact + ARTEFACT_MV_PER_G * 0.2 * person.movement(timeSeconds) * random.normal();
      const heart = person
        .beatsAround(timeSeconds)
        .reduce((sum, beat) => sum + beatAt(beat, timeSeconds), 0);
      values[0] =
        heart +
        WANDER_MV * (person.lungVolume(timeSeconds) - 0.5) +
        artefact +
        NOISE_MV * random.normal();
    },
  };
}

function beatAt(beat: HeartBeat, timeSeconds: number): number {
  const since = timeSeconds - beat.atSeconds;
  if (since < -0.4 || since > 0.7) return 0;
  const stretch = Math.sqrt(Math.min(1.3, Math.max(0.35, beat.intervalSeconds)));
  let sum = 0;
  for (const wave of MORPHOLOGY[beat.kind]) {
    const place = wave.followsRate ? wave.at * stretch : wave.at;
    const distance = (since - place) / wave.width;
    if (distance > -4 && distance < 4) sum += wave.height * Math.exp(-0.5 * distance * distance);
  }
  return sum;
}
