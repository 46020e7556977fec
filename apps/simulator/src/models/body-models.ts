import type { ModelOptions, StreamModel } from './stream-model.ts';

const BREATH_TILT_G = 0.009;
const HEART_KICK_G = 0.0012;
const SENSOR_NOISE_G = 0.0008;
/** Direction of the impact of a fall onto the front, slightly to the side. */
const FALLS_TOWARDS = [0.3, 0.4, -0.87];

/**
 * A worn accelerometer: gravity by posture, tilt of the chest with each breath, recoil of the
 * heart, movement.
 */
export function createAccelerometerModel({ person, random }: ModelOptions): StreamModel {
  const sway = new Float64Array(3);
  return {
    measure(timeSeconds, values) {
      const up = person.up(timeSeconds);
      const movement = person.movement(timeSeconds);
      const impact = person.impact(timeSeconds);
      const breath = BREATH_TILT_G * (person.lungVolume(timeSeconds) - 0.4);
      const kick = HEART_KICK_G * heartKick(person.beatsAround(timeSeconds), timeSeconds);
      // The tilt rotates gravity into the perpendicular axes.
      const tilt = [
        breath * (Math.abs(up[2]) + 0.2),
        breath * 0.5 + kick,
        -breath * Math.abs(up[0]),
      ];
      for (let axis = 0; axis < 3; axis++) {
        sway[axis] = 0.85 * (sway[axis] ?? 0) + 0.55 * movement * random.normal();
        values[axis] =
          (up[axis] ?? 0) +
          (tilt[axis] ?? 0) +
          (sway[axis] ?? 0) +
          impact * (FALLS_TOWARDS[axis] ?? 0) +
          SENSOR_NOISE_G * random.normal();
      }
    },
  };
}

function heartKick(beats: readonly { readonly atSeconds: number }[], timeSeconds: number): number {
  let sum = 0;
  for (const beat of beats) {
    const since = timeSeconds - beat.atSeconds;
    if (since > 0 && since < 0.5)
      sum += Math.exp(-since / 0.08) * Math.sin(2 * Math.PI * 7 * since);
  }
  return sum;
}

/** Thoracic impedance: a drifting level, about an ohm with each breath, a little with each beat. */
export function createImpedanceModel({ person, random, stream }: ModelOptions): StreamModel {
  const level = stream.offset;
  let artefact = 0;
  return {
    measure(timeSeconds, values) {
      artefact = 0.97 * artefact + 6 * person.movement(timeSeconds) * random.normal();
      values[0] =
        level +
        1.1 * person.lungVolume(timeSeconds) +
        0.05 * heartKick(person.beatsAround(timeSeconds), timeSeconds) +
        0.4 * Math.sin(timeSeconds / 300) +
        artefact +
        0.01 * random.normal();
    },
  };
}

/** Skin temperature; falls towards room temperature when the wearer is up. */
export function createTemperatureModel({ person, random }: ModelOptions): StreamModel {
  return {
    measure(timeSeconds, values) {
      values[0] = person.skinTemperature(timeSeconds) + 0.015 * random.normal();
    },
  };
}

/**
 * A device that computes rates itself and reports them once a second; not measured while the bed is
 * empty.
 */
export function createReportedRatesModel({ person, random }: ModelOptions): StreamModel {
  return {
    measure(_timeSeconds, values) {
      const { heart, respiration } = person.rates();
      const inBed = person.inBed();
      values[0] = inBed ? Math.max(0, respiration + 0.3 * random.normal()) : Number.NaN;
      values[1] = inBed ? Math.max(0, heart + 0.8 * random.normal()) : Number.NaN;
    },
  };
}
