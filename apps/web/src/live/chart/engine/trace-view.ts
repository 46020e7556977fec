import { pxPerSecond, type LaneSpec, type TraceViewSpec, type ViewSize } from '../chart-spec.ts';
import { createTrackBackground } from '../surface/track-background.ts';
import { type Box, openSurface, type Surface2D, type SurfaceCanvas } from '../surface/surface.ts';
import { createScrollAxis, createSweepAxis } from '../surface/time-axis.ts';
import type { RulerReport, ViewReport } from './chart-report.ts';
import type { DeviceFeed } from './device-feed.ts';
import { chooseLanes } from './lane-choice.ts';
import { Lane } from './lane.ts';

const FIT_EVERY_MS = 500;
/** Relative speed below which a lane scrolls. A sweep would take minutes to fill it. */
const SLOWEST_SWEEP = 0.1;

/** Even a low lane keeps most of its height for the trace. */
const MAX_HEAD_SHARE = 0.3;

/** Cursor positions as shares of the width. */
export type RulerPosition = readonly [number, number];

/** A canvas with traces of one or more devices on one clock. */
export class TraceView {
  ruler: RulerPosition | null = null;
  readonly #canvas: SurfaceCanvas;
  readonly #context: Surface2D;
  #spec: TraceViewSpec;
  #size: ViewSize;
  #lanes: Lane[] = [];
  #laneKey: string | null = null;
  #laidOut = false;
  #fittedAtMs = Number.NEGATIVE_INFINITY;
  #playheadMs = Number.NaN;

  constructor(canvas: SurfaceCanvas, spec: TraceViewSpec, size: ViewSize) {
    this.#canvas = canvas;
    this.#context = openSurface(canvas);
    this.#spec = spec;
    this.#size = size;
  }

  get spec(): TraceViewSpec {
    return this.#spec;
  }

  change(spec: TraceViewSpec): void {
    this.#spec = spec;
    this.#laneKey = null;
  }

  resize(size: ViewSize): void {
    this.#size = size;
    this.#laidOut = false;
  }

  /** Draws one animation frame. */
  step(feeds: ReadonlyMap<string, DeviceFeed>, nowMs: number): void {
    this.#settleLanes(feeds);
    if (!this.#laidOut) this.#layOut();
    if (nowMs - this.#fittedAtMs >= FIT_EVERY_MS) {
      this.#fittedAtMs = nowMs;
      if (!this.#spec.frozen) for (const lane of this.#lanes) lane.fitRange();
    }
    const playheadMs = this.#playhead(nowMs);
    if (!Number.isNaN(playheadMs)) for (const lane of this.#lanes) lane.draw(playheadMs);
  }

  report(viewId: number): ViewReport {
    return {
      viewId,
      lanes: this.#lanes.map((lane) => lane.report()),
      ruler: this.#readRuler(),
      eit: null,
    };
  }

  #readRuler(): RulerReport | null {
    const axis = this.#lanes[0]?.ground?.axis;
    if (this.ruler === null || axis === undefined || Number.isNaN(this.#playheadMs)) return null;
    const [first, second] = this.ruler;
    const firstMs = axis.timeAt(first * this.#canvas.width);
    const secondMs = axis.timeAt(second * this.#canvas.width);
    return {
      deltaSeconds: (secondMs - firstMs) / 1000,
      lanes: this.#lanes.map((lane) => lane.valuesAt(firstMs, secondMs)),
    };
  }

  #settleLanes(feeds: ReadonlyMap<string, DeviceFeed>): void {
    const { lanes, frozen } = this.#spec;
    const specs = 'serials' in lanes ? chooseLanes(lanes, feeds) : lanes;
    const found = specs.flatMap((spec) => {
      const device = feeds.get(spec.source.serial);
      const feed = device?.getStream(spec.source.stream, spec.source.streamId);
      return device === undefined || feed === undefined
        ? []
        : [{ spec, feed, key: `${spec.id}:${device.generation}:${device.openedAtMs}` }];
    });
    const key = found.map((lane) => lane.key).join(' ');
    if (key === this.#laneKey) return;
    this.#laneKey = key;
    this.#lanes = found.map(({ spec, feed }) => this.#keepLane(spec, feed));
    for (const lane of this.#lanes) lane.freeze(frozen);
    this.#laidOut = false;
  }

  /** A lane with unchanged traces keeps its frozen copy and its filter. */
  #keepLane(spec: LaneSpec, feed: Lane['feed']): Lane {
    const same = JSON.stringify(spec);
    return (
      this.#lanes.find((lane) => lane.feed === feed && JSON.stringify(lane.spec) === same) ??
      new Lane(spec, feed)
    );
  }

  /** Waves drive the playhead; a view without waves follows its slow series. */
  #playhead(nowMs: number): number {
    if (this.#spec.frozen && !Number.isNaN(this.#playheadMs)) return this.#playheadMs;
    const waves = this.#lanes.filter((lane) => lane.feed.isWave);
    const paced = (waves.length > 0 ? waves : this.#lanes)
      .map((lane) => lane.feed.clock.playheadMs(nowMs))
      .filter((ms) => !Number.isNaN(ms));
    if (paced.length > 0) this.#playheadMs = Math.min(...paced);
    else
      this.#playheadMs = this.#lanes.some((lane) => lane.feed.content.kind === 'events')
        ? Math.max(Date.now(), ...this.#lanes.map(newestEventMs))
        : Number.NaN;
    return this.#playheadMs;
  }

  #layOut(): void {
    const { cssWidth, cssHeight, pixelRatio } = this.#size;
    const width = Math.max(1, Math.round(cssWidth * pixelRatio));
    const height = Math.max(1, Math.round(cssHeight * pixelRatio));
    if (this.#canvas.width !== width) this.#canvas.width = width;
    if (this.#canvas.height !== height) this.#canvas.height = height;
    this.#context.fillStyle = this.#spec.palette.ground;
    this.#context.fillRect(0, 0, width, height);
    const total = this.#lanes.reduce((sum, lane) => sum + lane.spec.weight, 0);
    let above = 0;
    for (const [index, lane] of this.#lanes.entries()) {
      const y = Math.round((above / total) * height);
      above += lane.spec.weight;
      const box = { x: 0, y, width, height: Math.round((above / total) * height) - y };
      this.#layOutLane(lane, box, index + 1 < this.#lanes.length);
    }
    this.#laidOut = true;
  }

  #layOutLane(lane: Lane, box: Box, border: boolean): void {
    const { palette, mode } = this.#spec;
    const { pixelRatio, cssWidth } = this.#size;
    const perSecond = pxPerSecond(this.#spec, cssWidth) * pixelRatio * lane.spec.pace;
    const pxPerMm = this.#spec.pxPerMm * pixelRatio;
    const head = Math.round(Math.min(this.#spec.headPx * pixelRatio, box.height * MAX_HEAD_SHARE));
    const plot = { ...box, y: box.y + head, height: box.height - head };
    lane.layOut({
      context: this.#context,
      box: plot,
      palette,
      pixelRatio,
      pxPerMm,
      visibleSeconds: box.width / perSecond,
      axis:
        mode === 'sweep' && lane.spec.pace >= SLOWEST_SWEEP
          ? createSweepAxis(box.width, perSecond / 1000, pixelRatio, lane.spec.windowsBack)
          : createScrollAxis(this.#canvas, box, perSecond / 1000),
      paper: createTrackBackground({
        kind: lane.spec.paper,
        palette,
        pxPerMm,
        pxPerSecond: perSecond,
        box,
        plot,
        border,
      }),
    });
  }
}

/**
 * Buttons have no playout clock: their lane follows the wall clock, and never lags behind an event.
 */
const newestEventMs = ({ feed }: Lane): number =>
  feed.content.kind === 'events' ? (feed.content.log.events.at(-1)?.timeMs ?? 0) : 0;
