import { eitImagePixels, eitImageWidth } from '@yamori/signal';
import { describe, expect, it } from 'vitest';
import { toColumns, PURE } from '../testing/chart-bench.ts';
import { divergingScale, sequentialScale } from './colour-scale.ts';
import { layOutEit } from './eit-frame.ts';
import {
  colourImage,
  drawCentre,
  drawElectrodes,
  drawOutline,
  drawRegions,
  drawScaleBar,
  hatchPixels,
  regionBox,
} from './eit-painter.ts';

const BODY = { left: 2, top: 6, right: 30, bottom: 26 };
const WIDTH = 480;
const HEIGHT = 360;
const CYAN = [0, 255, 255] as const;
const RED = [255, 0, 0] as const;
const WHITE = [255, 255, 255] as const;
const frame = layOutEit(WIDTH, HEIGHT, 1, BODY);

function paper() {
  const canvas = new OffscreenCanvas(WIDTH, HEIGHT);
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (context === null) throw new Error('no canvas context');
  context.fillStyle = '#000000';
  context.fillRect(0, 0, WIDTH, HEIGHT);
  const colourAt = (x: number, y: number): number[] =>
    Array.from(context.getImageData(Math.round(x), Math.round(y), 1, 1).data.slice(0, 3));
  return { canvas, context, at: colourAt };
}

describe('the EIT view', () => {
  it.each([
    [480, 360],
    [390, 300],
    [900, 240],
    [260, 700],
  ])(
    'the drawing fits %i × %i with its electrodes, their numbers and the scale',
    (width, height) => {
      const { ring, bar, body } = layOutEit(width, height, 1, BODY);
      const reach = ring.radiusX + ring.dot * 3.2;
      expect(ring.x - reach).toBeGreaterThanOrEqual(0);
      expect(ring.x + reach).toBeLessThanOrEqual(bar.x);
      expect(ring.y - ring.radiusY - ring.dot * 3).toBeGreaterThanOrEqual(0);
      expect(bar.x + bar.width).toBeLessThan(width);
      expect(body.width / body.height).toBeCloseTo(28 / 20);
    },
  );

  it('the image is clear outside the body and coloured inside', () => {
    const bitmap = new ImageData(eitImageWidth, eitImageWidth);
    const mask = new Uint8Array(eitImagePixels).fill(1, 0, 10);
    colourImage(bitmap, new Float32Array(eitImagePixels).fill(1), mask, sequentialScale('dark'), {
      low: 0,
      high: 1,
    });
    expect([bitmap.data[3], bitmap.data[10 * 4 + 3]]).toEqual([255, 0]);
    expect((bitmap.data[0] ?? 0) + (bitmap.data[1] ?? 0) + (bitmap.data[2] ?? 0)).toBeGreaterThan(
      300,
    );
  });

  it('the image shows more and less air in different hues, stronger with distance from zero', () => {
    const bitmap = new ImageData(eitImageWidth, eitImageWidth);
    const pixels = Float32Array.from(
      { length: eitImagePixels },
      (_, pixel) => [-1, 0, 1][pixel] ?? 0,
    );
    colourImage(bitmap, pixels, new Uint8Array(eitImagePixels).fill(1), divergingScale('dark'), {
      low: -1,
      high: 1,
    });
    const [less, none, more] = [0, 1, 2].map((pixel) =>
      Array.from(bitmap.data.slice(pixel * 4, pixel * 4 + 3)),
    );
    const sum = (colour: readonly number[] | undefined): number =>
      (colour ?? []).reduce((a, b) => a + b, 0);
    expect(sum(none)).toBeLessThan(Math.min(sum(less), sum(more)));
    expect((less?.[2] ?? 0) > (less?.[0] ?? 0)).toBe(true);
    expect((more?.[0] ?? 0) > (more?.[2] ?? 0)).toBe(true);
  });

  it('the body has an outline, visible while nothing moves', () => {
    const { context, at } = paper();
    drawOutline(context, frame, PURE, 1);
    const edge = [...Array(9).keys()].map((step) => at(frame.body.x - 2 + step - 4, frame.ring.y));
    expect(edge.some(([, green = 0]) => green > 60)).toBe(true);
    expect(at(frame.ring.x, frame.ring.y)).toEqual([0, 0, 0]);
  });

  it('the regions that are not selected are veiled', () => {
    const { context, at } = paper();
    context.fillStyle = '#ffffff';
    context.fillRect(0, 0, WIDTH, HEIGHT);
    drawRegions(context, frame, 'quadrants', 0, PURE, 1);
    const getMiddle = (region: number): number => {
      const box = regionBox(frame.body, 'quadrants', region);
      return at(box.x + box.width / 2 + 3, box.y + box.height / 2 + 3)[0] ?? 0;
    };
    expect(getMiddle(0)).toBe(255);
    for (const region of [1, 2, 3]) expect(getMiddle(region)).toBeLessThan(140);
  });

  it('a failed electrode is crossed out in red, and no other', () => {
    const sound = paper();
    drawElectrodes(sound.context, frame, [], PURE, 1);
    expect(toColumns(sound.canvas, RED).size).toBe(0);
    const broken = paper();
    drawElectrodes(broken.context, frame, [4], PURE, 1);
    const red = [...toColumns(broken.canvas, RED)];
    expect(red.length).toBeGreaterThan(8);
    expect(Math.min(...red)).toBeGreaterThan(frame.ring.x + frame.ring.radiusX * 0.8);
    expect(toColumns(broken.canvas, CYAN).size).toBeGreaterThan(20);
  });

  it('the marked pixels are hatched, and no others', () => {
    const { canvas, context } = paper();
    hatchPixels(context, frame.image, (pixel) => pixel % eitImageWidth < 4, PURE, 1);
    const columns = [...toColumns(canvas, CYAN)];
    expect(columns.length).toBeGreaterThan(10);
    expect(Math.max(...columns)).toBeLessThanOrEqual(
      frame.image.x + (frame.image.width / eitImageWidth) * 4 + 2,
    );
  });

  it('a cross marks the centre of ventilation', () => {
    const { canvas, context } = paper();
    drawCentre(context, frame, { x: 0.25, y: 0.5 }, PURE, 1);
    const columns = [...toColumns(canvas, WHITE)];
    expect((Math.min(...columns) + Math.max(...columns)) / 2).toBeCloseTo(
      frame.body.x + frame.body.width / 4,
      -1,
    );
  });

  it('the scale always has numbers', () => {
    const { canvas, context, at } = paper();
    drawScaleBar(context, frame, sequentialScale('dark'), { low: 0, high: 0.2 }, PURE, 1);
    const brightness = (share: number): number =>
      at(frame.bar.x + 2, frame.bar.y + frame.bar.height * (1 - share) - 1).reduce(
        (a, b) => a + b,
        0,
      );
    expect(brightness(0.95)).toBeGreaterThan(brightness(0.5));
    expect(brightness(0.5)).toBeGreaterThan(brightness(0.05));
    expect([...toColumns(canvas, CYAN)].some((x) => x > frame.bar.x + frame.bar.width)).toBe(true);
  });
});
