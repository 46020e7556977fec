/** A triangular mesh of a convex body around the origin, made of rings; x to the right, y up. */
export interface RingMesh {
  /** Node 0 is the centre; ring i (1..rings) follows with 8 i nodes, from 12 o'clock clockwise. */
  x: Float64Array;
  y: Float64Array;
  /** Three nodes per triangle. */
  triangles: Int32Array;
  area: Float64Array;
  rings: number;
  /** Nodes of the outermost ring. */
  boundary: Int32Array;
}

/**
 * Distance from the centre to the outline at an angle clockwise from 12 o'clock, largest reach 1.
 */
export type Outline = (clockwiseRadians: number) => number;

export const circleOutline: Outline = () => 1;

/** Half depth of an adult chest over its half width. */
const THORAX_DEPTH = 0.74;

/**
 * A chest seen in cross-section, breastbone up: a superellipse, flatter in front and behind than an
 * ellipse.
 */
export const thoraxOutline: Outline = (clockwiseRadians) => {
  const sideways = Math.abs(Math.sin(clockwiseRadians));
  const upright = Math.abs(Math.cos(clockwiseRadians)) / THORAX_DEPTH;
  return (sideways ** 2.3 + upright ** 2.3) ** (-1 / 2.3);
};

/**
 * Rings of nodes, shrunken copies of the outline. Nodes lie at equal arc lengths along it, as
 * electrodes of a belt do.
 *
 * @param rings even, so that 16 electrodes fall on nodes; 8 × rings² triangles
 */
export function meshOutline(outline: Outline, rings: number): RingMesh {
  if (rings < 4 || rings % 2 !== 0)
    throw new RangeError(`rings must be even and at least 4, got ${rings}`);
  const nodes = 1 + 4 * rings * (rings + 1);
  const x = new Float64Array(nodes);
  const y = new Float64Array(nodes);
  const angleAt = equalArcAngles(outline);
  for (let ring = 1; ring <= rings; ring++) {
    for (let j = 0; j < 8 * ring; j++) {
      const angle = angleAt(j / (8 * ring));
      const radius = (outline(angle) * ring) / rings;
      x[ringNode(ring, j)] = radius * Math.sin(angle);
      y[ringNode(ring, j)] = radius * Math.cos(angle);
    }
  }
  const triangles = connect(rings);
  const boundary = Int32Array.from({ length: 8 * rings }, (_, j) => ringNode(rings, j));
  return { x, y, triangles, area: areas(x, y, triangles), rings, boundary };
}

/** Centre of gravity of a triangle. */
export function centroid(mesh: RingMesh, triangle: number): { x: number; y: number } {
  let [x, y] = [0, 0];
  for (let corner = 0; corner < 3; corner++) {
    const node = mesh.triangles[triangle * 3 + corner] ?? 0;
    x += (mesh.x[node] ?? 0) / 3;
    y += (mesh.y[node] ?? 0) / 3;
  }
  return { x, y };
}

function ringNode(ring: number, j: number): number {
  if (ring === 0) return 0;
  return 1 + 4 * ring * (ring - 1) + (j % (8 * ring));
}

/** Eight sectors; in each, ring i has i outer edges and i − 1 inner ones. */
function connect(rings: number): Int32Array {
  const triangles: number[] = [];
  for (let ring = 1; ring <= rings; ring++) {
    for (let sector = 0; sector < 8; sector++) {
      const outer = (j: number) => ringNode(ring, sector * ring + j);
      const inner = (j: number) => ringNode(ring - 1, sector * (ring - 1) + j);
      for (let j = 0; j < ring; j++) triangles.push(outer(j), outer(j + 1), inner(j));
      for (let j = 0; j < ring - 1; j++) triangles.push(inner(j), outer(j + 1), inner(j + 1));
    }
  }
  return Int32Array.from(triangles);
}

function areas(x: Float64Array, y: Float64Array, triangles: Int32Array): Float64Array {
  return Float64Array.from({ length: triangles.length / 3 }, (_, triangle) => {
    const [a = 0, b = 0, c = 0] = triangles.subarray(triangle * 3, triangle * 3 + 3);
    const abx = (x[b] ?? 0) - (x[a] ?? 0);
    const aby = (y[b] ?? 0) - (y[a] ?? 0);
    const acx = (x[c] ?? 0) - (x[a] ?? 0);
    const acy = (y[c] ?? 0) - (y[a] ?? 0);
    return Math.abs(abx * acy - acx * aby) / 2;
  });
}

/** Angle (clockwise from 12 o'clock) at a share 0..1 of the outline's length. */
function equalArcAngles(outline: Outline): (share: number) => number {
  const steps = 3600;
  const length = new Float64Array(steps + 1);
  for (let i = 1; i <= steps; i++) {
    const [a, b] = [((i - 1) * 2 * Math.PI) / steps, (i * 2 * Math.PI) / steps];
    const [ra, rb] = [outline(a), outline(b)];
    length[i] =
      (length[i - 1] ?? 0) +
      Math.hypot(rb * Math.sin(b) - ra * Math.sin(a), rb * Math.cos(b) - ra * Math.cos(a));
  }
  const total = length[steps] ?? 1;
  return (share) => {
    const wanted = share * total;
    let [low, high] = [0, steps];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((length[middle] ?? 0) <= wanted) low = middle;
      else high = middle;
    }
    const within = (wanted - (length[low] ?? 0)) / ((length[high] ?? 1) - (length[low] ?? 0));
    return ((low + within) * 2 * Math.PI) / steps;
  };
}

/** Gradients of the three linear shape functions of a triangle. */
export function shapeGradients(
  mesh: RingMesh,
  triangle: number,
): { nodes: number[]; dx: number[]; dy: number[] } {
  const nodes = Array.from(mesh.triangles.subarray(triangle * 3, triangle * 3 + 3));
  const [a = 0, b = 0, c = 0] = nodes;
  const [xa, xb, xc] = [mesh.x[a] ?? 0, mesh.x[b] ?? 0, mesh.x[c] ?? 0];
  const [ya, yb, yc] = [mesh.y[a] ?? 0, mesh.y[b] ?? 0, mesh.y[c] ?? 0];
  const twiceArea = (xb - xa) * (yc - ya) - (xc - xa) * (yb - ya);
  return {
    nodes,
    dx: [(yb - yc) / twiceArea, (yc - ya) / twiceArea, (ya - yb) / twiceArea],
    dy: [(xc - xb) / twiceArea, (xa - xc) / twiceArea, (xb - xa) / twiceArea],
  };
}
