import { centroid, type RingMesh } from './ring-mesh.ts';

/**
 * Positions of the organs of an upright chest in the electrode plane (about the fifth rib), in
 * units of half its width; x towards the patient's left (right in the image), y to the front.
 * Conductivities relative to muscle, at 50 to 100 kHz and end of expiration (after Gabriel et al.,
 * Phys. Med. Biol. 41, 1996).
 */
interface Organ {
  x: number;
  y: number;
  halfWidth: number;
  halfDepth: number;
  conductivity: number;
}

const leftLung: Organ = { x: 0.47, y: -0.02, halfWidth: 0.33, halfDepth: 0.5, conductivity: 0.35 };
const rightLung: Organ = {
  x: -0.47,
  y: -0.02,
  halfWidth: 0.35,
  halfDepth: 0.52,
  conductivity: 0.35,
};
const heart: Organ = { x: 0.14, y: 0.27, halfWidth: 0.24, halfDepth: 0.23, conductivity: 1.7 };
const spine: Organ = { x: 0, y: -0.5, halfWidth: 0.12, halfDepth: 0.12, conductivity: 0.2 };

/** Index into the simulator's thoraxRegions of each triangle; −1 elsewhere. */
export function assignTriangleRegions(mesh: RingMesh): Int8Array {
  return Int8Array.from(mesh.area, (_, triangle) => {
    const at = centroid(mesh, triangle);
    if (isIn(heart, at)) return 4;
    if (isIn(leftLung, at)) return at.y > leftLung.y ? 0 : 1;
    if (isIn(rightLung, at)) return at.y > rightLung.y ? 2 : 3;
    return -1;
  });
}

export function restingConductivity(mesh: RingMesh): Float64Array {
  return Float64Array.from(mesh.area, (_, triangle) => {
    const at = centroid(mesh, triangle);
    return [heart, leftLung, rightLung, spine].find((organ) => isIn(organ, at))?.conductivity ?? 1;
  });
}

/** Whether a point is in a lung. */
export function isLung(x: number, y: number): boolean {
  return !isIn(heart, { x, y }) && (isIn(leftLung, { x, y }) || isIn(rightLung, { x, y }));
}

function isIn(organ: Organ, at: { x: number; y: number }): boolean {
  return ((at.x - organ.x) / organ.halfWidth) ** 2 + ((at.y - organ.y) / organ.halfDepth) ** 2 < 1;
}
