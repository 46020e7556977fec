import type { Box, Surface2D } from '../surface/surface.ts';
import { layOut, nearness } from './lane-layout.ts';
import type { Cursors, NightLane, NightSpec, StepsLane, TimeWindow } from './night-spec.ts';
import { AXIS, getAxisTop, paintAxis, paintGrid } from './paint-axis.ts';
import { getTrendRange, paintTrend } from './paint-trend.ts';
import { paintSpans, paintSteps } from './paint-steps.ts';
import { paintWave, type WaveRange } from './paint-wave.ts';
import { inside, type Pen, measureText, write, timeToX } from './pen.ts';
import { postureSpans } from './posture-spans.ts';
import type { TileShelves } from './tile-shelves.ts';
import type { TimeWriter } from './time-grid.ts';

/** CSS pixels. On a narrow screen the names are inside the lanes. */
const GUTTER = 108;
const NARROW_BELOW = 560;
const LANE_GAP = 6;
const LINE = 18;
const TALL_ENOUGH = 34;
const SCALE_ROOM = 30;

type NightDrawing = {
  readonly context: Surface2D;
  readonly width: number;
  readonly height: number;
  readonly pixelRatio: number;
  readonly spec: NightSpec;
  readonly window: TimeWindow;
  readonly cursors: Cursors;
  readonly values: readonly (string | null)[];
  readonly writer: TimeWriter;
  readonly store: TileShelves;
  /** Visible height of the canvas, in CSS pixels from the top; null for all. */
  readonly seen: number | null;
  /** The scales of the waves by lane; every drawing updates them. */
  readonly ranges: Map<string, WaveRange>;
};

/** The time area of a canvas, in CSS pixels. */
export const getPlot = (cssWidth: number): { readonly left: number; readonly right: number } => ({
  left: cssWidth < NARROW_BELOW ? 0 : GUTTER,
  right: cssWidth,
});

export const getMsPerPixel = (window: TimeWindow, cssWidth: number, pixelRatio: number): number => {
  const { left, right } = getPlot(cssWidth);
  return (window.toMs - window.fromMs) / Math.max(1, (right - left) * pixelRatio);
};

/** Draws the whole picture: lanes on one time axis, the axis, the cursors. */
export function drawNight(drawing: NightDrawing): void {
  const { context, width, height, pixelRatio: px, spec, window } = drawing;
  const pen: Pen = {
    context,
    palette: spec.palette,
    px,
    window,
    msPerPixel: getMsPerPixel(window, width / px, px),
  };
  const left = getPlot(width / px).left * px;
  context.fillStyle = spec.palette.ground;
  context.fillRect(0, 0, width, height);
  const area: Box = { x: left, y: 2 * px, width: width - left, height: height - (AXIS + 4) * px };
  const boxes = layOut(
    spec.lanes,
    area,
    nearness(window.toMs - window.fromMs),
    LANE_GAP * px,
    LINE * px,
  );
  paintGrid(pen, area, drawing.writer);
  spec.lanes.forEach((lane, index) => {
    const box = boxes[index];
    if (box !== undefined) drawLane(drawing, pen, lane, box, drawing.values[index] ?? null);
  });
  const floor = getAxisTop(area, drawing.seen, px);
  paintAxis(pen, area, floor, drawing.writer);
  drawCursors(drawing, pen, area, floor);
}

function drawLane(
  drawing: NightDrawing,
  pen: Pen,
  lane: NightLane,
  box: Box,
  value: string | null,
): void {
  const { palette, px, context } = pen;
  let scaleRoom = 0;
  if (lane.missing === null) {
    context.globalAlpha = 0.35;
    context.fillStyle = palette.raised;
    context.fillRect(box.x, box.y, box.width, box.height);
    context.globalAlpha = 1;
    const scale = inside(pen, box, () => paintLane(drawing, pen, lane, box));
    scaleRoom = scale === null ? 0 : drawScale(pen, box, scale);
  }
  drawName(pen, lane, box, value, scaleRoom);
  if (lane.kind === 'steps' && lane.missing === null) drawLevels(pen, lane, box);
  if (lane.missing !== null)
    write(
      pen,
      lane.missing,
      box.x === 0 ? 8 * px + measureText(pen, lane.label, 11) + 8 * px : box.x + 8 * px,
      box.y + box.height / 2,
      { colour: palette.text2, size: 11 },
    );
}

/** @returns the scale of a lane that has one */
function paintLane(
  { store, ranges, window }: NightDrawing,
  pen: Pen,
  lane: NightLane,
  box: Box,
): WaveRange | null {
  switch (lane.kind) {
    case 'steps': {
      paintSteps(pen, box, lane);
      return null;
    }
    case 'course': {
      paintTrend(pen, box, lane);
      return getTrendRange(lane, window);
    }
    case 'spans': {
      paintSpans(pen, box, lane.spans);
      return null;
    }
    case 'posture': {
      paintSpans(pen, box, postureSpans(lane, store, window, pen.msPerPixel));
      return null;
    }
    case 'wave': {
      const range = paintWave(pen, box, lane, store, ranges.get(lane.id) ?? null);
      if (range !== null) ranges.set(lane.id, range);
      return range;
    }
  }
}

/** The names of the levels next to their rows, so that no stage depends on colour alone. */
function drawLevels(pen: Pen, lane: StepsLane, box: Box): void {
  const { px, palette } = pen;
  const rowHeight = box.height / lane.rows;
  if (rowHeight < 12 * px) return;
  for (let row = 0; row < lane.rows; row++) {
    const seen = lane.levels.filter(
      (level) =>
        level.row === row &&
        lane.series.some(({ values }) => values.includes(lane.levels.indexOf(level))),
    );
    const text = (
      seen.length > 0 ? seen : lane.levels.filter((level) => level.row === row).slice(0, 1)
    )
      .map(({ name }) => name)
      .join('/');
    const x = box.x > 0 ? box.x - 6 * px : box.x + box.width - 5 * px;
    const y = box.y + (row + 0.5) * rowHeight;
    if (box.x === 0) ground(pen, text, x - measureText(pen, text, 11), y, 11);
    write(pen, text, x, y, { colour: palette.text2, size: 11, align: 'right' });
  }
}

/**
 * Maximum and minimum of a scale, left of the lane; on a narrow screen at its right edge, on a
 * background that keeps them legible.
 * @returns the width that they take next to the lane's name
 */
function drawScale(pen: Pen, box: Box, { low, high }: WaveRange): number {
  const { px, palette } = pen;
  if (box.height < SCALE_ROOM * px) return 0;
  let room = 0;
  const digits = high - low < 1 ? 2 : high - low < 10 ? 1 : 0;
  for (const [text, y] of [
    [high.toFixed(digits), box.y + 8 * px],
    [low.toFixed(digits), box.y + box.height - 8 * px],
  ] as const) {
    const right = (box.x > 0 ? box.x : box.x + box.width) - 5 * px;
    if (box.x === 0) ground(pen, text, right - measureText(pen, text, 10), y, 10);
    else room = Math.max(room, measureText(pen, text, 10) + 4 * px);
    write(pen, text, right, y, { colour: palette.text2, size: 10, align: 'right' });
  }
  return room;
}

/** A background for text over a drawing, from `x` on, centred on `y`. */
function ground(pen: Pen, text: string, x: number, y: number, size: number): void {
  const { context, palette, px } = pen;
  context.globalAlpha = 0.75;
  context.fillStyle = palette.ground;
  context.fillRect(
    x - 3 * px,
    y - (size / 2 + 1) * px,
    measureText(pen, text, size) + 6 * px,
    (size + 2) * px,
  );
  context.globalAlpha = 1;
}

/** Draws name, unit and value at the cursor in the gutter, or inside the lane without one. */
function drawName(
  pen: Pen,
  lane: NightLane,
  box: Box,
  value: string | null,
  scaleRoom: number,
): void {
  const { px, palette } = pen;
  const most = box.x - 14 * px - scaleRoom;
  const tall = box.height >= TALL_ENOUGH * px;
  const y = tall ? box.y + 10 * px : box.y + box.height / 2;
  if (box.x > 0) {
    write(pen, lane.label, 8 * px, y, {
      colour: lane.missing === null ? palette.text : palette.text2,
      size: 12,
      weight: tall ? 600 : 400,
      most,
    });
    if (value !== null && tall)
      write(pen, value, 8 * px, y + 18 * px, {
        colour: palette.accent,
        size: 14,
        weight: 600,
        most,
      });
    else if (lane.unit !== '' && tall)
      write(pen, lane.unit, 8 * px, y + 17 * px, { colour: palette.text2, size: 11 });
    return;
  }
  if (!tall && lane.missing === null) return;
  if (lane.missing === null) ground(pen, lane.label, 6 * px, y, 11);
  write(pen, lane.label, 6 * px, y, { colour: palette.text2, size: 11 });
  if (value !== null && lane.missing === null)
    write(pen, value, 6 * px + measureText(pen, lane.label, 11) + 8 * px, y, {
      colour: palette.accent,
      size: 12,
      weight: 600,
    });
}

function drawCursors(
  { cursors, writer, window }: NightDrawing,
  pen: Pen,
  area: Box,
  floor: number,
): void {
  const { context, palette, px } = pen;
  const stepMs =
    window.toMs - window.fromMs > 3_600_000 * 3
      ? 60_000
      : window.toMs - window.fromMs > 30_000
        ? 1000
        : 10;
  const line = (atMs: number, colour: string, name: string, dashed: boolean): void => {
    if (atMs < window.fromMs || atMs > window.toMs) return;
    const x = Math.round(timeToX(pen, area, atMs));
    context.save();
    context.strokeStyle = colour;
    context.lineWidth = Math.max(1, px);
    context.setLineDash(dashed ? [4 * px, 3 * px] : []);
    context.beginPath();
    context.moveTo(x + 0.5, area.y);
    context.lineTo(x + 0.5, area.y + area.height);
    context.stroke();
    context.restore();
    const room = measureText(pen, name, 11, 600) + 10 * px;
    const at = Math.min(Math.max(x - room / 2, area.x), area.x + area.width - room);
    context.fillStyle = colour;
    context.fillRect(at, floor + 3 * px, room, 17 * px);
    write(pen, name, at + 5 * px, floor + 12 * px, {
      colour: palette.ground,
      size: 11,
      weight: 600,
    });
  };
  if (cursors.t1Ms !== null)
    line(cursors.t1Ms, palette.warning, `T1 ${writer.moment(cursors.t1Ms, stepMs)}`, true);
  if (cursors.t2Ms !== null)
    line(cursors.t2Ms, palette.information, `T2 ${writer.moment(cursors.t2Ms, stepMs)}`, true);
  if (cursors.atMs !== null)
    line(cursors.atMs, palette.text, writer.moment(cursors.atMs, stepMs), false);
}
