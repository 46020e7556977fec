import type { StreamDeclaration } from '@yamori/domain';
import type { DecodedFrame, FrameDecoder } from '@yamori/frames';
import type { EitModel } from '@yamori/signal';
import { EitFeed } from '../eit/eit-feed.ts';
import type { DeviceReport, FeedState } from './chart-report.ts';
import type { TraceFrame } from '../traces/stream-trace.ts';
import type { FrameSource, PastPiece } from './frame-source.ts';
import { reportEstimate } from './rate-estimator.ts';
import { SLOW_SECONDS, StreamFeed } from './stream-feed.ts';

const HISTORY_SECONDS = 30;
/**
 * Without a known clock offset, a device clock that is off by more than this is replaced by the
 * browser's.
 */
const CLOCK_TOLERANCE_MS = 5000;
const ESTIMATE_EVERY_MS = 1000;
/** Limit of EIT frames that wait for the model: the history of half a minute, and live frames. */
const EIT_WAITING_FRAMES = 4000;

type DeviceFeedOptions = {
  readonly serial: string;
  readonly source: FrameSource;
  readonly decoder: FrameDecoder;
  /** Monotonic clock of this thread and the wall clock, both in ms. */
  readonly nowMs: () => number;
  readonly wallMs: () => number;
  /**
   * Watched kinds; null for all. Others are not requested once the device has declared its streams.
   */
  readonly kinds: readonly string[] | null;
  readonly estimates: boolean;
  /** The room whose timeline provides earlier values of slow series, or null. */
  readonly roomId: string | null;
  /** The model for EIT images; fetched once, when the first EIT stream is watched. */
  readonly eitModel: () => Promise<EitModel>;
};

/** All streams of one watched device, on the server's clock. */
export class DeviceFeed {
  readonly serial: string;
  readonly streams = new Map<number, StreamFeed>();
  eit: EitFeed | null = null;
  state: FeedState = { kind: 'waiting' };
  /** Incremented when the set of streams changes. */
  generation = 0;
  /** Distinguishes this feed from a later one of the same device. */
  readonly openedAtMs: number;
  readonly #options: DeviceFeedOptions;
  #eitWaiting: { readonly frame: TraceFrame; readonly arrivalMs: number }[] = [];
  #declared: readonly string[] = [];
  #offsetMs: number | null = null;
  #droppedFrames = 0;
  #stop: () => void;
  #narrowed = false;
  #estimatedAtMs = Number.NEGATIVE_INFINITY;

  constructor(options: DeviceFeedOptions) {
    this.serial = options.serial;
    this.#options = options;
    this.openedAtMs = options.nowMs();
    this.#stop = this.#watch();
  }

  close(): void {
    this.#stop();
  }

  /** Whether this feed already delivers the wanted streams, so that it need not reopen. */
  covers({
    kinds,
    estimates,
    roomId,
  }: Pick<DeviceFeedOptions, 'kinds' | 'estimates' | 'roomId'>): boolean {
    const present = this.#options.kinds;
    if (
      (estimates && !this.#options.estimates) ||
      (roomId !== null && roomId !== this.#options.roomId)
    )
      return false;
    return present === null || (kinds !== null && kinds.every((kind) => present.includes(kind)));
  }

  /** A stream by its kind, or one of several of that kind; `eit-curves` is computed here. */
  getStream(kind: string, streamId?: number): StreamFeed | undefined {
    if (kind === 'eit-curves') return this.eit?.curves;
    if (streamId !== undefined) return this.streams.get(streamId);
    return [...this.streams.values()].find((stream) => stream.declaration.kind === kind);
  }

  report(): DeviceReport {
    const nowMs = this.#options.nowMs();
    const feeds = [...this.streams.values(), ...(this.eit === null ? [] : [this.eit.curves])];
    this.#estimate(nowMs, feeds);
    const readings = (rate: 'heartRate' | 'respirationRate') =>
      feeds.filter((feed) => feed.estimator?.rate === rate).map((feed) => this.#aged(feed, nowMs));
    const delays = feeds
      .filter((feed) => feed.isWave)
      .map((feed) => feed.clock.holdMs)
      .filter((delay) => Number.isFinite(delay));
    return {
      serial: this.serial,
      state: this.state,
      declared: this.#declared,
      streams: feeds.map((feed) => feed.report(nowMs)),
      heartRate: reportEstimate(readings('heartRate'), nowMs),
      respirationRate: reportEstimate(readings('respirationRate'), nowMs),
      events: feeds.flatMap((feed) =>
        feed.content.kind === 'events' ? feed.content.log.events : [],
      ),
      droppedFrames: this.#droppedFrames,
      badFrames: this.#options.decoder.stats().badFrames,
      delayMs: delays.length === 0 ? null : Math.max(...delays),
    };
  }

  /** A reading's time in this thread's monotonic time. */
  #aged(feed: StreamFeed, nowMs: number): StreamFeed['reading'] {
    const { reading } = feed;
    return reading.kind === 'none'
      ? reading
      : { ...reading, atMs: Math.min(nowMs, feed.lastArrivalMs + (reading.atMs - feed.newestMs)) };
  }

  #estimate(nowMs: number, feeds: readonly StreamFeed[]): void {
    if (nowMs - this.#estimatedAtMs < ESTIMATE_EVERY_MS) return;
    this.#estimatedAtMs = nowMs;
    for (const feed of feeds) feed.estimate(nowMs);
  }

  #watch(streamIds?: readonly number[]): () => void {
    const options = {
      historySeconds: HISTORY_SECONDS,
      ...(streamIds === undefined ? {} : { streamIds }),
    };
    return this.#options.source.watch(this.serial, options, {
      onStreams: (streams, clockOffsetSeconds) => this.#declare(streams, clockOffsetSeconds),
      onFrames: (bytes) => this.#take(bytes),
      onDropped: (frames) => {
        this.#droppedFrames += frames;
      },
      onFail: (problem) => {
        this.state = { kind: 'refused', code: problem.code };
      },
    });
  }

  #declare(declared: readonly StreamDeclaration[], clockOffsetSeconds: number | null): void {
    this.state = { kind: 'watched' };
    if (
      clockOffsetSeconds !== null &&
      Math.abs(clockOffsetSeconds * 1000 - (this.#offsetMs ?? Number.NaN)) > CLOCK_TOLERANCE_MS
    )
      this.#offsetMs = null;
    this.#offsetMs ??= clockOffsetSeconds === null ? null : clockOffsetSeconds * 1000;
    const { kinds, estimates } = this.#options;
    if (declared.length > this.#declared.length || !this.#narrowed)
      this.#declared = declared.map((stream) => stream.kind);
    const streams =
      kinds === null ? declared : declared.filter((stream) => kinds.includes(stream.kind));
    const opened = streams.filter(
      (stream) => !sameStream(this.streams.get(stream.streamId)?.declaration, stream),
    );
    for (const stream of opened) {
      this.streams.set(stream.streamId, new StreamFeed(stream, estimates));
      if (stream.kind === 'eit') this.#openEit(stream);
      this.generation += 1;
    }
    this.#askPast(opened.flatMap(({ streamId }) => this.streams.get(streamId) ?? []));
    this.#narrow(declared, streams);
  }

  /**
   * Trends span minutes and hours, so their past is requested. Waves fill the screen within
   * seconds.
   */
  #askPast(feeds: readonly StreamFeed[]): void {
    const { roomId, serial, source, wallMs } = this.#options;
    const slow = feeds.filter((feed) => !feed.isWave);
    if (roomId === null || source.past === undefined || slow.length === 0) return;
    for (const feed of slow) feed.awaitPast();
    const toMs = wallMs();
    const give = (pieces: readonly PastPiece[]): void => {
      for (const feed of slow)
        feed.takePast(pieces.filter(({ streamId }) => streamId === feed.declaration.streamId));
    };
    // Without access to the timeline, the page still shows live data.
    source
      .past({
        roomId,
        serial,
        streamIds: slow.map((feed) => feed.declaration.streamId),
        fromMs: toMs - SLOW_SECONDS * 1000,
        toMs,
      })
      .then(give, () => give([]));
  }

  #openEit(stream: StreamDeclaration): void {
    this.#options.eitModel().then(
      (model) => {
        this.eit = new EitFeed(stream, this.#options.estimates, model);
        for (const { frame, arrivalMs } of this.#eitWaiting.splice(0))
          this.eit.accept(frame, arrivalMs);
        this.generation += 1;
      },
      () => {
        this.state = { kind: 'refused', code: 'eit-model-missing' };
      },
    );
  }

  /** Requests again with only the wanted streams, once. */
  #narrow(declared: readonly StreamDeclaration[], wanted: readonly StreamDeclaration[]): void {
    if (this.#narrowed || wanted.length === 0 || wanted.length === declared.length) return;
    this.#narrowed = true;
    this.#stop();
    this.#stop = this.#watch(wanted.map((stream) => stream.streamId));
  }

  #take(bytes: Uint8Array): void {
    const { decoder, nowMs } = this.#options;
    const arrivalMs = nowMs();
    const take = (frame: DecodedFrame): void => this.#accept(frame, arrivalMs);
    decoder.push(bytes, take);
    // A message holds whole frames, so no bytes remain to mix with another device's.
    decoder.end(take);
  }

  #accept(frame: DecodedFrame, arrivalMs: number): void {
    const feed = this.streams.get(frame.streamId);
    if (feed === undefined || feed.declaration.channels !== frame.channelCount) return;
    const placed = {
      ...frame,
      deviceTimeMs: frame.deviceTimeUs / 1000 - this.#offset(frame.deviceTimeUs / 1000),
    };
    if (feed.declaration.kind === 'eit') this.#acceptEit(placed, arrivalMs);
    feed.accept(placed, arrivalMs);
  }

  /**
   * The history arrives before the model is loaded. Without buffering, the curves would begin empty
   * next to the other traces.
   */
  #acceptEit(frame: TraceFrame, arrivalMs: number): void {
    if (this.eit !== null) this.eit.accept(frame, arrivalMs);
    else if (this.#eitWaiting.length < EIT_WAITING_FRAMES)
      this.#eitWaiting.push({ frame: { ...frame, samples: frame.samples.slice() }, arrivalMs });
  }

  #offset(deviceMs: number): number {
    if (this.#offsetMs === null) {
      const apartMs = deviceMs - this.#options.wallMs();
      this.#offsetMs =
        Math.abs(apartMs) > CLOCK_TOLERANCE_MS + HISTORY_SECONDS * 1000 ? apartMs : 0;
    }
    return this.#offsetMs;
  }
}

function sameStream(before: StreamDeclaration | undefined, now: StreamDeclaration): boolean {
  return (
    before !== undefined &&
    before.kind === now.kind &&
    before.channels === now.channels &&
    before.sampleRateHz === now.sampleRateHz &&
    before.scale === now.scale &&
    before.offset === now.offset
  );
}
