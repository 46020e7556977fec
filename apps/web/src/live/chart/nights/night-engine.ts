import type { ViewSize } from '../chart-spec.ts';
import { openSurface, type SurfaceCanvas } from '../surface/surface.ts';
import { tableOf, valueAt } from './lane-values.ts';
import { drawNight, msPerPixelOf } from './night-drawing.ts';
import type { NightCommand, NightNotice } from './night-message.ts';
import { withHeading } from './night-picture.ts';
import type { Cursors, NightLane, NightSpec, TileSource, TimeWindow } from './night-spec.ts';
import { keyOf, type WaveRange } from './paint-wave.ts';
import { createTileShelves } from './tile-shelves.ts';
import type { StreamNeed } from './tile-store.ts';
import { createTimeWriter } from './time-grid.ts';

type NightEngineOptions = {
  readonly source: TileSource;
  readonly nowMs: () => number;
  readonly requestFrame: (draw: () => void) => void;
  readonly tell: (notice: NightNotice) => void;
};
type Attach = {
  readonly canvas: SurfaceCanvas;
  readonly spec: NightSpec;
  readonly window: TimeWindow;
  readonly size: ViewSize;
};

/**
 * Draws the canvas of one night, only after a change. Runs in a worker, or in the page without one.
 */
type NightEngine = {
  readonly attach: (attach: Attach) => void;
  readonly run: (command: Exclude<NightCommand, { type: 'night-attach' }>) => void;
  readonly close: () => void;
};

/** Refresh interval while data is still being written. */
const LOOK_AGAIN_MS = 10_000;
/** Maximum wait of a picture for its tiles. */
const PICTURE_PATIENCE_MS = 5000;
const LOOK_MS = 30;

export function createNightEngine({
  source,
  nowMs,
  requestFrame,
  tell,
}: NightEngineOptions): NightEngine {
  const ranges = new Map<string, WaveRange>();
  const state = {
    view: null as null | (Attach & { cursors: Cursors }),
    seen: null as number | null,
    asked: false,
    closed: false,
    trouble: null as string | null,
    writer: createTimeWriter('UTC', 'ja'),
    lookedMs: 0,
    /** A picture also needs the finest columns. */
    finest: Infinity,
  };
  const store = createTileShelves({
    source,
    nowMs,
    onChange: () => wake(),
    onTrouble: (code) => {
      if (code !== state.trouble) tell({ type: 'night-trouble', code });
      state.trouble = code;
    },
  });

  const place = ({ window, size }: Attach) => ({
    store,
    window,
    msPerPixel: msPerPixelOf(window, size.cssWidth, size.pixelRatio),
  });
  const valuesOf = (view: Attach & { cursors: Cursors }): (string | null)[] => {
    const { atMs } = view.cursors;
    return atMs === null ? [] : view.spec.lanes.map((lane) => valueAt(lane, place(view), atMs));
  };
  const paint = (
    view: Attach & { cursors: Cursors },
    canvas: SurfaceCanvas,
    cursors: Cursors,
    seen: number | null,
  ): void => {
    drawNight({
      context: openSurface(canvas),
      width: canvas.width,
      height: canvas.height,
      pixelRatio: view.size.pixelRatio,
      spec: view.spec,
      window: view.window,
      cursors,
      values: valuesOf({ ...view, cursors }),
      writer: state.writer,
      store,
      ranges,
      seen,
    });
  };
  const draw = (): void => {
    state.asked = false;
    const { view } = state;
    if (view === null || state.closed) return;
    const startMs = nowMs();
    const { msPerPixel } = place(view);
    store.want(view.window, Math.min(msPerPixel, state.finest));
    paint(view, view.canvas, view.cursors, state.seen);
    tell({
      type: 'night-drawn',
      window: view.window,
      sharp: store.isSharp(view.window, msPerPixel),
      streams: needsOf(view.spec.lanes).length,
      drawMs: nowMs() - startMs,
    });
    if (view.cursors.atMs !== null)
      tell({ type: 'night-values', atMs: view.cursors.atMs, values: valuesOf(view) });
    else tell({ type: 'night-values', atMs: null, values: [] });
  };
  function wake(): void {
    if (state.asked || state.closed) return;
    state.asked = true;
    requestFrame(draw);
  }
  const lookAgain = (): void => {
    if (state.closed) return;
    const { view } = state;
    if (view !== null) store.want(view.window, Math.min(place(view).msPerPixel, state.finest));
    setTimeout(lookAgain, LOOK_AGAIN_MS);
  };
  const setSpec = (spec: NightSpec): void => {
    state.writer = createTimeWriter(spec.timeZone, spec.locale);
    store.setStreams(spec.roomId, needsOf(spec.lanes));
    wake();
  };
  const resize = (canvas: SurfaceCanvas, { cssWidth, cssHeight, pixelRatio }: ViewSize): void => {
    canvas.width = Math.max(1, Math.round(cssWidth * pixelRatio));
    canvas.height = Math.max(1, Math.round(cssHeight * pixelRatio));
    wake();
  };
  /** Redraws in full detail; waits for the tiles up to a limit. */
  const picture = async (
    { id, look }: Extract<NightCommand, { type: 'night-picture' }>,
    seen: Attach & { cursors: Cursors },
  ): Promise<void> => {
    const view = {
      ...seen,
      spec: { ...seen.spec, palette: look.palette },
      size: { ...seen.size, pixelRatio: look.pixelRatio },
    };
    const { msPerPixel } = place(view);
    const untilMs = nowMs() + PICTURE_PATIENCE_MS;
    state.finest = msPerPixel;
    for (
      store.want(view.window, msPerPixel);
      !store.isSharp(view.window, msPerPixel) && nowMs() < untilMs && !state.closed;
    )
      await new Promise((go) => {
        setTimeout(go, LOOK_MS);
      });
    state.finest = Infinity;
    const canvas = new OffscreenCanvas(
      Math.round(view.size.cssWidth * look.pixelRatio),
      Math.round(view.size.cssHeight * look.pixelRatio),
    );
    paint(view, canvas, { ...view.cursors, atMs: null }, null);
    tell({
      type: 'night-picture',
      id,
      picture: await withHeading(canvas, look).convertToBlob({ type: 'image/png' }),
    });
  };

  setTimeout(lookAgain, LOOK_AGAIN_MS);
  return {
    attach(attach) {
      state.view = { ...attach, cursors: { atMs: null, t1Ms: null, t2Ms: null } };
      resize(attach.canvas, attach.size);
      setSpec(attach.spec);
    },
    run(command) {
      const { view } = state;
      if (command.type === 'night-ahead') {
        if (view !== null) return;
        warmPen(command.font);
        store.setStreams(command.roomId, command.streams);
        return store.want(
          command.window,
          msPerPixelOf(command.window, command.cssWidth, command.pixelRatio),
        );
      }
      if (view === null) return;
      switch (command.type) {
        case 'night-spec':
          state.view = { ...view, spec: command.spec };
          return setSpec(command.spec);
        case 'night-window':
          state.view = { ...view, window: command.window };
          return wake();
        case 'night-size':
          state.view = { ...view, size: command.size };
          return resize(view.canvas, command.size);
        case 'night-seen':
          state.seen = command.cssHeight;
          return wake();
        case 'night-cursors':
          state.view = { ...view, cursors: command.cursors };
          return wake();
        case 'night-table':
          return tell({
            type: 'night-table',
            id: command.id,
            table: tableOf(view.spec.lanes, place(view), command.rows),
          });
        case 'night-picture':
          void picture(command, view);
      }
    },
    close() {
      state.closed = true;
      store.close();
    },
  };
}

const NIGHT_SIGN = String.fromCodePoint(0x59_1c);

/**
 * The first Latin and Japanese text of a thread loads its fonts. Do that before a drawing has to
 * wait.
 */
function warmPen(font: string): void {
  const context = openSurface(new OffscreenCanvas(16, 16));
  for (const weight of [400, 600]) {
    context.font = `${weight} 12px ${font}`;
    context.fillText(`${NIGHT_SIGN} 0:00`, 0, 12);
  }
}

/** The streams of the lanes, each once. */
function needsOf(lanes: readonly NightLane[]): StreamNeed[] {
  const needs = new Map<string, StreamNeed>();
  for (const lane of lanes) {
    if (lane.kind !== 'wave' && lane.kind !== 'posture') continue;
    for (const trace of lane.traces)
      needs.set(keyOf(trace), {
        key: keyOf(trace),
        sampleRateHz: trace.sampleRateHz,
        isWorkedOut: trace.isWorkedOut,
      });
  }
  return [...needs.values()];
}
