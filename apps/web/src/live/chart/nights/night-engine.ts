import type { ViewSize } from '../chart-spec.ts';
import { openSurface, type SurfaceCanvas } from '../surface/surface.ts';
import { toTable } from './lane-values.ts';
import { getMsPerPixel } from './night-drawing.ts';
import type { NightCommand, NightNotice } from './night-message.ts';
import { createNightPainter, type NightView } from './night-painter.ts';
import { createPictureTaker } from './night-picture.ts';
import type { NightLane, NightSpec, TileSource } from './night-spec.ts';
import { getStreamKey } from './paint-wave.ts';
import { createTileShelves } from './tile-shelves.ts';
import type { StreamNeed } from './tile-store.ts';

type NightEngineOptions = {
  readonly source: TileSource;
  readonly nowMs: () => number;
  readonly requestFrame: (draw: () => void) => void;
  readonly notify: (notice: NightNotice) => void;
};
/**
 * Draws the canvas of one night, only after a change. Runs in a worker, or in the page without one.
 */
type NightEngine = {
  readonly attach: (view: Omit<NightView, 'cursors'>) => void;
  readonly run: (command: Exclude<NightCommand, { type: 'night-attach' }>) => void;
  readonly close: () => void;
};

/** Refresh interval while data is still being written. */
const REFRESH_EVERY_MS = 10_000;
export function createNightEngine({
  source,
  nowMs,
  requestFrame,
  notify,
}: NightEngineOptions): NightEngine {
  const state = {
    view: null as null | NightView,
    seen: null as number | null,
    isFrameRequested: false,
    isClosed: false,
    errorCode: null as string | null,
  };
  const store = createTileShelves({
    source,
    nowMs,
    onChange: () => wake(),
    onErrorCode: (code) => {
      if (code !== state.errorCode) notify({ type: 'night-error', code });
      state.errorCode = code;
    },
  });
  const painter = createNightPainter(store);
  const pictures = createPictureTaker({ store, painter, nowMs, isClosed: () => state.isClosed });
  /** A picture may need finer columns than the screen. */
  const want = ({ window }: NightView, msPerPixel: number): void =>
    store.want(window, Math.min(msPerPixel, pictures.finestMsPerPixel()));

  const draw = (): void => {
    state.isFrameRequested = false;
    const { view } = state;
    if (view === null || state.isClosed) return;
    const startMs = nowMs();
    const { msPerPixel } = painter.getPlace(view);
    want(view, msPerPixel);
    painter.paint(view, state.seen);
    notify({
      type: 'night-drawn',
      window: view.window,
      sharp: store.isSharp(view.window, msPerPixel),
      streams: getNeeds(view.spec.lanes).length,
      drawMs: nowMs() - startMs,
    });
    notify({ type: 'night-values', atMs: view.cursors.atMs, values: painter.getValues(view) });
  };
  function wake(): void {
    if (state.isFrameRequested || state.isClosed) return;
    state.isFrameRequested = true;
    requestFrame(draw);
  }
  const refresh = (): void => {
    if (state.isClosed) return;
    const { view } = state;
    if (view !== null) want(view, painter.getPlace(view).msPerPixel);
    setTimeout(refresh, REFRESH_EVERY_MS);
  };
  const setSpec = (spec: NightSpec): void => {
    painter.setLocale(spec);
    store.setStreams(spec.roomId, getNeeds(spec.lanes));
    wake();
  };
  const resize = (canvas: SurfaceCanvas, { cssWidth, cssHeight, pixelRatio }: ViewSize): void => {
    canvas.width = Math.max(1, Math.round(cssWidth * pixelRatio));
    canvas.height = Math.max(1, Math.round(cssHeight * pixelRatio));
    wake();
  };
  setTimeout(refresh, REFRESH_EVERY_MS);
  return {
    attach(attached) {
      state.view = { ...attached, cursors: { atMs: null, t1Ms: null, t2Ms: null } };
      resize(attached.canvas, attached.size);
      setSpec(attached.spec);
    },
    run(command) {
      const { view } = state;
      if (command.type === 'night-ahead') {
        if (view !== null) return;
        warmPen(command.font);
        store.setStreams(command.roomId, command.streams);
        return store.want(
          command.window,
          getMsPerPixel(command.window, command.cssWidth, command.pixelRatio),
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
          return notify({
            type: 'night-table',
            id: command.id,
            table: toTable(view.spec.lanes, painter.getPlace(view), command.rows),
          });
        case 'night-picture':
          void pictures
            .take(view, command.look)
            .then((picture) => notify({ type: 'night-picture', id: command.id, picture }));
      }
    },
    close() {
      state.isClosed = true;
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
function getNeeds(lanes: readonly NightLane[]): StreamNeed[] {
  const needs = new Map<string, StreamNeed>();
  for (const lane of lanes) {
    if (lane.kind !== 'wave' && lane.kind !== 'posture') continue;
    for (const trace of lane.traces)
      needs.set(getStreamKey(trace), {
        key: getStreamKey(trace),
        sampleRateHz: trace.sampleRateHz,
        isComputed: trace.isComputed,
      });
  }
  return [...needs.values()];
}
