import { describe, expect, it } from 'vitest';
import { eitAsset, thoraxAsset } from '../testing/eit-assets.ts';
import { createEitImager } from './eit-imager.ts';
import { simulateThorax, type ThoraxState } from './thorax-simulator.ts';
import {
  centreOfVentilation,
  createTidalImager,
  silentSpaces,
  type TidalBreath,
} from './ventilation.ts';

const model = eitAsset('thorax');
const thorax = thoraxAsset();
const imager = createEitImager(model);
const expired = simulateThorax(thorax, { breath: 0 });

function breathe(
  seconds: number,
  perMinute: number,
  state: Omit<ThoraxState, 'breath'> = {},
): TidalBreath[] {
  const tidal = createTidalImager();
  const breaths: TidalBreath[] = [];
  for (let frame = 0; frame < seconds * 20; frame++) {
    const breath = 0.5 - 0.5 * Math.cos((2 * Math.PI * perMinute * frame) / 1200);
    const done = tidal.push(
      imager.image(simulateThorax(thorax, { ...state, breath }), expired, new Float32Array(1024)),
      frame * 50,
    );
    if (done) breaths.push(done);
  }
  return breaths;
}

const measureTidal = (state: Omit<ThoraxState, 'breath'>) =>
  breathe(20, 15, state).at(-1)?.image ?? new Float32Array(1024);

describe('createTidalImager', () => {
  it.each([6, 15, 40])('counts breaths at %d a minute', (perMinute) => {
    expect(Math.abs(breathe(30, perMinute).length - perMinute / 2)).toBeLessThanOrEqual(1);
  });

  it('gives a positive tidal image with the times of both ends', () => {
    const last = breathe(20, 15).at(-1);
    expect(last?.amplitude).toBeGreaterThan(10);
    expect((last?.inspirationMs ?? 0) - (last?.expirationMs ?? 0)).toBeGreaterThan(1800);
    expect((last?.inspirationMs ?? 0) - (last?.expirationMs ?? 0)).toBeLessThan(2200);
    expect(Math.max(...(last?.image ?? []))).toBeGreaterThan(0.1);
  });

  it('does not count heart beats as breaths', () => {
    const tidal = createTidalImager();
    let breaths = 0;
    for (let frame = 0; frame < 600; frame++) {
      const breath = 0.5 - 0.5 * Math.cos(frame / 12.7);
      const heart = 0.5 - 0.5 * Math.cos(frame / 2.7);
      if (tidal.push(imager.image(simulateThorax(thorax, { breath, heart }), expired), frame * 50))
        breaths += 1;
    }
    expect(Math.abs(breaths - 7.5)).toBeLessThanOrEqual(1);
  });

  it('keeps the latest breath until a reset', () => {
    const tidal = createTidalImager();
    expect(tidal.latest()).toBeUndefined();
    for (let frame = 0; frame < 200; frame++)
      tidal.push(
        imager.image(simulateThorax(thorax, { breath: 0.5 - 0.5 * Math.cos(frame / 12) }), expired),
        frame * 50,
      );
    expect(tidal.latest()).toBeDefined();
    tidal.reset();
    expect(tidal.latest()).toBeUndefined();
  });
});

describe('centreOfVentilation', () => {
  it('lands in the middle for even lungs', () => {
    const { xPercent, yPercent } = centreOfVentilation(measureTidal({}), model.mask);
    expect(Math.abs(xPercent - 50)).toBeLessThan(3);
    expect(Math.abs(yPercent - 50)).toBeLessThan(5);
  });

  it('moves to the side that gains air', () => {
    expect(
      centreOfVentilation(measureTidal({ leftRight: -0.8 }), model.mask).xPercent,
    ).toBeGreaterThan(58);
    expect(centreOfVentilation(measureTidal({ leftRight: 0.8 }), model.mask).xPercent).toBeLessThan(
      42,
    );
    const [front, back] = [-0.9, 0.9].map(
      (frontBack) => centreOfVentilation(measureTidal({ frontBack }), model.mask).yPercent,
    );
    expect(back).toBeGreaterThan((front ?? 100) + 3);
  });

  it('equals the pixel for a single pixel', () => {
    const image = new Float32Array(1024);
    image[16 * 32] = 1;
    const { xPercent, yPercent } = centreOfVentilation(image, new Uint8Array(1024).fill(1));
    expect([xPercent, yPercent]).toEqual([50 / 32, (16.5 * 100) / 32]);
  });

  it('returns NaN without air', () => {
    expect(centreOfVentilation(new Float32Array(1024), model.mask).xPercent).toBeNaN();
  });
});

describe('silentSpaces', () => {
  const lungs = new Uint8Array(1024).fill(0);
  for (let row = 8; row < 24; row++) lungs.fill(1, row * 32 + 4, row * 32 + 28);

  it('finds none where every pixel changes equally', () => {
    expect(silentSpaces(new Float32Array(1024).fill(1), lungs)).toEqual({
      dependent: 0,
      nonDependent: 0,
    });
  });

  it('counts pixels below a tenth of the largest change, by dependent and other side', () => {
    const image = new Float32Array(1024).fill(1);
    image.fill(0.0999, 20 * 32);
    expect(silentSpaces(image, lungs)).toEqual({ dependent: 0.25, nonDependent: 0 });
    expect(silentSpaces(image, lungs, 'top')).toEqual({ dependent: 0, nonDependent: 0.25 });
    image.fill(0.11, 20 * 32);
    expect(silentSpaces(image, lungs).dependent).toBe(0);
  });

  it('follows gravity for a patient lying on a side', () => {
    const image = new Float32Array(1024).map((_, pixel) => (pixel % 32 < 10 ? 0 : 1));
    expect(silentSpaces(image, lungs, 'left')).toEqual({ dependent: 0.25, nonDependent: 0 });
    expect(silentSpaces(image, lungs, 'right')).toEqual({ dependent: 0, nonDependent: 0.25 });
  });

  it('finds none without lung area', () => {
    expect(silentSpaces(new Float32Array(1024), new Uint8Array(1024))).toEqual({
      dependent: 0,
      nonDependent: 0,
    });
  });

  it('grows when the back of the lungs is not ventilated', () => {
    const even = silentSpaces(measureTidal({}), model.lungs);
    const front = silentSpaces(measureTidal({ frontBack: -0.95 }), model.lungs);
    expect(front.dependent).toBeGreaterThan(even.dependent + 0.05);
  });
});
