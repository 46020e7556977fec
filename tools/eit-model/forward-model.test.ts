import { drivePair, eitReadings, receivePair, reciprocalReading } from '@yamori/signal';
import { describe, expect, it } from 'vitest';
import { type BodySettings, sensitivity, solveForward } from './forward-model.ts';
import { centroid, circleOutline, meshOutline, thoraxOutline } from './ring-mesh.ts';

/** One term of the series: the flat, two-dimensional body of unit height. */
const flat: BodySettings = { length: 1, electrodeHeight: 0.1, electrodeEdges: 2, modes: 1 };
const tall: BodySettings = { length: 2, electrodeHeight: 0.1, electrodeEdges: 2, modes: 8 };
const circle = meshOutline(circleOutline, 16);
const uniform = (mesh: typeof circle) => new Float64Array(mesh.area.length).fill(1);

/**
 * Voltages between point electrodes on a disc: u = −ln(distance) / π for each source (textbook
 * solution).
 */
function analytic(index: number): number {
  const distance = (a: number, b: number) => 2 * Math.abs(Math.sin((Math.PI * (a - b)) / 16));
  const [d, r] = [drivePair(index), receivePair(index)];
  const potential = (at: number) =>
    (Math.log(distance(at, d + 1)) - Math.log(distance(at, d))) / Math.PI;
  return potential(r + 1) - potential(r);
}

describe('the forward model', () => {
  it('agrees with the closed solution of a disc within 1 %', () => {
    const { voltages } = solveForward(
      meshOutline(circleOutline, 32),
      new Float64Array(8192).fill(1),
      flat,
    );
    for (let index = 0; index < 13; index++)
      expect(Math.abs((voltages[index] ?? 0) / analytic(index) - 1)).toBeLessThan(0.01);
  });

  it('gives reciprocal voltages for any body', () => {
    const mesh = meshOutline(thoraxOutline, 12);
    const uneven = uniform(mesh).map((_, triangle) => 1 + 0.8 * Math.sin(triangle));
    const { voltages } = solveForward(mesh, uneven, { ...tall, modes: 3 });
    for (let index = 0; index < eitReadings; index++)
      expect(voltages[reciprocalReading(index)]).toBeCloseTo(voltages[index] ?? 0, 9);
  });

  it('halves the voltages when all conductivities double', () => {
    const [one, two] = [
      solveForward(circle, uniform(circle), tall),
      solveForward(circle, uniform(circle).fill(2), tall),
    ];
    for (let index = 0; index < eitReadings; index++)
      expect(two.voltages[index]).toBeCloseTo((one.voltages[index] ?? 0) / 2, 9);
  });

  it('lets current spread in a tall body, so that distant voltages fall off faster than in a flat one', () => {
    const share = (body: BodySettings) => {
      const { voltages } = solveForward(circle, uniform(circle), body);
      return (voltages[6] ?? 0) / (voltages[0] ?? 1);
    };
    expect(share(tall)).toBeLessThan(share(flat) / 2);
  });
});

describe('the sensitivity of a flat body', () => {
  it('equals the effect of a small change in one triangle', () => {
    const solution = solveForward(circle, uniform(circle), flat);
    const rows = sensitivity(circle, solution);
    const triangle = circle.area.findIndex(
      (_, t) => Math.hypot(centroid(circle, t).x - 0.4, centroid(circle, t).y - 0.2) < 0.05,
    );
    const changed = uniform(circle);
    changed[triangle] = 1.01;
    const after = solveForward(circle, changed, flat).voltages;
    for (let index = 0; index < eitReadings; index++) {
      const step = ((after[index] ?? 0) - (solution.voltages[index] ?? 0)) / 0.01;
      expect(
        Math.abs(step - (rows[triangle * eitReadings + index] ?? 0) * (circle.area[triangle] ?? 0)),
      ).toBeLessThan(2e-6);
    }
  });

  it('adds up to the voltage over the whole body', () => {
    const solution = solveForward(circle, uniform(circle), flat);
    const rows = sensitivity(circle, solution);
    for (const index of [0, 5, 77, 200]) {
      const sum = circle.area.reduce(
        (total, area, triangle) => total + area * (rows[triangle * eitReadings + index] ?? 0),
        0,
      );
      expect(sum / -(solution.voltages[index] ?? 1)).toBeCloseTo(1, 2);
    }
  });
});
