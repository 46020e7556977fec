import { eitReadings, type ThoraxModel, thoraxRegions } from '@yamori/signal';
import { type BodySettings, solveForward } from './forward-model.ts';
import type { RingMesh } from './ring-mesh.ts';
import { assignTriangleRegions, restingConductivity } from './thorax-anatomy.ts';

/** Relative conductivity changes to solve for: halfway and fully into a deep breath. */
const NEAR = -0.2;
const FAR = -0.4;

/**
 * Voltages of the thorax as a polynomial of second order in its regions: exact at rest, at two
 * changes of each region alone and at one of each pair.
 */
export function thoraxPolynomial(mesh: RingMesh, body: BodySettings): ThoraxModel {
  const regions = assignTriangleRegions(mesh);
  const resting = restingConductivity(mesh);
  const solve = (changes: Map<number, number>) => {
    const conductivity = resting.map(
      (value, triangle) => value * (1 + (changes.get(regions[triangle] ?? -1) ?? 0)),
    );
    return solveForward(mesh, conductivity, body).voltages;
  };
  const rest = solve(new Map());
  const scale = 1 / Math.max(...rest);
  const ones = thoraxRegions.map((_, region) =>
    parabola(rest, solve(new Map([[region, NEAR]])), solve(new Map([[region, FAR]])), scale),
  );
  const quadratic: Float32Array[] = [];
  for (const [i, a] of ones.entries()) {
    for (const [j, b] of ones.entries()) {
      if (j < i) continue;
      quadratic.push(
        i === j
          ? a.quadratic
          : cross(
              rest,
              solve(
                new Map([
                  [i, NEAR],
                  [j, NEAR],
                ]),
              ),
              a,
              b,
              scale,
            ),
      );
    }
  }
  return {
    baseline: Float32Array.from(rest, (value) => value * scale),
    linear: ones.map(({ linear }) => linear),
    quadratic,
  };
}

interface Parabola {
  linear: Float32Array;
  quadratic: Float32Array;
}

function parabola(
  rest: Float64Array,
  near: Float64Array,
  far: Float64Array,
  scale: number,
): Parabola {
  const linear = new Float32Array(eitReadings);
  const quadratic = new Float32Array(eitReadings);
  for (let i = 0; i < eitReadings; i++) {
    const [n, f] = [
      ((near[i] ?? 0) - (rest[i] ?? 0)) / NEAR,
      ((far[i] ?? 0) - (rest[i] ?? 0)) / FAR,
    ];
    const bend = (f - n) / (FAR - NEAR);
    quadratic[i] = bend * scale;
    linear[i] = (n - bend * NEAR) * scale;
  }
  return { linear, quadratic };
}

function cross(
  rest: Float64Array,
  both: Float64Array,
  a: Parabola,
  b: Parabola,
  scale: number,
): Float32Array {
  return Float32Array.from(both, (value, i) => {
    const alone =
      ((a.linear[i] ?? 0) + (b.linear[i] ?? 0)) * NEAR +
      ((a.quadratic[i] ?? 0) + (b.quadratic[i] ?? 0)) * NEAR * NEAR;
    return ((value - (rest[i] ?? 0)) * scale - alone) / (NEAR * NEAR);
  });
}
