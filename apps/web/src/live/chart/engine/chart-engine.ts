import type { FrameDecoder } from '@yamori/frames';
import type { EitModel } from '@yamori/signal';
import type { LaneSpec, ViewSize, ViewSpec } from '../chart-spec.ts';
import { EitView } from '../eit/eit-view.ts';
import type { SurfaceCanvas } from '../surface/surface.ts';
import type { ChartReport } from './chart-report.ts';
import { DeviceFeed } from './device-feed.ts';
import type { FrameSource } from './frame-source.ts';
import { CHOSEN_KINDS } from './lane-choice.ts';
import { type RulerPosition, TraceView } from './trace-view.ts';
import type { ChartCommand } from './chart-message.ts';

type ChartEngineOptions = {
  readonly source: FrameSource;
  readonly decoder: FrameDecoder;
  readonly eitModel: () => Promise<EitModel>;
  readonly nowMs: () => number;
  readonly wallMs: () => number;
  readonly requestFrame: (draw: () => void) => void;
  readonly report: (report: ChartReport) => void;
};

/**
 * Draws every attached canvas from the frames of its devices. Runs in the worker, or without one.
 */
export type ChartEngine = {
  readonly attach: (viewId: number, canvas: SurfaceCanvas, spec: ViewSpec, size: ViewSize) => void;
  readonly change: (viewId: number, spec: ViewSpec) => void;
  readonly resize: (viewId: number, size: ViewSize) => void;
  readonly ruler: (viewId: number, at: RulerPosition | null) => void;
  readonly detach: (viewId: number) => void;
  /** Stops drawing, reporting and watching. */
  readonly close: () => void;
};

type View = TraceView | EitView;

const REPORT_EVERY_MS = 250;
/**
 * A device stays watched a little longer than it is shown, so that a change of screen does not
 * break its trace.
 */
const LINGER_MS = 3000;

export function createChartEngine(options: ChartEngineOptions): ChartEngine {
  const views = new Map<number, View>();
  const feeds = new Map<string, DeviceFeed>();
  const unwanted = new Map<string, number>();
  const pace = {
    running: false,
    closed: false,
    frames: 0,
    reportedAtMs: Number.NEGATIVE_INFINITY,
    countedAtMs: 0,
    framesPerSecond: 0,
  };

  const settleFeeds = (): void => {
    const wanted = wantedDevices([...views.values()].map((view) => view.spec));
    for (const [serial, want] of wanted) {
      unwanted.delete(serial);
      const present = feeds.get(serial);
      if (present !== undefined && present.covers(want)) continue;
      present?.close();
      feeds.set(serial, new DeviceFeed({ ...options, ...want, serial }));
    }
    for (const serial of feeds.keys())
      if (!wanted.has(serial) && !unwanted.has(serial)) unwanted.set(serial, options.nowMs());
  };
  const dropUnwanted = (nowMs: number): void => {
    for (const [serial, sinceMs] of unwanted) {
      if (nowMs - sinceMs < LINGER_MS) continue;
      feeds.get(serial)?.close();
      feeds.delete(serial);
      unwanted.delete(serial);
    }
  };
  const sendReport = (nowMs: number): void => {
    if (nowMs - pace.reportedAtMs < REPORT_EVERY_MS) return;
    pace.reportedAtMs = nowMs;
    dropUnwanted(nowMs);
    if (nowMs - pace.countedAtMs >= 1000) {
      pace.framesPerSecond = Math.round((pace.frames * 1000) / (nowMs - pace.countedAtMs));
      pace.frames = 0;
      pace.countedAtMs = nowMs;
    }
    options.report({
      devices: [...feeds.values()].map((feed) => feed.report()),
      views: Array.from(views, ([viewId, view]) => view.report(viewId)),
      framesPerSecond: pace.framesPerSecond,
    });
  };
  const draw = (): void => {
    if (pace.closed || (views.size === 0 && feeds.size === 0)) {
      pace.running = false;
      return;
    }
    // Request the next frame first: an exception in one view must not stop all others.
    options.requestFrame(draw);
    const nowMs = options.nowMs();
    for (const view of views.values()) view.step(feeds, nowMs);
    pace.frames += 1;
    sendReport(nowMs);
  };
  const start = (): void => {
    if (pace.running) return;
    pace.running = true;
    options.requestFrame(draw);
  };

  return {
    attach(viewId, canvas, spec, size) {
      views.set(
        viewId,
        spec.kind === 'eit' ? new EitView(canvas, spec, size) : new TraceView(canvas, spec, size),
      );
      settleFeeds();
      start();
    },
    change(viewId, spec) {
      const view = views.get(viewId);
      if (view instanceof TraceView && spec.kind === 'traces') view.change(spec);
      if (view instanceof EitView && spec.kind === 'eit') view.change(spec);
      settleFeeds();
    },
    resize: (viewId, size) => views.get(viewId)?.resize(size),
    ruler(viewId, at) {
      const view = views.get(viewId);
      if (view instanceof TraceView) view.ruler = at;
      pace.reportedAtMs = Number.NEGATIVE_INFINITY;
    },
    detach(viewId) {
      views.delete(viewId);
      settleFeeds();
    },
    close() {
      pace.closed = true;
      for (const feed of feeds.values()) feed.close();
      feeds.clear();
      views.clear();
    },
  };
}

type Want = {
  readonly kinds: readonly string[] | null;
  readonly estimates: boolean;
  readonly roomId: string | null;
};

/** The devices in the views, and the streams to watch of each. */
export function wantedDevices(specs: readonly ViewSpec[]): Map<string, Want> {
  const wants = new Map<string, Want>();
  const add = (
    serial: string,
    kinds: readonly string[] | null,
    estimates: boolean,
    roomId: string | null,
  ): void => {
    const before = wants.get(serial);
    const all = kinds === null || before?.kinds === null;
    wants.set(serial, {
      kinds: all ? null : [...new Set([...(before?.kinds ?? []), ...kinds])],
      estimates: estimates || (before?.estimates ?? false),
      roomId: roomId ?? before?.roomId ?? null,
    });
  };
  for (const spec of specs) {
    if (spec.kind === 'eit') {
      add(spec.serial, ['eit'], true, null);
      continue;
    }
    const getRoom = (serial: string): string | null => spec.rooms?.[serial] ?? null;
    for (const serial of spec.watchAll) add(serial, null, spec.estimates, getRoom(serial));
    if ('serials' in spec.lanes)
      for (const serial of spec.lanes.serials)
        add(serial, CHOSEN_KINDS, spec.estimates, getRoom(serial));
    else
      for (const lane of spec.lanes)
        add(lane.source.serial, [streamBehind(lane)], spec.estimates, getRoom(lane.source.serial));
  }
  return wants;
}

const streamBehind = ({ source }: LaneSpec): string =>
  source.stream === 'eit-curves' ? 'eit' : source.stream;

export function runCommand(engine: ChartEngine, command: ChartCommand): void {
  switch (command.type) {
    case 'attach':
      return engine.attach(command.viewId, command.canvas, command.spec, command.size);
    case 'change':
      return engine.change(command.viewId, command.spec);
    case 'resize':
      return engine.resize(command.viewId, command.size);
    case 'ruler':
      return engine.ruler(command.viewId, command.at);
    case 'detach':
      return engine.detach(command.viewId);
  }
}
