import { describe, expect, it } from 'vitest';
import { eitAsset, thoraxAsset } from '../testing/eit-assets.ts';
import { hasRecordings, WHY_SKIPPED } from '../../../../tools/run/recordings.mjs';
import { goeMfFrames, tankFrame } from '../testing/shared-recordings.ts';
import { createEitImager } from './eit-imager.ts';
import { globalImpedance } from './eit-regions.ts';
import { usesElectrode } from './measurement-order.ts';
import { simulateThorax } from './thorax-simulator.ts';
import { measureRespiration } from '../respiration/respiration-rate.ts';

const thorax = thoraxAsset();
const expired = simulateThorax(thorax, { breath: 0 });
const inspired = simulateThorax(thorax, { breath: 1 });

/**
 * Centre, in body radii (y up), of the pixels above half of the largest value of `sign` × image,
 * and their share of the body.
 */
function halfMaximum(image: Float32Array, mask: Uint8Array, sign: 1 | -1) {
  const maxValue = Math.max(...image.map((value) => sign * value));
  let x = 0;
  let y = 0;
  let count = 0;
  let inside = 0;
  for (const [pixel, value] of image.entries()) {
    inside += mask[pixel] ?? 0;
    if (sign * value < maxValue / 2) continue;
    x += ((pixel % 32) + 0.5) / 16 - 1;
    y += 1 - (Math.floor(pixel / 32) + 0.5) / 16;
    count += 1;
  }
  return { x: x / count, y: y / count, resolution: Math.sqrt(count / inside) };
}

function difference(a: Float32Array, b: Float32Array): number {
  let apart = 0;
  let size = 0;
  for (const [pixel, value] of a.entries()) {
    apart += ((b[pixel] ?? 0) - value) ** 2;
    size += value ** 2;
  }
  return Math.sqrt(apart / size);
}

describe('createEitImager', () => {
  const imager = createEitImager(eitAsset('thorax'));

  it('shows nothing for the reference itself', () => {
    expect(Math.max(...imager.image(expired, expired).map(Math.abs))).toBe(0);
    expect(imager.usedReadings()).toBe(208);
  });

  it('shows a breath as two lungs that lose conductivity, and nothing outside the body', () => {
    const model = eitAsset('thorax');
    const image = imager.image(inspired, expired);
    const mean = (keep: (pixel: number) => boolean) => {
      const kept = [...image].filter((_, pixel) => keep(pixel));
      return kept.reduce((sum, value) => sum + value, 0) / kept.length;
    };
    const lungs = mean((pixel) => model.lungs[pixel] === 1);
    expect(lungs).toBeLessThan(-0.05);
    expect(mean((pixel) => model.mask[pixel] === 1 && model.lungs[pixel] === 0)).toBeGreaterThan(
      lungs / 2,
    );
    expect(mean((pixel) => model.mask[pixel] === 0)).toBe(0);
  });

  it.each([
    [-1, 1],
    [1, -1],
  ] as const)(
    'shows a single ventilated lung on its side (left to right %d)',
    (leftRight, side) => {
      const image = imager.image(simulateThorax(thorax, { breath: 1, leftRight }), expired);
      expect(side * halfMaximum(image, eitAsset('thorax').mask, -1).x).toBeGreaterThan(0.3);
    },
  );

  it('shows the heart in front, on the patient’s left', () => {
    const image = imager.image(simulateThorax(thorax, { breath: 0, heart: 1 }), expired);
    const { x, y } = halfMaximum(image, eitAsset('thorax').mask, -1);
    expect(Math.hypot(x - 0.14, y - 0.27)).toBeLessThan(0.15);
  });

  it('does not depend on the unit, and accepts int16', () => {
    const steps = (frame: Float32Array) =>
      Int16Array.from(frame, (value) => Math.round(value * 30_000));
    const floats = imager.image(inspired, expired, new Float32Array(1024));
    expect(
      difference(
        floats,
        imager.image(
          inspired.map((value) => value * 40),
          expired.map((value) => value * 40),
        ),
      ),
    ).toBeLessThan(1e-5);
    expect(difference(floats, imager.image(steps(inspired), steps(expired)))).toBeLessThan(0.05);
  });

  it('writes into the given image', () => {
    const out = new Float32Array(1024).fill(9);
    expect(imager.image(inspired, expired, out)).toBe(out);
    expect(out[0]).toBe(0);
  });
});

describe('createEitImager with lost electrodes', () => {
  const intact = createEitImager(eitAsset('thorax')).image(inspired, expired);
  const electrodes = Array.from({ length: 16 }, (_, electrode) => electrode);

  it('compensation halves the error of a lost electrode, to at most a third of the image', () => {
    let without = 0;
    let sum = 0;
    for (const electrode of electrodes) {
      const imager = createEitImager(eitAsset('thorax'));
      const blanked = inspired.map((value, i) =>
        usesElectrode(i, electrode) ? (expired[i] ?? 0) : value,
      );
      without += difference(intact, imager.image(blanked, expired, new Float32Array(1024)));
      imager.setFailedElectrodes([electrode]);
      const noise = inspired.map((value, i) => (usesElectrode(i, electrode) ? value * 3 : value));
      const compensated = difference(intact, imager.image(noise, expired));
      expect(compensated).toBeLessThan(0.34);
      sum += compensated;
      expect(imager.usedReadings()).toBe(156);
    }
    expect(sum).toBeLessThan(without / 2);
  });

  it('the image survives the loss of two adjacent electrodes', () => {
    const imager = createEitImager(eitAsset('thorax'));
    imager.setFailedElectrodes([3, 4]);
    expect(difference(intact, imager.image(inspired, expired))).toBeLessThan(0.5);
  });

  it('electrodes are used again when the list is emptied', () => {
    const imager = createEitImager(eitAsset('thorax'));
    imager.setFailedElectrodes([3]);
    imager.setFailedElectrodes([]);
    expect(difference(intact, imager.image(inspired, expired))).toBe(0);
  });

  it('missing readings are estimated, a single one without loss', () => {
    const imager = createEitImager(eitAsset('thorax'));
    const frame = inspired.slice();
    frame[17] = Number.NaN;
    expect(difference(intact, imager.image(frame, expired))).toBeLessThan(0.005);
    expect(imager.usedReadings()).toBe(207);
  });

  it('a frame without readings gives an empty image', () => {
    const imager = createEitImager(eitAsset('thorax'));
    expect(
      Math.max(...imager.image(new Float32Array(208).fill(Number.NaN), expired).map(Math.abs)),
    ).toBe(0);
    expect(imager.usedReadings()).toBe(0);
  });

  it('setFailedElectrodes throws for an electrode out of range', () => {
    expect(() => createEitImager(eitAsset('circle')).setFailedElectrodes([16])).toThrow(RangeError);
    expect(() => createEitImager(eitAsset('circle')).setFailedElectrodes([-1])).toThrow(RangeError);
  });
});

describe.skipIf(!hasRecordings)(`createEitImager on recordings${WHY_SKIPPED}`, () => {
  const circle = hasRecordings ? eitAsset('circle') : undefined;

  it('tank: a ball at (0.467, 0) R is found within 0.05 R, as a spot of at most a quarter of the tank', () => {
    if (!circle) return;
    const image = createEitImager(circle).image(tankFrame('vvAvg2'), tankFrame('vvRef'));
    const { x, y, resolution } = halfMaximum(image, circle.mask, -1);
    expect(Math.hypot(x - 0.467, y)).toBeLessThan(0.05);
    expect(resolution).toBeLessThan(0.25);
  });

  it('tank: a ball in the middle is found within 0.05 R', () => {
    if (!circle) return;
    const { x, y } = halfMaximum(
      createEitImager(circle).image(tankFrame('vvAvg1'), tankFrame('vvRef')),
      circle.mask,
      -1,
    );
    expect(Math.hypot(x, y)).toBeLessThan(0.05);
  });

  it('tank: two balls show as two, one to the right and one at the top', () => {
    if (!circle) return;
    const image = createEitImager(circle).image(tankFrame('vvAvg3'), tankFrame('vvRef'));
    const right = image.map((value, pixel) =>
      (pixel % 32) - 15.5 > 15.5 - Math.floor(pixel / 32) ? value : 0,
    );
    const top = image.map((value, pixel) => (right[pixel] === 0 ? value : 0));
    const first = halfMaximum(right, circle.mask, -1);
    const second = halfMaximum(top, circle.mask, -1);
    expect(Math.hypot(first.x - 0.467, first.y)).toBeLessThan(0.08);
    expect(Math.hypot(second.x, second.y - 0.467)).toBeLessThan(0.08);
  });

  it('tank: the model’s uniform voltages match the empty tank within 5 %', () => {
    if (!circle) return;
    const measured = tankFrame('vvRef');
    const modelled = circle.uniformVoltages;
    const scale = (measured[0] ?? 1) / (circle.uniformVoltages[0] ?? 1);
    for (let i = 1; i < 12; i++)
      expect(Math.abs(((modelled[i] ?? 0) * scale) / (measured[i] ?? 1) - 1)).toBeLessThan(0.05);
  });

  it.each([
    ['goettingen-neonate/P04P-1016.get', 34.5, 37.7],
    ['viasys-adult-breathing/vivo150905_t1_001.get', 18.9, 20.1],
  ])('%s: the global impedance breathes at %d to %d a minute', (path, lowest, highest) => {
    const frames = goeMfFrames(`eit/${path}`);
    const mean = Float32Array.from(
      { length: 208 },
      (_, i) => frames.reduce((sum, frame) => sum + (frame[i] ?? 0), 0) / frames.length,
    );
    const imager = createEitImager(eitAsset('thorax'));
    const reading = measureRespiration(
      Float32Array.from(frames, (frame) => globalImpedance(imager.image(frame, mean))),
      13,
    );
    expect(reading.kind).toBe('value');
    if (reading.kind === 'value') {
      expect(reading.value).toBeGreaterThan(lowest);
      expect(reading.value).toBeLessThan(highest);
    }
  });
});
