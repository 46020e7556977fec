import { drivePair, eitElectrodes, eitReadings, receivePair } from '@yamori/signal';
import { electrodeLoads } from './electrode-loads.ts';
import { shapeGradients, type RingMesh } from './ring-mesh.ts';
import { createSkylineMatrix, type SkylineMatrix } from './skyline-cholesky.ts';

/**
 * A module constant, because the test runner resolves imported names on every iteration of the
 * inner loops.
 */
const readings = eitReadings;

/**
 * A body with the mesh as its constant cross-section, insulated except for electrodes at half its
 * length.
 */
export interface BodySettings {
  /** Length of the body in radii. */
  length: number;
  /** Height of an electrode in radii. */
  electrodeHeight: number;
  /** Boundary edges covered by an electrode; even. */
  electrodeEdges: number;
  /** Terms of the cosine series along the body. */
  modes: number;
}

export interface ForwardSolution {
  /** 208 voltages for unit current, all positive in a uniform body. */
  voltages: Float64Array;
  /**
   * Potential at every mesh node, in the plane of the electrodes, for each of the 16 drive pairs.
   */
  potentials: Float64Array[];
}

/**
 * Voltages of a three-dimensional body whose conductivity does not change along it ("2.5-D"): a
 * cosine series along the body, and linear finite elements in the cross-section for each term,
 * ∇·σ∇u − σ k² u = 0 with k = 2π n / length. A flat two-dimensional model would let no current
 * leave the plane and draws everything too far from the centre. Electrodes are patches of even
 * current density ("gap" model); the voltage is the mean under the patch.
 *
 * @param conductivity one value per triangle, > 0
 */
export function solveForward(
  mesh: RingMesh,
  conductivity: Float64Array,
  body: BodySettings,
): ForwardSolution {
  const loads = electrodeLoads(mesh, body.electrodeEdges);
  const skyline = computeSkyline(mesh);
  const voltages = new Float64Array(readings);
  const potentials = Array.from({ length: eitElectrodes }, () => new Float64Array(mesh.x.length));
  for (let mode = 0; mode < body.modes; mode++) {
    const wave = (2 * Math.PI * mode) / body.length;
    const half = (wave * body.electrodeHeight) / 2;
    const overHeight = half === 0 ? 1 : Math.sin(half) / half;
    const share = ((mode === 0 ? 1 : 2) * overHeight) / body.length;
    const fields = solveMode(mesh, conductivity, wave, skyline, loads);
    for (const [drive, field] of fields.entries()) addScaled(potentials[drive], field, share);
    for (let index = 0; index < readings; index++) {
      const difference = receivedBy(fields[drivePair(index)], loads[receivePair(index)]);
      voltages[index] = (voltages[index] ?? 0) - share * overHeight * difference;
    }
  }
  return { voltages, potentials };
}

/**
 * Change of every voltage per change of conductivity and unit of volume at a triangle, in the plane
 * of the electrodes: rows of 208 values, one row a triangle. dV = −∫ ∇u_drive · ∇u_receive dσ
 * (Geselowitz 1971).
 */
export function sensitivity(mesh: RingMesh, { potentials }: ForwardSolution): Float64Array {
  const triangles = mesh.area.length;
  const out = new Float64Array(triangles * readings);
  const gradientX = new Float64Array(eitElectrodes);
  const gradientY = new Float64Array(eitElectrodes);
  for (let triangle = 0; triangle < triangles; triangle++) {
    const { nodes, dx, dy } = shapeGradients(mesh, triangle);
    for (const [drive, potential] of potentials.entries()) {
      gradientX[drive] = nodes.reduce(
        (sum, node, i) => sum + (potential[node] ?? 0) * (dx[i] ?? 0),
        0,
      );
      gradientY[drive] = nodes.reduce(
        (sum, node, i) => sum + (potential[node] ?? 0) * (dy[i] ?? 0),
        0,
      );
    }
    for (let index = 0; index < readings; index++) {
      const [d, r] = [drivePair(index), receivePair(index)];
      // Voltages are second electrode minus first, which reverses the sign of the receive field.
      out[triangle * readings + index] =
        (gradientX[d] ?? 0) * (gradientX[r] ?? 0) + (gradientY[d] ?? 0) * (gradientY[r] ?? 0);
    }
  }
  return out;
}

/** Potentials of one term of the series for each drive pair, unit amplitude. */
function solveMode(
  mesh: RingMesh,
  conductivity: Float64Array,
  wave: number,
  skyline: Int32Array,
  loads: Float64Array[],
): Float64Array[] {
  const matrix = createSkylineMatrix(skyline);
  addBody(matrix, mesh, conductivity, wave);
  // With k = 0 only differences are fixed. As much current leaves as enters, so this resistor to
  // earth carries none.
  if (wave === 0) matrix.add(0, 0, 1);
  matrix.factor();
  return loads.map((load) => {
    const field = load.slice();
    matrix.solve(field);
    return field;
  });
}

/** Unknowns are the mesh nodes, ring by ring, so that entries stay near the diagonal. */
function computeSkyline(mesh: RingMesh): Int32Array {
  const first = Int32Array.from(mesh.x, (_, row) => row);
  for (let triangle = 0; triangle < mesh.area.length; triangle++) {
    const corners = mesh.triangles.subarray(triangle * 3, triangle * 3 + 3);
    const lowest = Math.min(...corners);
    for (const node of corners) first[node] = Math.min(first[node] ?? 0, lowest);
  }
  return first;
}

function addBody(
  matrix: SkylineMatrix,
  mesh: RingMesh,
  conductivity: Float64Array,
  wave: number,
): void {
  for (let triangle = 0; triangle < mesh.area.length; triangle++) {
    const { nodes, dx, dy } = shapeGradients(mesh, triangle);
    const weight = (conductivity[triangle] ?? 0) * (mesh.area[triangle] ?? 0);
    for (let i = 0; i < 3; i++) {
      for (let j = 0; j <= i; j++) {
        const overlap = ((i === j ? 2 : 1) * wave * wave) / 12;
        matrix.add(
          nodes[i] ?? 0,
          nodes[j] ?? 0,
          weight * ((dx[i] ?? 0) * (dx[j] ?? 0) + (dy[i] ?? 0) * (dy[j] ?? 0) + overlap),
        );
      }
    }
  }
}

function receivedBy(field: Float64Array | undefined, load: Float64Array | undefined): number {
  let sum = 0;
  for (let node = 0; node < (load?.length ?? 0); node++)
    sum += (field?.[node] ?? 0) * (load?.[node] ?? 0);
  return sum;
}

function addScaled(target: Float64Array | undefined, values: Float64Array, factor: number): void {
  if (!target) return;
  for (let i = 0; i < values.length; i++) target[i] = (target[i] ?? 0) + factor * (values[i] ?? 0);
}
