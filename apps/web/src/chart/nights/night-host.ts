import type { ViewSize } from '../chart-spec.ts';
import { createNightEngine } from './night-engine.ts';
import { isNightNotice, type NightCommand, type NightNotice, type NightTable, type PictureLook } from './night-message.ts';
import type { Cursors, NightSpec, TileSource, TimeWindow } from './night-spec.ts';

type PlainCommand = Exclude<NightCommand, { type: 'night-attach' }>;

/** The page's hand on one canvas of a night. */
export type NightChart = {
  readonly setSpec: (spec: NightSpec) => void;
  readonly setWindow: (window: TimeWindow) => void;
  readonly setSize: (size: ViewSize) => void;
  /** How much of the canvas, from its top, is within the page; null for all of it. */
  readonly setSeen: (cssHeight: number | null) => void;
  readonly setCursors: (cursors: Cursors) => void;
  readonly table: (rows: number) => Promise<NightTable>;
  readonly picture: (look: PictureLook) => Promise<Blob>;
  readonly close: () => void;
};
export type NightOpening = { readonly canvas: HTMLCanvasElement; readonly spec: NightSpec; readonly window: TimeWindow; readonly size: ViewSize; readonly onNotice: (notice: NightNotice) => void };
export type OpenNightChart = (opening: NightOpening) => NightChart;

/** Draws in a worker that runs `night-worker.ts`: one a canvas, ended with it. */
export const nightChartIn = (startWorker: () => Worker): OpenNightChart => ({ canvas, spec, window, size, onNotice }) => {
  const worker = startWorker();
  const answers = answerBook();
  worker.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    if (isNightNotice(data)) answers.hear(data, onNotice);
  });
  const offscreen = canvas.transferControlToOffscreen();
  const attach: NightCommand = { type: 'night-attach', canvas: offscreen, spec, window, size };
  worker.postMessage(attach, [offscreen]);
  return chartOver((command) => worker.postMessage(command), answers, () => worker.terminate());
};

/** Draws in the page, for browsers that cannot hand a canvas to a worker. */
export const nightChartHere = (source: TileSource): OpenNightChart => ({ canvas, spec, window, size, onNotice }) => {
  const answers = answerBook();
  const engine = createNightEngine({ source, nowMs: () => performance.now(), requestFrame: (draw) => requestAnimationFrame(draw), tell: (notice) => answers.hear(notice, onNotice) });
  engine.attach({ canvas, spec, window, size });
  return chartOver(engine.run, answers, engine.close);
};

type AnswerBook = { readonly hear: (notice: NightNotice, onNotice: (notice: NightNotice) => void) => void; readonly wait: <Answer>(ask: (id: number) => void) => Promise<Answer> };

function answerBook(): AnswerBook {
  const waiting = new Map<number, (answer: never) => void>();
  let lastId = 0;
  return {
    hear(notice, onNotice) {
      if (notice.type !== 'night-table' && notice.type !== 'night-picture') return onNotice(notice);
      // The number was given to one question, and its kind decides the kind of the answer.
      waiting.get(notice.id)?.((notice.type === 'night-table' ? notice.table : notice.picture) as never);
      waiting.delete(notice.id);
    },
    wait: (ask) => new Promise((resolve) => {
      lastId += 1;
      waiting.set(lastId, resolve);
      ask(lastId);
    }),
  };
}

const chartOver = (send: (command: PlainCommand) => void, { wait }: AnswerBook, close: () => void): NightChart => ({
  setSpec: (spec) => send({ type: 'night-spec', spec }),
  setWindow: (window) => send({ type: 'night-window', window }),
  setSize: (size) => send({ type: 'night-size', size }),
  setSeen: (cssHeight) => send({ type: 'night-seen', cssHeight }),
  setCursors: (cursors) => send({ type: 'night-cursors', cursors }),
  table: (rows) => wait<NightTable>((id) => send({ type: 'night-table', id, rows })),
  picture: (look) => wait<Blob>((id) => send({ type: 'night-picture', id, look })),
  close,
});
