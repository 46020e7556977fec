import type { Box } from '../surface/surface.ts';
import type { Course, CourseLane, TimeWindow } from './night-spec.ts';
import { type Pen, timeToX } from './pen.ts';

type Range = { readonly low: number; readonly high: number };

/** Visible values extend the lane's scale, but never shrink it. */
export function getTrendRange(lane: CourseLane, window: TimeWindow): Range {
  let [low, high] = [
    Math.min(lane.low, ...lane.limits.map((limit) => Math.floor(limit / 5) * 5)),
    Math.max(lane.high, ...lane.limits.map((limit) => Math.ceil(limit / 5) * 5)),
  ];
  for (const { course, from, to } of parts(lane.series, window)) {
    for (let index = from; index < to; index++) {
      const value = course.values[index] ?? Number.NaN;
      if (value < low) low = Math.floor(value / 5) * 5;
      if (value > high) high = Math.ceil(value / 5) * 5;
    }
  }
  return { low, high };
}

export function paintTrend(pen: Pen, box: Box, lane: CourseLane): void {
  const range = getTrendRange(lane, pen.window);
  const toY = (value: number): number =>
    box.y + box.height - ((value - range.low) / (range.high - range.low)) * box.height;
  const { context, palette, px } = pen;
  if (lane.band !== null) {
    context.globalAlpha = 0.1;
    context.fillStyle = palette.good;
    context.fillRect(
      box.x,
      toY(lane.band.high),
      box.width,
      toY(lane.band.low) - toY(lane.band.high),
    );
    context.globalAlpha = 1;
  }
  paintLimits(pen, box, lane.limits, toY);
  for (const [all, alpha] of [
    [lane.overlay, 0.7],
    [lane.series, 1],
  ] as const) {
    context.globalAlpha = alpha;
    context.strokeStyle = alpha === 1 ? palette[lane.colour] : palette.text2;
    context.fillStyle = context.strokeStyle;
    context.lineWidth = Math.max(1, (alpha === 1 ? 1.5 : 1) * px);
    context.lineJoin = 'round';
    // Dashes distinguish another night without colour.
    context.setLineDash(alpha === 1 ? [] : [4 * px, 3 * px]);
    for (const part of parts(all, pen.window)) {
      if (lane.bars && alpha === 1) paintBars(pen, box, part, toY);
      else paintLine(pen, box, part, toY);
    }
  }
  context.setLineDash([]);
  context.globalAlpha = 1;
}

/** A line across the lane at each threshold; long dashes distinguish it from every curve. */
export function paintLimits(
  { context, palette, px }: Pen,
  box: Box,
  limits: readonly number[],
  toY: (value: number) => number,
): void {
  context.strokeStyle = palette.warning;
  context.lineWidth = Math.max(1, px);
  context.setLineDash([10 * px, 5 * px]);
  for (const limit of limits) {
    const y = Math.round(toY(limit));
    if (y < box.y || y > box.y + box.height) continue;
    context.beginPath();
    context.moveTo(box.x, y);
    context.lineTo(box.x + box.width, y);
    context.stroke();
  }
  context.setLineDash([]);
}

type Part = { readonly course: Course; readonly from: number; readonly to: number };

/** The visible intervals, and a value beyond each end, so that lines reach the edge. */
const parts = (all: readonly Course[], { fromMs, toMs }: TimeWindow): Part[] =>
  all.flatMap((course) => {
    const from = Math.max(0, Math.floor((fromMs - course.fromMs) / course.stepMs) - 1);
    const to = Math.min(
      course.values.length,
      Math.ceil((toMs - course.fromMs) / course.stepMs) + 1,
    );
    return from < to ? [{ course, from, to }] : [];
  });

/**
 * A line through the middle of each step; steps that share a pixel become a minimum-to-maximum bar.
 * Gaps stay empty.
 */
function paintLine(
  pen: Pen,
  box: Box,
  { course, from, to }: Part,
  toY: (value: number) => number,
): void {
  const { context } = pen;
  const perPixel = Math.max(1, Math.floor(pen.msPerPixel / course.stepMs));
  context.beginPath();
  let open = false;
  let single = Number.NaN;
  for (let index = from; index < to; index += perPixel) {
    let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
    for (let inner = index; inner < Math.min(to, index + perPixel); inner++) {
      const value = course.values[inner] ?? Number.NaN;
      if (value < low) low = value;
      if (value > high) high = value;
    }
    const x = timeToX(pen, box, course.fromMs + (index + perPixel / 2) * course.stepMs);
    if (low > high) {
      if (!Number.isNaN(single)) context.lineTo(x, single);
      open = false;
      single = Number.NaN;
      continue;
    }
    if (open) context.lineTo(x, toY(high));
    else context.moveTo(x, toY(high));
    if (low < high) context.lineTo(x, toY(low));
    single = open ? Number.NaN : toY(low);
    open = true;
  }
  context.stroke();
}

function paintBars(
  pen: Pen,
  box: Box,
  { course, from, to }: Part,
  toY: (value: number) => number,
): void {
  const width = Math.max(
    1,
    course.stepMs / pen.msPerPixel - (course.stepMs / pen.msPerPixel > 4 ? pen.px : 0),
  );
  for (let index = from; index < to; index++) {
    const value = course.values[index] ?? Number.NaN;
    if (!(value > 0)) continue;
    const y = toY(value);
    pen.context.fillRect(
      timeToX(pen, box, course.fromMs + index * course.stepMs),
      y,
      width,
      box.y + box.height - y,
    );
  }
}

export function getTrendAt(all: readonly Course[], atMs: number): number | null {
  for (const course of all) {
    const value = course.values[Math.floor((atMs - course.fromMs) / course.stepMs)];
    if (value !== undefined && !Number.isNaN(value)) return value;
  }
  return null;
}
