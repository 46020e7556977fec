import type { FrameDecoder } from '@yamori/frames';
import { createListeners } from '../../listeners.ts';
import type { ViewSize, ViewSpec } from './chart-spec.ts';
import { createEitModelLoader } from './eit/eit-model-loader.ts';
import { createChartEngine } from './engine/chart-engine.ts';
import { type ChartCommand, type ChartFailure, isChartNotice } from './engine/chart-message.ts';
import type { ChartReport } from './engine/chart-report.ts';
import type { FrameSource } from './engine/frame-source.ts';
import type { RulerPosition } from './engine/trace-view.ts';

export type ChartStatus =
  | { readonly kind: 'starting' }
  | { readonly kind: 'ready' }
  | { readonly kind: 'failed'; readonly reason: ChartFailure };

/** A canvas that is drawn until it is detached. */
export type AttachedView = {
  readonly viewId: number;
  readonly change: (spec: ViewSpec) => void;
  readonly resize: (size: ViewSize) => void;
  readonly ruler: (at: RulerPosition | null) => void;
  readonly detach: () => void;
};

/**
 * The page's end of the renderer: transfers canvases and receives numbers at most four times a
 * second.
 */
export type ChartHost = {
  /** The canvas must be new, because it can be transferred only once. */
  readonly attach: (canvas: HTMLCanvasElement, spec: ViewSpec, size: ViewSize) => AttachedView;
  readonly report: () => ChartReport;
  readonly status: () => ChartStatus;
  /** Called after every report and change of status. */
  readonly subscribe: (listener: () => void) => () => void;
};

const NOTHING: ChartReport = { devices: [], views: [], framesPerSecond: 0 };

export const canDrawInWorker = (): boolean =>
  typeof Worker === 'function' &&
  typeof OffscreenCanvas === 'function' &&
  'transferControlToOffscreen' in HTMLCanvasElement.prototype;

/** Draws in the worker (`workers/live-worker.ts`). */
export function createWorkerHost(worker: Worker): ChartHost {
  const board = createBoard();
  const send = (command: ChartCommand, transfer: Transferable[] = []): void =>
    worker.postMessage(command, transfer);
  worker.addEventListener('message', (event: MessageEvent<unknown>) => {
    const notice = event.data;
    if (!isChartNotice(notice)) return;
    switch (notice.type) {
      case 'ready':
        return board.setStatus({ kind: 'ready' });
      case 'report':
        return board.setReport(notice.report);
      case 'failed':
        return board.setStatus({ kind: 'failed', reason: notice.reason });
    }
  });
  worker.addEventListener('error', () => board.setStatus({ kind: 'failed', reason: 'worker' }));
  return {
    ...board.reading,
    attach(canvas, spec, size) {
      const viewId = board.nextId();
      const offscreen = canvas.transferControlToOffscreen();
      send({ type: 'attach', viewId, canvas: offscreen, spec, size }, [offscreen]);
      return {
        viewId,
        change: (next) => send({ type: 'change', viewId, spec: next }),
        resize: (next) => send({ type: 'resize', viewId, size: next }),
        ruler: (at) => send({ type: 'ruler', viewId, at }),
        detach: () => send({ type: 'detach', viewId }),
      };
    },
  };
}

/**
 * Draws in the page, for browsers without OffscreenCanvas: the same code with less steady timing.
 */
export function createPageHost(source: FrameSource, decoding: Promise<FrameDecoder>): ChartHost {
  const board = createBoard();
  const engine = decoding.then((decoder) => {
    board.setStatus({ kind: 'ready' });
    return createChartEngine({
      source,
      decoder,
      eitModel: createEitModelLoader(),
      nowMs: () => performance.now(),
      wallMs: () => Date.now(),
      requestFrame: (draw) => requestAnimationFrame(draw),
      report: board.setReport,
    });
  });
  engine.catch(() => board.setStatus({ kind: 'failed', reason: 'decoder' }));
  const run = (act: (engine: Awaited<ReturnType<typeof createChartEngine>>) => void): void => {
    engine.then(act, () => undefined);
  };
  return {
    ...board.reading,
    attach(canvas, spec, size) {
      const viewId = board.nextId();
      run((ready) => ready.attach(viewId, canvas, spec, size));
      return {
        viewId,
        change: (next) => run((ready) => ready.change(viewId, next)),
        resize: (next) => run((ready) => ready.resize(viewId, next)),
        ruler: (at) => run((ready) => ready.ruler(viewId, at)),
        detach: () => run((ready) => ready.detach(viewId)),
      };
    },
  };
}

type Board = {
  readonly reading: Pick<ChartHost, 'report' | 'status' | 'subscribe'>;
  readonly setReport: (report: ChartReport) => void;
  readonly setStatus: (status: ChartStatus) => void;
  readonly nextId: () => number;
};

function createBoard(): Board {
  const { subscribe, notify } = createListeners();
  let report = NOTHING;
  let status: ChartStatus = { kind: 'starting' };
  let lastId = 0;
  return {
    reading: {
      report: () => report,
      status: () => status,
      subscribe,
    },
    setReport(next) {
      report = next;
      notify();
    },
    setStatus(next) {
      status = next;
      notify();
    },
    nextId: () => (lastId += 1),
  };
}
