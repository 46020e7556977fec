import type { ViewSize } from '../chart-spec.ts';
import { createNightEngine } from './night-engine.ts';
import {
  isNightNotice,
  type NightCommand,
  type NightNotice,
  type NightTable,
  type PictureStyle,
} from './night-message.ts';
import type { Cursors, NightSpec, TileSource, TimeWindow } from './night-spec.ts';

type PlainCommand = Exclude<NightCommand, { type: 'night-attach' }>;

/** Controls one canvas of a night from the page. */
export type NightChart = {
  readonly setSpec: (spec: NightSpec) => void;
  readonly setWindow: (window: TimeWindow) => void;
  readonly setSize: (size: ViewSize) => void;
  /** Visible height of the canvas, from its top; null for all of it. */
  readonly setSeen: (cssHeight: number | null) => void;
  readonly setCursors: (cursors: Cursors) => void;
  readonly table: (rows: number) => Promise<NightTable>;
  readonly picture: (look: PictureStyle) => Promise<Blob>;
  readonly close: () => void;
};
type NightOpening = {
  readonly canvas: HTMLCanvasElement;
  readonly spec: NightSpec;
  readonly window: TimeWindow;
  readonly size: ViewSize;
  readonly onNotice: (notice: NightNotice) => void;
};
export type OpenNightChart = (opening: NightOpening) => NightChart;

/** Draws in a worker that runs `night-worker.ts`: one for each canvas, terminated with it. */
export const nightChartIn =
  (startWorker: () => Worker): OpenNightChart =>
  ({ canvas, spec, window, size, onNotice }) => {
    const worker = startWorker();
    const answers = answerBook();
    worker.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
      if (isNightNotice(data)) answers.receive(data, onNotice);
    });
    const offscreen = canvas.transferControlToOffscreen();
    const attach: NightCommand = { type: 'night-attach', canvas: offscreen, spec, window, size };
    worker.postMessage(attach, [offscreen]);
    return chartOver(
      (command) => worker.postMessage(command),
      answers,
      () => worker.terminate(),
    );
  };

/** Draws in the page, for browsers that cannot transfer a canvas to a worker. */
export const nightChartHere =
  (source: TileSource): OpenNightChart =>
  ({ canvas, spec, window, size, onNotice }) => {
    const answers = answerBook();
    const engine = createNightEngine({
      source,
      nowMs: () => performance.now(),
      requestFrame: (draw) => requestAnimationFrame(draw),
      notify: (notice) => answers.receive(notice, onNotice),
    });
    engine.attach({ canvas, spec, window, size });
    return chartOver(engine.run, answers, engine.close);
  };

type AnswerBook = {
  readonly receive: (notice: NightNotice, onNotice: (notice: NightNotice) => void) => void;
  readonly table: Wait<NightTable>;
  readonly picture: Wait<Blob>;
};
type Wait<Answer> = (ask: (id: number) => void) => Promise<Answer>;

function answerBook(): AnswerBook {
  const numbers = { last: 0 };
  const [tables, pictures] = [waitingFor<NightTable>(numbers), waitingFor<Blob>(numbers)];
  return {
    receive(notice, onNotice) {
      if (notice.type === 'night-table') return tables.answer(notice.id, notice.table);
      if (notice.type === 'night-picture') return pictures.answer(notice.id, notice.picture);
      onNotice(notice);
    },
    table: tables.wait,
    picture: pictures.wait,
  };
}

function waitingFor<Answer>(numbers: { last: number }): {
  readonly answer: (id: number, answer: Answer) => void;
  readonly wait: Wait<Answer>;
} {
  const waiting = new Map<number, (answer: Answer) => void>();
  return {
    answer(id, answer) {
      waiting.get(id)?.(answer);
      waiting.delete(id);
    },
    wait: (ask) =>
      new Promise((resolve) => {
        numbers.last += 1;
        waiting.set(numbers.last, resolve);
        ask(numbers.last);
      }),
  };
}

const chartOver = (
  send: (command: PlainCommand) => void,
  { table, picture }: AnswerBook,
  close: () => void,
): NightChart => ({
  setSpec: (spec) => send({ type: 'night-spec', spec }),
  setWindow: (window) => send({ type: 'night-window', window }),
  setSize: (size) => send({ type: 'night-size', size }),
  setSeen: (cssHeight) => send({ type: 'night-seen', cssHeight }),
  setCursors: (cursors) => send({ type: 'night-cursors', cursors }),
  table: (rows) => table((id) => send({ type: 'night-table', id, rows })),
  picture: (look) => picture((id) => send({ type: 'night-picture', id, look })),
  close,
});
