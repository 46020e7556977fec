import { eitElectrodes } from '@yamori/signal';
import type { RingMesh } from './ring-mesh.ts';

/**
 * Nodal currents of each of the 16 pairs: +1 spread evenly under electrode k, −1 under electrode k
 * + 1. Electrode centres lie on boundary nodes.
 *
 * @param edges boundary edges under an electrode; even
 */
export function electrodeLoads(mesh: RingMesh, edges: number): Float64Array[] {
  const single = Array.from({ length: eitElectrodes }, (_, electrode) =>
    patch(mesh, electrode, edges),
  );
  return single.map((load, pair) => {
    const next = single[(pair + 1) % eitElectrodes];
    return load.map((value, node) => value - (next?.[node] ?? 0));
  });
}

function patch(mesh: RingMesh, electrode: number, edges: number): Float64Array {
  const load = new Float64Array(mesh.x.length);
  const ring = mesh.boundary.length;
  const centre = (electrode * ring) / eitElectrodes;
  let total = 0;
  for (let edge = -edges / 2; edge < edges / 2; edge++) {
    const a = mesh.boundary[(centre + edge + ring) % ring] ?? 0;
    const b = mesh.boundary[(centre + edge + 1 + ring) % ring] ?? 0;
    const length = Math.hypot(
      (mesh.x[a] ?? 0) - (mesh.x[b] ?? 0),
      (mesh.y[a] ?? 0) - (mesh.y[b] ?? 0),
    );
    load[a] = (load[a] ?? 0) + length / 2;
    load[b] = (load[b] ?? 0) + length / 2;
    total += length;
  }
  return load.map((value) => value / total);
}
