import type { Box } from '../surface/surface.ts';
import type { Level, Span, SpansLane, Steps, StepsLane, TimeWindow } from './night-spec.ts';
import { type Pen, write, measureText, timeToX } from './pen.ts';

/**
 * Bars at the height of their level, the deepest lowest, joined by thin risers; another night as a
 * dashed line.
 */
export function paintSteps(pen: Pen, box: Box, lane: StepsLane): void {
  const { context, palette, px } = pen;
  const rowHeight = box.height / lane.rows;
  const getTop = (level: Level): number => box.y + level.row * rowHeight;
  context.fillStyle = palette.line;
  for (let row = 1; row < lane.rows; row++)
    context.fillRect(box.x, Math.round(box.y + row * rowHeight), box.width, Math.max(1, px / 2));
  for (const steps of lane.series) {
    let before: { readonly level: Level; readonly endX: number } | null = null;
    for (const run of runsIn(steps, pen.window)) {
      const level = lane.levels[run.value];
      if (level === undefined) {
        before = null;
        continue;
      }
      const [fromX, toX] = [timeToX(pen, box, run.fromMs), timeToX(pen, box, run.toMs)];
      if (before !== null && before.level.row !== level.row) {
        context.fillStyle = palette.lineStrong;
        const [upper, lower] = [
          Math.min(getTop(before.level), getTop(level)),
          Math.max(getTop(before.level), getTop(level)),
        ];
        context.fillRect(
          Math.round(fromX),
          upper + rowHeight / 2,
          Math.max(1, Math.round(px)),
          lower - upper,
        );
      }
      context.fillStyle = palette[level.colour];
      context.fillRect(
        fromX,
        getTop(level) + rowHeight * 0.16,
        Math.max(1, toX - fromX),
        rowHeight * 0.68,
      );
      before = { level, endX: toX };
    }
  }
  if (lane.overlay.length > 0)
    paintOverlay(pen, box, lane, (level) => getTop(level) + rowHeight / 2);
}

function paintOverlay(pen: Pen, box: Box, lane: StepsLane, toY: (level: Level) => number): void {
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
      if (level === undefined) {
        open = false;
        continue;
      }
      const [x, y] = [timeToX(pen, box, run.fromMs), toY(level)];
      if (open) context.lineTo(x, y);
      else context.moveTo(x, y);
      context.lineTo(timeToX(pen, box, run.toMs), y);
      open = true;
    }
  }
  context.stroke();
  context.restore();
}

type Run = TimeWindow & { readonly value: number };

/** Runs of equal steps in the visible window. */
function runsIn(steps: Steps, window: TimeWindow): Run[] {
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
    const level =
      lane.levels[steps.values[Math.floor((atMs - steps.fromMs) / steps.stepMs)] ?? 255];
    if (level !== undefined) return level;
  }
  return null;
}

const MARK = 9;

/**
 * Intervals as bars with a pattern and, if it fits, a name; moments as marks with a foot. Nothing
 * depends on colour alone.
 */
export function paintSpans(pen: Pen, box: Box, spans: readonly Span[]): void {
  const { context, palette, px } = pen;
  const middle = box.y + box.height / 2;
  for (const span of spans) {
    if (span.toMs < pen.window.fromMs || span.fromMs > pen.window.toMs) continue;
    const [fromX, toX] = [timeToX(pen, box, span.fromMs), timeToX(pen, box, span.toMs)];
    context.fillStyle = palette[span.colour];
    if (!span.isMark || toX - fromX > 2) {
      const bar = {
        x: fromX,
        y: box.y + box.height * 0.2,
        width: Math.max(1, toX - fromX),
        height: box.height * 0.6,
      };
      context.globalAlpha = span.isMark ? 0.35 : 0.5;
      context.fillRect(bar.x, bar.y, bar.width, bar.height);
      context.globalAlpha = 1;
      paintPattern(pen, bar, box, span);
    }
    if (span.isMark) {
      context.beginPath();
      context.moveTo(fromX, middle + (MARK / 2) * px);
      context.lineTo(fromX - (MARK / 2) * px, middle - (MARK / 2) * px);
      context.lineTo(fromX + (MARK / 2) * px, middle - (MARK / 2) * px);
      context.fill();
    } else if (box.height > 13 * px)
      paintName(pen, box, span, Math.max(box.x, fromX), Math.min(box.x + box.width, toX));
  }
}

/** The full or short name, on a background if a pattern would run through it. */
function paintName(pen: Pen, box: Box, span: Span, left: number, right: number): void {
  const { context, palette, px } = pen;
  const room = right - left;
  const fits = (text: string, spare: number): boolean =>
    measureText(pen, text, 11) + spare * px < room;
  const text = fits(span.name, 40)
    ? span.name
    : span.short !== undefined && fits(span.short, 6)
      ? span.short
      : null;
  if (text === null) return;
  const width = measureText(pen, text, 11);
  const x = text === span.name ? left + 5 * px : left + (room - width) / 2;
  if (span.pattern !== undefined && span.pattern !== 'plain') {
    context.fillStyle = palette.ground;
    context.fillRect(x - 2 * px, box.y + box.height / 2 - 7 * px, width + 4 * px, 14 * px);
  }
  write(pen, text, x, box.y + box.height / 2, { colour: palette.text, size: 11 });
}

const PATTERN_STEP = 6;

/**
 * Lines and dots in the span's own colour at full strength; they keep their place while the window
 * moves.
 */
function paintPattern(
  pen: Pen,
  bar: Box,
  box: Box,
  { pattern = 'plain', colour, fromMs }: Span,
): void {
  if (pattern === 'plain') return;
  const { context, palette, px } = pen;
  const step = PATTERN_STEP * px;
  const from = Math.max(bar.x, box.x);
  const to = Math.min(bar.x + bar.width, box.x + box.width);
  const first = bar.x + Math.floor((from - bar.height - timeToX(pen, box, fromMs)) / step) * step;
  context.save();
  context.beginPath();
  context.rect(from, bar.y, Math.max(1, to - from), bar.height);
  context.clip();
  context.beginPath();
  for (let x = first; x < to + bar.height; x += step) {
    if (pattern === 'dotted')
      for (let y = bar.y + step / 2; y < bar.y + bar.height; y += step)
        context.rect(x, y - px, 2 * px, 2 * px);
    else {
      context.moveTo(
        x + (pattern === 'falling' ? 0 : pattern === 'rising' ? bar.height : step / 2),
        bar.y,
      );
      context.lineTo(
        x + (pattern === 'falling' ? bar.height : pattern === 'rising' ? 0 : step / 2),
        bar.y + bar.height,
      );
    }
  }
  context.strokeStyle = context.fillStyle = palette[colour];
  context.lineWidth = 1.5 * px;
  if (pattern === 'dotted') context.fill();
  else context.stroke();
  context.restore();
}

/** Spans at a moment; marks count within `slackMs`. */
export const spansAt = (lane: SpansLane, atMs: number, slackMs: number): string[] =>
  lane.spans
    .filter(
      (span) =>
        atMs >= span.fromMs - (span.isMark ? slackMs : 0) &&
        atMs < Math.max(span.toMs, span.fromMs + (span.isMark ? slackMs : 0)),
    )
    .map(({ name }) => name);
