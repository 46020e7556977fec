import type { ChartPalette, LaneFilter, LaneSpec } from '../chart-spec.ts';
import type { TrackBackground } from '../surface/track-background.ts';
import type { Box, Surface2D } from '../surface/surface.ts';
import type { TimeAxis } from '../surface/time-axis.ts';
import { type PenStroke, strokeTrace } from '../surface/trace-pen.ts';
import { strokeEvents } from '../surface/event-pen.ts';
import {
  fixedRange,
  followRange,
  measureRange,
  type ValueRange,
  withSharedSpan,
} from '../surface/value-scale.ts';
import type { DeviceEvent } from '../traces/event-log.ts';
import type { LaneReport, RulerReport } from './chart-report.ts';
import type { StreamFeed } from './stream-feed.ts';
import { createDisplayFilter, type DisplayFilter } from '@yamori/signal';
import { MARK_GAP, MARK_SATURATED, SampleRing } from '../traces/sample-ring.ts';
import type { StreamTrace } from '../traces/stream-trace.ts';

/**
 * The trace of a lane: some channels of a stream, filtered for display, with the stream's own
 * indices and time.
 */
type DisplayTrace = {
  readonly rings: readonly SampleRing[];
  readonly periodMs: number;
  /** Filters the samples since the last call. */
  follow(): void;
  getTimeMs(index: number): number;
  indexAt(timeMs: number): number;
};

/** Follows `trace`; without a filter it reads the stream's own memory. */
function createDisplayTrace(
  trace: StreamTrace,
  channels: readonly number[],
  filter: LaneFilter,
): DisplayTrace {
  const sources = channels
    .map((channel) => trace.rings[channel])
    .filter((ring) => ring !== undefined);
  const time = {
    periodMs: trace.periodMs,
    getTimeMs: (index: number) => trace.getTimeMs(index),
    indexAt: (timeMs: number) => trace.indexAt(timeMs),
  };
  if (Object.keys(filter).length === 0) return { ...time, rings: sources, follow: () => undefined };
  const followers = sources.map((source) =>
    createFollower(
      source,
      createDisplayFilter({ sampleRateHz: trace.declaration.sampleRateHz, ...filter }),
    ),
  );
  return {
    ...time,
    rings: followers.map((follower) => follower.ring),
    follow() {
      for (const follower of followers) follower.follow();
    },
  };
}

/** A copy that stays fixed while the stream continues. */
function freezeTrace(trace: DisplayTrace): DisplayTrace {
  const originMs = trace.getTimeMs(0);
  const { periodMs } = trace;
  return {
    rings: trace.rings.map((ring) => ring.clone()),
    periodMs,
    follow: () => undefined,
    getTimeMs: (index) => originMs + index * periodMs,
    indexAt: (timeMs) => (timeMs - originMs) / periodMs,
  };
}

function createFollower(
  source: SampleRing,
  filter: DisplayFilter,
): { ring: SampleRing; follow: () => void } {
  const ring = new SampleRing(source.capacity);
  const input = new Float32Array(1);
  const output = new Float32Array(1);
  return {
    ring,
    follow() {
      if (source.start > ring.end) {
        ring.pushGap(source.start - ring.end);
        filter.reset();
      }
      while (ring.end < source.end) {
        const mark = source.markAt(ring.end);
        if (mark === MARK_GAP) filter.reset();
        input[0] = source.valueAt(ring.end);
        filter.apply(input, output);
        // A saturated value is beyond the measured range; filtering would pull it back.
        ring.push((mark === MARK_SATURATED ? input[0] : output[0]) ?? Number.NaN, mark);
      }
    },
  };
}

const RANGE_SECONDS = 10;
const UNIT_RANGE: ValueRange = { low: 0, high: 1 };

/** The geometry of a lane, until the next layout. */
type LaneGround = {
  readonly context: Surface2D;
  readonly box: Box;
  readonly axis: TimeAxis;
  readonly paper: TrackBackground;
  readonly palette: ChartPalette;
  readonly pixelRatio: number;
  readonly pxPerMm: number;
  readonly visibleSeconds: number;
};

/** One band of a view: some channels of one stream, overlaid. */
export class Lane {
  readonly spec: LaneSpec;
  readonly feed: StreamFeed;
  ground: LaneGround | null = null;
  #live: DisplayTrace | null;
  #frozen: DisplayTrace | null = null;
  /** The channels with which this lane shares its span. */
  readonly #peers: DisplayTrace | null;
  #range: ValueRange | undefined;
  #drawn = 0;
  #drawnMs = Number.NaN;
  #drawnEvents: readonly DeviceEvent[] = [];
  #repaint = true;

  constructor(spec: LaneSpec, feed: StreamFeed) {
    this.spec = spec;
    this.feed = feed;
    this.#live =
      feed.content.kind === 'samples'
        ? createDisplayTrace(feed.content.trace, spec.source.channels, spec.filter)
        : null;
    const sharedWith = spec.scale.kind === 'auto' ? (spec.scale.sharedWith ?? []) : [];
    this.#peers =
      feed.content.kind === 'samples' && sharedWith.length > 0
        ? createDisplayTrace(feed.content.trace, sharedWith, spec.filter)
        : null;
  }

  get #shown(): DisplayTrace | null {
    return this.#frozen ?? this.#live;
  }

  layOut(ground: LaneGround): void {
    this.ground = ground;
    this.#range = undefined;
    this.fitRange();
    this.#repaint = true;
  }

  freeze(frozen: boolean): void {
    if (!frozen) this.#frozen = null;
    else if (this.#frozen === null && this.#live !== null) {
      this.#live.follow();
      this.#frozen = freezeTrace(this.#live);
    }
  }

  /** Fits the range to recent values. When the range changes, the lane is redrawn. */
  fitRange(): void {
    const { ground } = this;
    if (ground === null) return;
    const before = this.#range;
    const trace = this.#shown;
    const { scale } = this.spec;
    if (trace === null) this.#range = UNIT_RANGE;
    else if (scale.kind !== 'auto')
      this.#range ??= fixedRange(scale, ground.box.height / ground.pxPerMm);
    else {
      trace.follow();
      const end = trace.rings[0]?.end ?? 0;
      const seconds = this.feed.isWave
        ? Math.min(ground.visibleSeconds, RANGE_SECONDS)
        : ground.visibleSeconds;
      const from = end - Math.ceil((seconds * 1000) / trace.periodMs);
      this.#range = followRange(scale, before, this.#seen(trace, from, end));
    }
    if (this.#range !== before) this.#repaint = true;
  }

  #seen(trace: DisplayTrace, from: number, end: number): ValueRange | undefined {
    const own = measureRange(trace.rings, from, end);
    if (this.#peers === null) return own;
    this.#peers.follow();
    return withSharedSpan(
      own,
      this.#peers.rings.map((ring) => measureRange([ring], from, end)),
    );
  }

  /** Draws new samples, up to the view's playhead. */
  draw(viewPlayheadMs: number): void {
    const { ground } = this;
    if (ground === null) return;
    const { axis, paper, context } = ground;
    if (this.#hasLateEvents()) this.#repaint = true;
    const playheadMs =
      viewPlayheadMs - this.spec.windowsBack * ground.visibleSeconds * 1000 + axis.aheadMs;
    if (this.#repaint || !axis.advance(context, paper, playheadMs)) {
      axis.restart(context, paper, playheadMs);
      this.#rewind(axis.oldestMs());
      this.#repaint = false;
    }
    const trace = this.#shown;
    if (trace === null) this.#drawEvents(ground, playheadMs);
    else this.#drawTrace(ground, trace, playheadMs);
  }

  report(): LaneReport {
    const { low, high } = this.#range ?? UNIT_RANGE;
    const { serial, stream } = this.spec.source;
    return { id: this.spec.id, serial, stream, unit: this.feed.declaration.unit, low, high };
  }

  /** Values of the first channel at two times. */
  valuesAt(firstMs: number, secondMs: number): RulerReport['lanes'][number] {
    const trace = this.#shown;
    const valueAt = (timeMs: number): number | null => {
      const value = trace?.rings[0]?.valueAt(Math.round(trace.indexAt(timeMs))) ?? Number.NaN;
      return Number.isNaN(value) ? null : value;
    };
    return {
      id: this.spec.id,
      unit: this.feed.declaration.unit,
      first: valueAt(firstMs),
      second: valueAt(secondMs),
    };
  }

  #rewind(fromMs: number): void {
    const index = Math.ceil(this.#shown?.indexAt(fromMs) ?? 0);
    this.#drawn = Number.isNaN(index) ? 0 : Math.max(0, index);
    this.#drawnMs = fromMs;
  }

  #drawTrace(ground: LaneGround, trace: DisplayTrace, playheadMs: number): void {
    trace.follow();
    const first = trace.rings[0];
    if (first === undefined || Number.isNaN(trace.getTimeMs(0))) return;
    const oldest = Math.ceil(trace.indexAt(ground.axis.oldestMs()));
    const from = Math.max(this.#drawn, oldest, first.start);
    const to = Math.min(first.end, Math.floor(trace.indexAt(playheadMs)) + 1);
    if (to <= from) return;
    for (const [position, ring] of trace.rings.entries())
      strokeTrace(this.#stroke(ground, position, trace), ring, from, to);
    this.#drawn = to;
  }

  #drawEvents(ground: LaneGround, playheadMs: number): void {
    if (this.feed.content.kind !== 'events' || !(playheadMs > this.#drawnMs)) return;
    strokeEvents(
      this.#stroke(ground, 0, null),
      this.feed.content.log.events,
      this.#drawnMs,
      playheadMs,
    );
    this.#drawnMs = playheadMs;
  }

  /** Events can arrive after the pen has passed their time: then the lane is redrawn. */
  #hasLateEvents(): boolean {
    if (this.feed.content.kind !== 'events') return false;
    const { events } = this.feed.content.log;
    if (events === this.#drawnEvents) return false;
    this.#drawnEvents = events;
    return true;
  }

  #stroke(
    { context, axis, box, palette, pixelRatio }: LaneGround,
    position: number,
    trace: DisplayTrace | null,
  ): PenStroke {
    const name = this.spec.colours[position] ?? this.spec.colours[0] ?? 'text';
    return {
      context,
      axis,
      box,
      palette,
      pixelRatio,
      range: this.#range ?? UNIT_RANGE,
      colour: palette[name],
      getTimeMs: (index) => trace?.getTimeMs(index) ?? Number.NaN,
    };
  }
}
