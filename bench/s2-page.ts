import { FRAME_MESSAGE_HEADER_BYTES, LIVE_PATH } from '@yamori/domain';
import { loadFrameDecoder } from '@yamori/frames';
import * as echarts from 'echarts';
import uPlot from 'uplot';

/**
 * The page of S2: draws a scenario with one of three renderers. Loaded by Vite; connects to the
 * live server of the benchmark.
 */
export type S2Drawer = 'yamori' | 'uPlot' | 'ECharts';
export type S2Scenario = {
  readonly serials: readonly string[];
  readonly kind: 'lanes' | 'tiles' | 'eit';
};

const WINDOW_SECONDS = 10;
const RATE_HZ = 250;

declare global {
  interface Window {
    startS2?: (
      drawer: S2Drawer,
      scenario: S2Scenario,
      live: string,
      worker: string,
      host: string,
    ) => Promise<void>;
    s2Frames?: number;
  }
}

globalThis.window.startS2 = async (drawer, scenario, live, worker, host) => {
  globalThis.window.s2Frames = 0;
  if (drawer === 'yamori') await startYamori(scenario, worker, host);
  else await startOther(drawer, scenario, live);
};

type Report = { readonly framesPerSecond: number };
type Host = {
  readonly attach: (canvas: HTMLCanvasElement, spec: unknown, size: unknown) => unknown;
  readonly subscribe: (listener: () => void) => () => void;
  readonly report: () => Report;
};

const COLOURS = Object.fromEntries(
  [
    'ground',
    'paper',
    'paperStrong',
    'line',
    'text',
    'text2',
    'accent',
    'warning',
    'danger',
    'technical',
    'ecg',
    'respiration',
    'impedance',
    'axlX',
    'axlY',
    'axlZ',
    'temperature',
  ].map((name) => [name, name === 'ground' ? '#0d1315' : '#4fd67a']),
);
const PALETTE = { ...COLOURS, scheme: 'dark' };

/** The product's own worker, as on the board. */
async function startYamori(
  { serials, kind }: S2Scenario,
  worker: string,
  hostModule: string,
): Promise<void> {
  const { createWorkerHost }: { createWorkerHost: (worker: Worker) => Host } = await import(
    /* @vite-ignore */ hostModule
  );
  const host = createWorkerHost(new Worker(worker, { type: 'module' }));
  const lane = (serial: string) => ({
    id: serial,
    source: { serial, stream: 'ecg', channels: [0] },
    scale: { kind: 'fixed', low: -0.5, high: 1.5 },
    filter: {},
    colours: ['ecg'],
    weight: 1,
    pace: 1,
    paper: 'none',
    windowsBack: 0,
  });
  const traces = (lanes: unknown) => ({
    kind: 'traces',
    lanes,
    mode: 'sweep',
    time: { kind: 'window', seconds: WINDOW_SECONDS },
    pxPerMm: 3.78,
    frozen: false,
    palette: PALETTE,
    watchAll: [],
    estimates: false,
  });
  const specs =
    kind === 'eit'
      ? [
          {
            kind: 'eit',
            serial: serials[0],
            image: 'live',
            regions: 'layers',
            selectedRegion: null,
            frozen: false,
            palette: PALETTE,
          },
        ]
      : kind === 'lanes'
        ? [traces(serials.map(lane))]
        : serials.map((serial) => traces([lane(serial)]));
  for (const spec of specs) {
    const holder = place(specs.length);
    const canvas = document.createElement('canvas');
    holder.append(canvas);
    host.attach(canvas, spec, {
      cssWidth: holder.clientWidth,
      cssHeight: holder.clientHeight,
      pixelRatio: devicePixelRatio,
    });
  }
  host.subscribe(() => {
    globalThis.window.s2Frames = host.report().framesPerSecond;
  });
}

function place(count: number): HTMLDivElement {
  const holder = document.createElement('div');
  holder.style.cssText =
    count === 1 ? 'width:1200px;height:800px' : 'width:280px;height:150px;float:left;margin:4px';
  document.body.append(holder);
  return holder;
}

type Trace = {
  readonly x: Float64Array;
  readonly y: Float64Array;
  push: (values: Int16Array) => void;
};

/** The newest ten seconds in sliding arrays, as these libraries need them. */
function slidingTrace(): Trace {
  const length = WINDOW_SECONDS * RATE_HZ;
  const x = Float64Array.from({ length }, (_, i) => i / RATE_HZ);
  const y = new Float64Array(length);
  return {
    x,
    y,
    push(values) {
      y.copyWithin(0, values.length);
      for (let i = 0; i < values.length; i++)
        y[length - values.length + i] = (values[i] ?? 0) / 1000;
    },
  };
}

async function startOther(
  drawer: 'uPlot' | 'ECharts',
  { serials, kind }: S2Scenario,
  live: string,
): Promise<void> {
  const decoder = await loadFrameDecoder(
    await (await fetch('/packages/frames/wasm/decoder.wasm')).arrayBuffer(),
  );
  const traces = serials.map(slidingTrace);
  const image = new Float32Array(1024);
  const socket = new WebSocket(`${live}${LIVE_PATH}`);
  socket.binaryType = 'arraybuffer';
  socket.addEventListener('open', () => {
    socket.send(JSON.stringify({ type: 'hello', version: 1 }));
    for (const [index, serial] of serials.entries())
      socket.send(JSON.stringify({ type: 'watch', id: index + 1, serial, historySeconds: 0 }));
  });
  socket.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    if (!(data instanceof ArrayBuffer)) return;
    const slot = new DataView(data).getUint32(0, true);
    decoder.push(new Uint8Array(data, FRAME_MESSAGE_HEADER_BYTES), (frame) => {
      if (kind === 'eit')
        for (let pixel = 0; pixel < image.length; pixel++)
          image[pixel] = (frame.samples[pixel % 208] ?? 0) / 8000 - 1;
      else traces[slot]?.push(frame.samples);
    });
  });
  const draw =
    kind === 'eit'
      ? heatMap(image)
      : drawer === 'uPlot'
        ? uPlots(traces, kind)
        : eCharts(traces, kind);
  const step = (): void => {
    draw();
    globalThis.window.s2Frames = (globalThis.window.s2Frames ?? 0) + 1;
    requestAnimationFrame(step);
  };
  requestAnimationFrame(step);
}

const getCanvasSize = (
  kind: S2Scenario['kind'],
  count: number,
): { readonly width: number; readonly height: number } =>
  kind === 'lanes' ? { width: 1200, height: Math.floor(800 / count) } : { width: 280, height: 150 };

function uPlots(traces: readonly Trace[], kind: S2Scenario['kind']): () => void {
  const size = getCanvasSize(kind, traces.length);
  const options: uPlot.Options = {
    ...size,
    legend: { show: false },
    cursor: { show: false },
    axes: [{ show: false }, { show: false }],
    scales: { x: { time: false }, y: { range: [-0.5, 1.5] } },
    series: [{}, { stroke: '#4fd67a', width: 1.5, points: { show: false } }],
  };
  const plots = traces.map(({ x, y }) => new uPlot(options, [x, y], document.body));
  return () => {
    for (const [index, plot] of plots.entries()) {
      const trace = traces[index];
      if (trace !== undefined) plot.setData([trace.x, trace.y], true);
    }
  };
}

function eCharts(traces: readonly Trace[], kind: S2Scenario['kind']): () => void {
  const { width, height } = getCanvasSize(kind, traces.length);
  const charts = traces.map(() => {
    const holder = document.createElement('div');
    holder.style.cssText = `width:${width}px;height:${height}px;${kind === 'tiles' ? 'float:left' : ''}`;
    document.body.append(holder);
    const chart = echarts.init(holder);
    chart.setOption({
      animation: false,
      grid: { left: 0, right: 0, top: 0, bottom: 0 },
      xAxis: { type: 'value', show: false, max: WINDOW_SECONDS },
      yAxis: { type: 'value', show: false, min: -0.5, max: 1.5 },
      series: [
        { type: 'line', showSymbol: false, lineStyle: { width: 1.5, color: '#4fd67a' }, data: [] },
      ],
    });
    return chart;
  });
  return () => {
    for (const [index, chart] of charts.entries()) {
      const trace = traces[index];
      if (trace !== undefined)
        chart.setOption({
          series: [{ data: Array.from(trace.y, (value, i) => [trace.x[i], value]) }],
        });
    }
  };
}

/** The closest equivalent of an image in a chart library. */
function heatMap(image: Float32Array): () => void {
  const holder = place(1);
  const chart = echarts.init(holder);
  const axis = {
    type: 'category',
    show: false,
    data: Array.from({ length: 32 }, (_, i) => i),
  } as const;
  chart.setOption({
    animation: false,
    xAxis: axis,
    yAxis: axis,
    visualMap: { min: -1, max: 1, show: false },
    series: [{ type: 'heatmap', data: [] }],
  });
  return () =>
    chart.setOption({
      series: [
        { data: Array.from(image, (value, pixel) => [pixel % 32, Math.floor(pixel / 32), value]) },
      ],
    });
}
