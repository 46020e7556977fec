import type { Box } from '../surface/surface.ts';
import type { Level, Span, SpansLane, Steps, StepsLane, TimeWindow } from './night-spec.ts';
import { type Pen, write, widthOf, xOf } from './pen.ts';

/** Bars at the height of their level, the deepest lowest, joined by thin risers; another night as a dashed line. */
export function paintSteps(pen: Pen, box: Box, lane: StepsLane): void {
  const { context, palette, px } = pen;
  const rowHeight = box.height / lane.rows;
  const topOf = (level: Level): number => box.y + level.row * rowHeight;
  context.fillStyle = palette.line;
  for (let row = 1; row < lane.rows; row++) context.fillRect(box.x, Math.round(box.y + row * rowHeight), box.width, Math.max(1, px / 2));
  for (const steps of lane.series) {
    let before: { readonly level: Level; readonly endX: number } | null = null;
    for (const run of runsIn(steps, pen.window)) {
      const level = lane.levels[run.value];
      if (level === undefined) { before = null; continue; }
      const [fromX, toX] = [xOf(pen, box, run.fromMs), xOf(pen, box, run.toMs)];
      if (before !== null && before.level.row !== level.row) {
        context.fillStyle = palette.lineStrong;
        const [upper, lower] = [Math.min(topOf(before.level), topOf(level)), Math.max(topOf(before.level), topOf(level))];
        context.fillRect(Math.round(fromX), upper + rowHeight / 2, Math.max(1, Math.round(px)), lower - upper);
      }
      context.fillStyle = palette[level.colour];
      context.fillRect(fromX, topOf(level) + rowHeight * 0.16, Math.max(1, toX - fromX), rowHeight * 0.68);
      before = { level, endX: toX };
    }
  }
  if (lane.overlay.length > 0) paintOverlay(pen, box, lane, (level) => topOf(level) + rowHeight / 2);
}

function paintOverlay(pen: Pen, box: Box, lane: StepsLane, yOf: (level: Level) => number): void {
  const { context, palette, px } = pen;
  context.save();
  context.setLineDash([4 * px, 3 * px]);
  context.strokeStyle = palette.text;
  context.lineWidth = Math.max(1, px);
  context.globalAlpha = 0.75;
  context.beginPath();
  for (const steps of lane.overlay) {
    let open = false;
    for (const run of runsIn(steps, pen.window)) {
      const level = lane.levels[run.value];
      if (level === undefined) { open = false; continue; }
      const [x, y] = [xOf(pen, box, run.fromMs), yOf(level)];
      if (open) context.lineTo(x, y);
      else context.moveTo(x, y);
      context.lineTo(xOf(pen, box, run.toMs), y);
      open = true;
    }
  }
  context.stroke();
  context.restore();
}

type Run = TimeWindow & { readonly value: number };

/** Equal steps in a row, as far as they are seen. */
export function runsIn(steps: Steps, window: TimeWindow): Run[] {
  const from = Math.max(0, Math.floor((window.fromMs - steps.fromMs) / steps.stepMs));
  const to = Math.min(steps.values.length, Math.ceil((window.toMs - steps.fromMs) / steps.stepMs));
  const runs: { fromMs: number; toMs: number; value: number }[] = [];
  for (let index = from; index < to; index++) {
    const value = steps.values[index] ?? 255;
    const last = runs.at(-1);
    const atMs = steps.fromMs + index * steps.stepMs;
    if (last?.value === value) last.toMs = atMs + steps.stepMs;
    else runs.push({ fromMs: atMs, toMs: atMs + steps.stepMs, value });
  }
  return runs;
}

export function stepAt(lane: StepsLane, all: readonly Steps[], atMs: number): Level | null {
  for (const steps of all) {
    const level = lane.levels[steps.values[Math.floor((atMs - steps.fromMs) / steps.stepMs)] ?? 255];
    if (level !== undefined) return level;
  }
  return null;
}

const MARK = 9;

/** Stretches as bars with their name where it fits; moments as marks with a foot, so that they are no bar of colour alone. */
export function paintSpans(pen: Pen, box: Box, spans: readonly Span[]): void {
  const { context, palette, px } = pen;
  const middle = box.y + box.height / 2;
  for (const span of spans) {
    if (span.toMs < pen.window.fromMs || span.fromMs > pen.window.toMs) continue;
    const [fromX, toX] = [xOf(pen, box, span.fromMs), xOf(pen, box, span.toMs)];
    context.fillStyle = palette[span.colour];
    if (!span.isMark || toX - fromX > 2) {
      context.globalAlpha = span.isMark ? 0.35 : 0.5;
      context.fillRect(fromX, box.y + box.height * 0.2, Math.max(1, toX - fromX), box.height * 0.6);
      context.globalAlpha = 1;
    }
    if (span.isMark) {
      context.beginPath();
      context.moveTo(fromX, middle + (MARK / 2) * px);
      context.lineTo(fromX - (MARK / 2) * px, middle - (MARK / 2) * px);
      context.lineTo(fromX + (MARK / 2) * px, middle - (MARK / 2) * px);
      context.fill();
    }
    const [left, room] = [Math.max(box.x, fromX) + 5 * px, Math.min(box.x + box.width, toX) - Math.max(box.x, fromX) - 10 * px];
    if (!span.isMark && box.height > 13 * px && widthOf(pen, span.name, 11) + 30 * px < room) write(pen, span.name, left, middle, { colour: palette.text, size: 11 });
  }
}

/** Spans at a moment; marks count within `slackMs`. */
export const spansAt = (lane: SpansLane, atMs: number, slackMs: number): string[] =>
  lane.spans.filter((span) => atMs >= span.fromMs - (span.isMark ? slackMs : 0) && atMs < Math.max(span.toMs, span.fromMs + (span.isMark ? slackMs : 0))).map(({ name }) => name);
