import type { StreamDeclaration } from '@yamori/domain';
import type { ChartPalette, LaneSpec, TraceViewSpec } from '../chart-spec.ts';
import { type ChartEngine, createChartEngine } from '../engine/chart-engine.ts';
import type { ChartReport } from '../engine/chart-report.ts';
import { loadDecoder } from '../engine/decoder-loader.ts';
import { type PlayedSource, playedSource } from './played-source.ts';

/** One pure colour for each name, so that a pixel identifies what drew it. */
export const PURE: ChartPalette = {
  scheme: 'dark',
  ground: '#000000',
  paper: '#000000',
  paperStrong: '#000000',
  line: '#000000',
  text: '#ffffff',
  text2: '#00ffff',
  accent: '#ffffff',
  warning: '#ffff00',
  danger: '#ff0000',
  technical: '#ff00ff',
  ecg: '#00ff00',
  respiration: '#00ff00',
  impedance: '#00ff00',
  axlX: '#00ff00',
  axlY: '#00ff00',
  axlZ: '#00ff00',
  temperature: '#00ff00',
};

export const ECG: StreamDeclaration = {
  streamId: 1,
  kind: 'ecg',
  channels: 1,
  unit: 'mV',
  sampleRateHz: 250,
  scale: 0.001,
  offset: 0,
};

export const ecgLane: LaneSpec = {
  id: 'A/ecg',
  source: { serial: 'A', stream: 'ecg', channels: [0] },
  scale: { kind: 'fixed', low: -2, high: 2 },
  filter: {},
  colours: ['ecg'],
  weight: 1,
  pace: 1,
  paper: 'none',
  windowsBack: 0,
};

export const aView = (more: Partial<TraceViewSpec> = {}): TraceViewSpec => ({
  kind: 'traces',
  lanes: [ecgLane],
  mode: 'sweep',
  time: { kind: 'window', seconds: 10 },
  pxPerMm: 3.78,
  frozen: false,
  palette: PURE,
  watchAll: [],
  estimates: false,
  headPx: 0,
  ...more,
});

/** A renderer on a manual clock, with the real decoder. */
export type ChartBench = {
  readonly engine: ChartEngine;
  readonly source: PlayedSource;
  /** Advances the time and draws a frame. */
  readonly step: (ms: number) => void;
  readonly nowMs: () => number;
  readonly report: () => ChartReport | null;
};

export async function chartBench(
  streams: readonly StreamDeclaration[] = [ECG],
): Promise<ChartBench> {
  const source = playedSource(streams);
  let nowMs = 1_000_000;
  let next: (() => void) | null = null;
  let last: ChartReport | null = null;
  const engine = createChartEngine({
    source,
    decoder: await loadDecoder(),
    eitModel: () => Promise.reject(new Error('no EIT model in this test')),
    nowMs: () => nowMs,
    wallMs: () => nowMs,
    requestFrame: (draw) => {
      next = draw;
    },
    report: (report) => {
      last = report;
    },
  });
  return {
    engine,
    source,
    step(ms) {
      nowMs += ms;
      const draw = next;
      next = null;
      draw?.();
    },
    nowMs: () => nowMs,
    report: () => last,
  };
}

/** Columns of a canvas that contain a pixel of a pure colour, within some rows. */
export function toColumns(
  canvas: OffscreenCanvas,
  [red, green, blue]: readonly [number, number, number],
  rows: readonly [number, number] = [0, canvas.height],
): Set<number> {
  const context = canvas.getContext('2d');
  const found = new Set<number>();
  if (context === null) return found;
  const { data } = context.getImageData(0, rows[0], canvas.width, rows[1] - rows[0]);
  const near = (value: number | undefined, wanted: number): boolean =>
    wanted > 127 ? (value ?? 0) > 70 : (value ?? 0) < 70;
  for (let at = 0; at < data.length; at += 4) {
    if (near(data[at], red) && near(data[at + 1], green) && near(data[at + 2], blue))
      found.add((at / 4) % canvas.width);
  }
  return found;
}
