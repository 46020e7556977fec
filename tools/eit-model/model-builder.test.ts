import { createEitImager, simulateThorax, thoraxRegions } from '@yamori/signal';
import { describe, expect, it } from 'vitest';
import { type BodySettings, solveForward } from './forward-model.ts';
import { buildEitModel, type ModelSettings } from './model-builder.ts';
import { circleSettings } from './model-settings.ts';
import { centroid, circleOutline, meshOutline, thoraxOutline } from './ring-mesh.ts';
import { isLung, assignTriangleRegions } from './thorax-anatomy.ts';
import { thoraxPolynomial } from './thorax-polynomial.ts';
import { locatePoints, pixelMask } from './training-targets.ts';

/** A coarse circle, quick to build. */
const body: BodySettings = { length: 2, electrodeHeight: 0.1, electrodeEdges: 2, modes: 6 };
const settings: ModelSettings = { ...circleSettings, rings: 16, body };

describe('the reconstruction matrix', () => {
  const { model, targets, noiseVariance } = buildEitModel(settings);
  const mesh = meshOutline(circleOutline, 16);
  const uniform = new Float64Array(mesh.area.length).fill(1);
  const reference = Float32Array.from(solveForward(mesh, uniform, body).voltages);
  const imager = createEitImager(model);

  const reconstructImage = (x: number, y: number, change: number) => {
    const conductivity = uniform.map((value, triangle) => {
      const at = centroid(mesh, triangle);
      return Math.hypot(at.x - x, at.y - y) < 0.13 ? value * (1 + change) : value;
    });
    return imager.image(
      Float32Array.from(solveForward(mesh, conductivity, body).voltages),
      reference,
      new Float32Array(1024),
    );
  };

  it('uses targets across the whole body, and noise', () => {
    expect(targets).toBeGreaterThan(2500);
    expect(noiseVariance).toBeGreaterThan(0);
  });

  it.each([
    [0, 0],
    [0.45, 0],
    [0, 0.45],
    [-0.4, 0.3],
    [0.3, -0.5],
  ])('images a rod at (%d, %d) in its place and with its sign', (x, y) => {
    for (const change of [0.2, -0.2]) {
      const image = reconstructImage(x, y, change);
      const sign = Math.sign(change);
      const maxValue = Math.max(...image.map((value) => sign * value));
      let [sx, sy, count] = [0, 0, 0];
      for (const [pixel, value] of image.entries()) {
        if (sign * value < maxValue / 2) continue;
        sx += ((pixel % 32) + 0.5) / 16 - 1;
        sy += 1 - (Math.floor(pixel / 32) + 0.5) / 16;
        count += 1;
      }
      // The matrix expects balls in the plane; a rod along the body appears slightly further out.
      expect(Math.hypot(sx / count - x, sy / count - y)).toBeLessThan(0.13);
    }
  });
});

describe('pixelMask', () => {
  it('includes pixels of which at least half is inside', () => {
    const mask = pixelMask(locatePoints(meshOutline(circleOutline, 16)));
    for (const [pixel, inside] of mask.entries()) {
      const distance = Math.hypot(
        ((pixel % 32) + 0.5) / 16 - 1,
        1 - (Math.floor(pixel / 32) + 0.5) / 16,
      );
      if (distance < 0.95) expect(inside).toBe(1);
      if (distance > 1.03) expect(inside).toBe(0);
    }
  });
});

describe('the thorax anatomy', () => {
  it('contains lungs on both sides, the heart in front of the left one, and all five regions', () => {
    expect(isLung(0.5, 0)).toBe(true);
    expect(isLung(-0.5, 0)).toBe(true);
    expect(isLung(0.14, 0.27)).toBe(false);
    expect(isLung(0, -0.6)).toBe(false);
    expect(new Set(assignTriangleRegions(meshOutline(thoraxOutline, 16)))).toEqual(
      new Set([-1, 0, 1, 2, 3, 4]),
    );
  });

  it('stays inside the outline', () => {
    for (let angle = 0; angle < 2 * Math.PI; angle += 0.05) {
      const reach = thoraxOutline(angle) * 0.98;
      expect(isLung(reach * Math.sin(angle), reach * Math.cos(angle))).toBe(false);
    }
  });
});

describe('the thorax polynomial', () => {
  const mesh = meshOutline(thoraxOutline, 8);
  const bodySettings: BodySettings = {
    length: 3,
    electrodeHeight: 0.15,
    electrodeEdges: 2,
    modes: 2,
  };
  const model = thoraxPolynomial(mesh, bodySettings);

  it('contains a row for each region and each pair', () => {
    expect(model.linear.length).toBe(thoraxRegions.length);
    expect(model.quadratic.length).toBe(15);
    expect(Math.max(...model.baseline)).toBeCloseTo(1, 6);
  });

  it('raises the voltages when a lung region fills', () => {
    const rest = model.baseline.reduce((sum, value) => sum + value, 0);
    for (const leftRight of [-1, 1]) {
      for (const frontBack of [-1, 1]) {
        const frame = simulateThorax(model, { breath: 0.4, leftRight, frontBack });
        expect(frame.reduce((sum, value) => sum + value, 0)).toBeGreaterThan(rest);
      }
    }
  });
});
