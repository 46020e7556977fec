import type { ViewSize, ViewSpec } from '../chart-spec.ts';
import type { ChartReport } from './chart-report.ts';
import type { RulerPosition } from './trace-view.ts';

/** From the page to the worker. Canvas and ports are transferred. */
export type ChartCommand =
  | {
      readonly type: 'attach';
      readonly viewId: number;
      readonly canvas: OffscreenCanvas;
      readonly spec: ViewSpec;
      readonly size: ViewSize;
    }
  | { readonly type: 'change'; readonly viewId: number; readonly spec: ViewSpec }
  | { readonly type: 'resize'; readonly viewId: number; readonly size: ViewSize }
  | { readonly type: 'ruler'; readonly viewId: number; readonly at: RulerPosition | null }
  | { readonly type: 'detach'; readonly viewId: number };

/** From the worker to the page. */
export type ChartNotice =
  | { readonly type: 'ready' }
  | { readonly type: 'report'; readonly report: ChartReport }
  | { readonly type: 'failed'; readonly reason: ChartFailure };

/**
 * `decoder`: the WebAssembly decoder did not load, usually because of a content security policy.
 * `worker`: the script did not run.
 */
export type ChartFailure = 'decoder' | 'worker';

const COMMANDS: ReadonlySet<unknown> = new Set<ChartCommand['type']>([
  'attach',
  'change',
  'resize',
  'ruler',
  'detach',
]);
const NOTICES: ReadonlySet<unknown> = new Set<ChartNotice['type']>(['ready', 'report', 'failed']);

/**
 * Both ends are built from this file in one build, so the tag alone identifies the type; other
 * messages are ignored.
 */
export const isChartCommand = (data: unknown): data is ChartCommand => COMMANDS.has(getTag(data));
export const isChartNotice = (data: unknown): data is ChartNotice => NOTICES.has(getTag(data));

const getTag = (data: unknown): unknown =>
  typeof data === 'object' && data !== null && 'type' in data ? data.type : undefined;
