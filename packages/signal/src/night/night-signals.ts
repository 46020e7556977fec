import { createHeartRate } from '../beats/heart-rate.ts';
import { createMovement } from '../body/movement.ts';
import { createPosture, type Posture } from '../body/posture.ts';
import { createPresence, type Presence } from '../body/presence.ts';
import { createTemperature } from '../body/temperature.ts';
import { noReading, type Reading, type Samples, mostCertainReading } from '../reading/reading.ts';
import { createAccelerometerRespiration } from '../respiration/accelerometer-respiration.ts';
import { createRespirationRate } from '../respiration/respiration-rate.ts';
import { createSlowTrack, type SlowTrack } from '../respiration/slow-track.ts';
import { createChannelFeed } from './channel-feed.ts';
import { epochSeconds, type NightChannel, type NightInput } from './night-input.ts';

/** Measurements of each epoch of the night; NaN, null or 0 if missing. */
export interface NightSignals {
  epochs: number;
  /** Mean activity in mg. */
  activityMg: Float32Array;
  presence: (Presence | null)[];
  posture: (Posture | null)[];
  respirationRate: Float32Array;
  /** Computed by the device. `beatsMs` takes precedence where there is an ECG. */
  deviceHeartRate: Float32Array;
  temperature: Float32Array;
  /** Times of heart beats in good signal, ms since 1970. */
  beatsMs: number[];
  /** Last epoch with beats. If several sensors have beats in an epoch, the first one counts. */
  epochBeats: number;
  /** 1: at least one channel had samples. */
  seen: Uint8Array;
  /** The same for each kind of channel. */
  seenByChannel: Map<string, Uint8Array>;
  /** Flow or effort at 10 Hz, for breathing events; from the first such channel. */
  breathing: SlowTrack | undefined;
  sources: Set<string>;
  kinds: Set<string>;
}

/** Interval at which estimators are read; presence needs more than once per epoch. */
const TICK_MS = 5000;
const TICKS_PER_EPOCH = (epochSeconds * 1000) / TICK_MS;
const RESPIRATION_WINDOW_SECONDS = 30;

interface NightReader {
  /** Reads the channels up to a time and leaves later samples for the next call. */
  advance(toMs: number): void;
  /** Reads to the end of the night. Call it once, last. */
  finish(): NightSignals;
}

/**
 * Reads all channels in one pass with the estimators of the live board. Memory is fixed apart from
 * a few values per epoch and the beats.
 */
export function readNightSignals(input: NightInput): NightSignals {
  return createNightReader(input).finish();
}

export function createNightReader(input: NightInput): NightReader {
  const epochs = Math.max(0, Math.floor((input.toMs - input.fromMs) / (epochSeconds * 1000)));
  const signals = emptySignals(epochs);
  const sensors = input.channels.map((channel) => createSensor(channel, input, signals));
  const presence = createPresence();
  let respiration: Reading = noReading;
  let moved = 0;
  let ticksMoved = 0;
  let ticks = 0;

  function readTick(tick: number): void {
    const nowMs = input.fromMs + tick * TICK_MS;
    const epoch = Math.floor((tick - 1) / TICKS_PER_EPOCH);
    for (const sensor of sensors) if (sensor.advance(nowMs)) markSeen(signals, sensor.kind, epoch);
    const closes = tick % TICKS_PER_EPOCH === 0;
    if (closes) respiration = breathingReading(sensors, nowMs);
    const movement = firstReading(sensors.map((sensor) => sensor.movement?.(nowMs)));
    const posture = firstReading(sensors.map((sensor) => sensor.posture?.(nowMs)));
    const heartRate = firstReading(sensors.map((sensor) => sensor.heartRate?.(nowMs)));
    const here = presence.update({ movement, posture, respiration, heartRate }, nowMs);
    if (movement.kind === 'value') {
      moved += movement.value;
      ticksMoved += 1;
    }
    if (!closes) return;
    // An epoch needs samples in at least half of its ticks.
    signals.activityMg[epoch] = 2 * ticksMoved >= TICKS_PER_EPOCH ? moved / ticksMoved : Number.NaN;
    moved = 0;
    ticksMoved = 0;
    signals.presence[epoch] = here.kind === 'value' ? here.value : null;
    signals.posture[epoch] = posture.kind === 'value' ? posture.value : null;
    signals.respirationRate[epoch] = respiration.kind === 'value' ? respiration.value : Number.NaN;
    for (const sensor of sensors) sensor.close?.(nowMs, epoch);
  }

  const advance = (toMs: number): void => {
    while (ticks < epochs * TICKS_PER_EPOCH && input.fromMs + (ticks + 1) * TICK_MS <= toMs)
      readTick(++ticks);
  };
  return {
    advance,
    finish() {
      advance(input.toMs);
      return signals;
    },
  };
}

function markSeen(signals: NightSignals, kind: string, epoch: number): void {
  signals.seen[epoch] = 1;
  const own = signals.seenByChannel.get(kind) ?? new Uint8Array(signals.epochs);
  own[epoch] = 1;
  signals.seenByChannel.set(kind, own);
}

function emptySignals(epochs: number): NightSignals {
  const nothing = () => new Float32Array(epochs).fill(Number.NaN);
  return {
    epochs,
    activityMg: nothing(),
    presence: Array.from({ length: epochs }, () => null),
    posture: Array.from({ length: epochs }, () => null),
    respirationRate: nothing(),
    deviceHeartRate: nothing(),
    temperature: nothing(),
    beatsMs: [],
    epochBeats: -1,
    seen: new Uint8Array(epochs),
    seenByChannel: new Map(),
    breathing: undefined,
    sources: new Set(),
    kinds: new Set(),
  };
}

function firstReading<V>(readings: readonly (Reading<V> | undefined)[]): Reading<V> {
  return readings.find((reading) => reading !== undefined && reading.kind !== 'none') ?? noReading;
}

/**
 * Prefers flow and effort over the tilt of an accelerometer, which costs four times as much and is
 * only read if they give no value.
 */
function breathingReading(sensors: readonly Sensor[], nowMs: number): Reading {
  const direct = mostCertainReading(
    sensors.map((sensor) => (sensor.movement ? undefined : sensor.respiration?.(nowMs))),
  );
  if (direct.kind === 'value') return direct;
  return mostCertainReading([
    direct,
    ...sensors.map((sensor) => (sensor.movement ? sensor.respiration?.(nowMs) : undefined)),
  ]);
}

interface Sensor {
  kind: NightChannel['kind'];
  advance(nowMs: number): boolean;
  movement?: (nowMs: number) => Reading;
  posture?: (nowMs: number) => Reading<Posture>;
  respiration?: (nowMs: number) => Reading;
  heartRate?: (nowMs: number) => Reading;
  close?: (nowMs: number, epoch: number) => void;
}

function createSensor(channel: NightChannel, input: NightInput, signals: NightSignals): Sensor {
  const reader = createReader(channel, input, signals);
  const feed = createChannelFeed(
    channel,
    input.fromMs,
    (samples, firstMs) => {
      for (const push of reader.push) push(samples, firstMs);
    },
    (source) => {
      signals.sources.add(source);
      signals.kinds.add(channel.kind);
    },
  );
  return { ...reader, kind: channel.kind, advance: (nowMs) => feed.until(nowMs) };
}

type SensorReader = Omit<Sensor, 'advance' | 'kind'> & {
  push: ((samples: Samples, firstMs: number) => void)[];
};

function createReader(
  channel: NightChannel,
  input: NightInput,
  signals: NightSignals,
): SensorReader {
  const { sampleRateHz, scale = 1 } = channel;
  switch (channel.kind) {
    case 'ecg':
      return createEcgReader(sampleRateHz, scale, signals);
    case 'accelerometer':
      return createAccelerometerReader(channel);
    case 'impedance':
    case 'flow':
    case 'eitSum':
      return createBreathingReader(channel, input, signals);
    case 'temperature': {
      const temperature = createTemperature({ sampleRateHz, scale });
      const close = (nowMs: number, epoch: number) => {
        const reading = temperature.read(nowMs);
        if (reading.kind === 'value') signals.temperature[epoch] = reading.value;
      };
      return { push: [(samples, firstMs) => temperature.push(samples, firstMs)], close };
    }
    case 'rates':
      return createRatesReader(scale, signals);
  }
}

/** Beats of two sensors closer than this are the same heart beat. */
const SAME_BEAT_MS = 150;

function createEcgReader(sampleRateHz: number, scale: number, signals: NightSignals): SensorReader {
  let found: number[] = [];
  const heart = createHeartRate({
    sampleRateHz,
    scale,
    onBeat: ({ timeMs }) => found.push(timeMs),
  });
  const close = (nowMs: number, epoch: number) => {
    const reading = heart.read(nowMs);
    // Discards beats found in noise, and those of a second sensor for the same epoch.
    const isNoise =
      reading.kind === 'uncertain' &&
      reading.reason !== 'settling' &&
      reading.reason !== 'irregular';
    if (!isNoise && found.length > 0 && signals.epochBeats !== epoch) {
      const lastMs = signals.beatsMs.at(-1) ?? Number.NEGATIVE_INFINITY;
      for (const beatMs of found) if (beatMs - lastMs > SAME_BEAT_MS) signals.beatsMs.push(beatMs);
      signals.epochBeats = epoch;
    }
    found = [];
  };
  return {
    push: [(samples, firstMs) => heart.push(samples, firstMs)],
    heartRate: (nowMs) => heart.read(nowMs),
    close,
  };
}

function createAccelerometerReader({
  sampleRateHz,
  scale = 1,
  mounting,
}: NightChannel): SensorReader {
  const movement = createMovement({ sampleRateHz, scale, windowSeconds: TICK_MS / 1000 });
  const posture = createPosture(
    mounting ? { sampleRateHz, scale, mounting } : { sampleRateHz, scale },
  );
  const respiration = createAccelerometerRespiration({
    sampleRateHz,
    scale,
    windowSeconds: RESPIRATION_WINDOW_SECONDS,
  });
  return {
    push: [movement, posture, respiration].map(
      (estimator) => (samples: Samples, firstMs: number) => estimator.push(samples, firstMs),
    ),
    movement: (nowMs) => movement.read(nowMs),
    posture: (nowMs) => posture.read(nowMs),
    respiration: (nowMs) => respiration.read(nowMs),
  };
}

function createBreathingReader(
  { sampleRateHz, scale = 1 }: NightChannel,
  input: NightInput,
  signals: NightSignals,
): SensorReader {
  const respiration = createRespirationRate({
    sampleRateHz,
    scale,
    windowSeconds: RESPIRATION_WINDOW_SECONDS,
  });
  const track = signals.breathing
    ? undefined
    : createSlowTrack({ sampleRateHz, fromMs: input.fromMs, toMs: input.toMs });
  signals.breathing ??= track;
  const push = [(samples: Samples, firstMs: number) => respiration.push(samples, firstMs)];
  if (track) push.push((samples, firstMs) => track.push(samples, firstMs));
  return { push, respiration: (nowMs) => respiration.read(nowMs) };
}

/** Rates computed by the device: mean of the positive values in an epoch. */
function createRatesReader(scale: number, signals: NightSignals): SensorReader {
  const sums = new Float64Array(4);
  const push = (samples: Samples) => {
    for (let at = 0; at < samples.length; at++) {
      const value = (samples[at] ?? Number.NaN) * scale;
      if (!(value > 0)) continue;
      sums[at % 2] = (sums[at % 2] ?? 0) + value;
      sums[2 + (at % 2)] = (sums[2 + (at % 2)] ?? 0) + 1;
    }
  };
  const close = (_: number, epoch: number) => {
    const [respiration = 0, heart = 0, respirations = 0, hearts = 0] = sums;
    if (hearts > 0) signals.deviceHeartRate[epoch] = heart / hearts;
    if (respirations > 0 && Number.isNaN(signals.respirationRate[epoch] ?? Number.NaN))
      signals.respirationRate[epoch] = respiration / respirations;
    sums.fill(0);
  };
  return { push: [push], close };
}
