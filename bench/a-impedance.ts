import { readFileSync } from 'node:fs';
import {
  createEitImager,
  decodeEitModel,
  type EitModel,
  globalImpedance,
  measureRespiration,
} from '@yamori/signal';
import type { AccuracyLine } from './a-accuracy-line.ts';
import { csvColumns, eitFrames, tankFrame } from './a-recordings.ts';

/** A7: position, size and ringing of a ball in a tank, and the respiration rate of chests. */
export function impedanceLines(): AccuracyLine[] {
  return [...tankLines(), ...breathingLines()];
}

function model(shape: 'circle' | 'thorax'): EitModel {
  const file = new URL(import.meta.resolve(`@yamori/signal/assets/eit-${shape}.bin`));
  return decodeEitModel(Uint8Array.from(readFileSync(file)).buffer);
}

function tankLines(): AccuracyLine[] {
  const circle = model('circle');
  const imager = createEitImager(circle);
  const columns = csvColumns('eit/tank-known-positions/avgdata_ph1t1.derived.csv');
  const cases = [
    { column: 'vvAvg1', x: 0, anchor: 'EIDORS GREIT 0.016 R, RES 0.243' },
    { column: 'vvAvg2', x: 0.467, anchor: 'EIDORS GREIT 0.033 R, RES 0.213' },
  ];
  return cases.map(({ column, x, anchor }) => {
    const spot = halfMaximum(
      imager.image(tankFrame(columns, column), tankFrame(columns, 'vvRef')),
      circle.mask,
    );
    return {
      figure: 'A7',
      what: `EIT tank, ball at (${x}, 0) R: position error, RES, ringing`,
      value: `${Math.hypot(spot.x - x, spot.y).toFixed(3)} R, ${spot.resolution.toFixed(3)}, ${spot.ringing.toFixed(2)} (seen at ${spot.x.toFixed(3)}, ${spot.y.toFixed(3)})`,
      reference: `(${x}, 0) R`,
      goal: '≤ 0.05 R, RES ≤ 0.25',
      anchor,
    };
  });
}

function breathingLines(): AccuracyLine[] {
  const imager = createEitImager(model('thorax'));
  const cases = [
    {
      path: 'goettingen-neonate/P04P-1016.get',
      name: 'neonate',
      reference: '34.6 by peaks, 37.6 by spectrum',
    },
    {
      path: 'viasys-adult-breathing/vivo150905_t1_001.get',
      name: 'adult at rest',
      reference: '19.6 by peaks, 19.4 by spectrum',
    },
    {
      path: 'viasys-adult-breathing/vivo150905_t1_004.get',
      name: 'adult after exercise',
      reference: '33.9 by peaks, 35.1 by spectrum',
    },
  ];
  return cases.map(({ path, name, reference }) => {
    const { frames, frameRateHz } = eitFrames(`eit/${path}`);
    const mean = Float32Array.from(
      { length: 208 },
      (_, i) => frames.reduce((sum, frame) => sum + (frame[i] ?? 0), 0) / frames.length,
    );
    const reading = measureRespiration(
      Float32Array.from(frames, (frame) => globalImpedance(imager.image(frame, mean))),
      frameRateHz,
    );
    const value =
      reading.kind === 'value'
        ? `${reading.value.toFixed(2)} (certainty ${reading.certainty.toFixed(2)})`
        : reading.kind;
    return {
      figure: 'A7',
      what: `EIT ${name}: breaths per minute`,
      value,
      reference,
      goal: 'within 0.5 of the reference',
      anchor: 'EIDORS GREIT global signal',
    };
  });
}

/**
 * The area above half of the deepest change: centre in radii, size as √(share of the body),
 * overshoot relative to depth.
 */
function halfMaximum(image: Float32Array, mask: Uint8Array) {
  const deepest = image.reduce((most, value) => Math.max(most, -value), 0);
  const highest = image.reduce((most, value) => Math.max(most, value), 0);
  let [x, y, count, inside] = [0, 0, 0, 0];
  for (const [pixel, value] of image.entries()) {
    inside += mask[pixel] ?? 0;
    if (-value < deepest / 2) continue;
    x += ((pixel % 32) + 0.5) / 16 - 1;
    y += 1 - (Math.floor(pixel / 32) + 0.5) / 16;
    count += 1;
  }
  return {
    x: x / count,
    y: y / count,
    resolution: Math.sqrt(count / inside),
    ringing: highest / deepest,
  };
}
