import { describe, expect, it } from 'vitest';
import {
  centroid,
  circleOutline,
  meshOutline,
  shapeGradients,
  thoraxOutline,
} from './ring-mesh.ts';

describe('the ring mesh', () => {
  it('covers the area of a circle with the expected counts', () => {
    const mesh = meshOutline(circleOutline, 16);
    expect(mesh.x.length).toBe(1 + 4 * 16 * 17);
    expect(mesh.area.length).toBe(8 * 16 * 16);
    expect(mesh.area.reduce((sum, area) => sum + area, 0)).toBeCloseTo(Math.PI, 1);
  });

  it('contains no degenerate or inverted triangle', () => {
    for (const outline of [circleOutline, thoraxOutline]) {
      const mesh = meshOutline(outline, 12);
      expect(Math.min(...mesh.area)).toBeGreaterThan(0.2 * Math.max(...mesh.area));
    }
  });

  it('shares every inner edge between two triangles, and every outer edge belongs to one', () => {
    const mesh = meshOutline(thoraxOutline, 8);
    const edges = new Map<string, number>();
    for (let triangle = 0; triangle < mesh.area.length; triangle++) {
      const corners = [...mesh.triangles.subarray(triangle * 3, triangle * 3 + 3)];
      for (const [i, node] of corners.entries()) {
        const key = [node, corners[(i + 1) % 3] ?? 0].toSorted((a, b) => a - b).join();
        edges.set(key, (edges.get(key) ?? 0) + 1);
      }
    }
    expect(Math.max(...edges.values())).toBe(2);
    expect([...edges.values()].filter((count) => count === 1).length).toBe(mesh.boundary.length);
  });

  it('starts the boundary at 12 o’clock and continues clockwise in equal steps', () => {
    const mesh = meshOutline(thoraxOutline, 16);
    const at = (j: number) =>
      [mesh.x[mesh.boundary[j] ?? 0] ?? 0, mesh.y[mesh.boundary[j] ?? 0] ?? 0] as const;
    expect(at(0)[0]).toBeCloseTo(0, 6);
    expect(at(0)[1]).toBeGreaterThan(0.7);
    expect(at(32)[0]).toBeCloseTo(1, 2);
    const steps = Array.from(mesh.boundary, (_, j) =>
      Math.hypot(at(j)[0] - at((j + 1) % 128)[0], at(j)[1] - at((j + 1) % 128)[1]),
    );
    expect(Math.max(...steps) / Math.min(...steps)).toBeLessThan(1.05);
  });

  it('makes a thorax as wide as the circle and three quarters as deep', () => {
    expect(thoraxOutline(Math.PI / 2)).toBeCloseTo(1, 6);
    expect(thoraxOutline(0)).toBeCloseTo(0.74, 6);
  });

  it('provides shape functions whose gradients reproduce a linear field', () => {
    const mesh = meshOutline(thoraxOutline, 6);
    for (let triangle = 0; triangle < mesh.area.length; triangle += 7) {
      const { nodes, dx, dy } = shapeGradients(mesh, triangle);
      const field = nodes.map((node) => 3 * (mesh.x[node] ?? 0) - 2 * (mesh.y[node] ?? 0) + 5);
      expect(field.reduce((sum, value, i) => sum + value * (dx[i] ?? 0), 0)).toBeCloseTo(3, 8);
      expect(field.reduce((sum, value, i) => sum + value * (dy[i] ?? 0), 0)).toBeCloseTo(-2, 8);
    }
  });

  it('keeps centroids inside', () => {
    const mesh = meshOutline(circleOutline, 6);
    for (let triangle = 0; triangle < mesh.area.length; triangle++) {
      const { x, y } = centroid(mesh, triangle);
      expect(Math.hypot(x, y)).toBeLessThan(1);
    }
  });

  it.each([3, 5, 2])('rejects %d rings', (rings) => {
    expect(() => meshOutline(circleOutline, rings)).toThrow(RangeError);
  });
});
