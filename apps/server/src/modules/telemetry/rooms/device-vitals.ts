import type { Breath, RoomEvent, StreamDeclaration } from '@yamori/domain';
import type { DecodedFrame, FrameDecoder } from '@yamori/frames';
import {
  createPresence,
  createSleepState,
  heldBack,
  noReading,
  mostCertainReading,
  showsMovement,
  type Reading,
} from '@yamori/signal';
import { isMovement } from './derive-room-state.ts';
import type { DeviceVitals } from './derive-room-state.ts';
import { createStreamClocks } from './stream-clocks.ts';
import {
  createStreamVitals,
  type StreamHappening,
  type StreamReadings,
  type StreamVitals,
} from './stream-vitals.ts';

/**
 * Estimates vitals from a device’s frames as they arrive. Computes in device time, so that neither
 * a wrong clock nor a replay at another speed changes a rate; results are in server time. Frames
 * far behind the newest (a late batch) only belong to the timeline and are ignored.
 */
type DeviceVitalsEstimator = {
  /** Whether the order of a stream’s frames matters. Presses are independent of each other. */
  readonly isOrdered: (streamId: number) => boolean;
  /** Returns the events in these frames, for immediate delivery. */
  readonly push: (batch: Uint8Array, nowMs: number) => readonly DeviceHappening[];
  /** Advances presence and sleep state; call it about once a second. */
  readonly update: (nowMs: number) => DeviceVitalsReading;
};

type DeviceVitalsReading = {
  readonly vitals: DeviceVitals;
  /** Streams without a usable signal: nothing attached, or noise. */
  readonly flatStreams: number;
  readonly noisyStreams: number;
};

/** A press of the call button: the frame’s identity and its time by the server’s clock. */
export type DevicePress = {
  readonly streamId: number;
  readonly sequence: number;
  readonly deviceTimeUs: number;
  readonly serverMs: number;
};

type DeviceFall = {
  readonly kind: 'fall';
  readonly streamId: number;
  readonly deviceTimeUs: number;
  readonly serverMs: number;
};

export type DeviceHappening = { readonly kind: 'press'; readonly press: DevicePress } | DeviceFall;

export const toFallEvent = (
  serial: string,
  { kind, streamId, deviceTimeUs, serverMs }: DeviceFall,
): RoomEvent => ({ kind, atMs: serverMs, serial, streamId, deviceTimeUs });

const NOTHING: readonly DeviceHappening[] = [];

/** `clockOffsetMs`: device clock minus server clock, as far as it is known. */
export function createDeviceVitals(
  streams: readonly StreamDeclaration[],
  decoder: FrameDecoder,
  clockOffsetMs: () => number = () => 0,
): DeviceVitalsEstimator {
  const estimators = new Map<number, { stream: StreamDeclaration; vitals: StreamVitals }>();
  for (const stream of streams) {
    const vitals = createStreamVitals(stream);
    if (vitals !== null) estimators.set(stream.streamId, { stream, vitals });
  }
  const happening = [...estimators.values()].filter(({ vitals }) => vitals.take !== undefined);
  const presence = createPresence();
  const sleepState = createSleepState();
  const clocks = createStreamClocks(clockOffsetMs);

  function happenings(nowMs: number): readonly DeviceHappening[] {
    const events: DeviceHappening[] = [];
    const deviceNowMs = clocks.deviceNowMs(nowMs);
    for (const { stream, vitals } of happening) {
      const streamNowMs = deviceNowMs + clocks.aheadMs(stream.streamId, nowMs);
      for (const taken of vitals.take?.() ?? [])
        events.push(toHappening(stream.streamId, taken, nowMs - (streamNowMs - taken.atMs)));
    }
    return events;
  }

  /** The readings of a stream in device time. */
  function readStream(streamId: number, vitals: StreamVitals, nowMs: number): StreamReadings {
    const aheadMs = clocks.aheadMs(streamId, nowMs);
    const readings = vitals.read(clocks.deviceNowMs(nowMs) + aheadMs);
    return aheadMs === 0 ? readings : toEarlier(readings, aheadMs);
  }

  return {
    isOrdered(streamId) {
      const kind = estimators.get(streamId)?.stream.kind;
      return kind !== undefined && kind !== 'button';
    },
    push(batch, nowMs) {
      // The device has no stream that measures a person.
      if (estimators.size === 0) return NOTHING;
      const take = (frame: DecodedFrame): void => {
        const entry = estimators.get(frame.streamId);
        if (entry === undefined || entry.stream.channels !== frame.channelCount) return;
        const startMs = frame.deviceTimeUs / 1000;
        const rateHz = entry.stream.sampleRateHz;
        const endMs = rateHz > 0 ? startMs + (1000 * frame.sampleCount) / rateHz : startMs;
        if (Number.isFinite(startMs) && clocks.accept(frame.streamId, endMs, nowMs))
          entry.vitals.push(frame.samples, frame.sampleCount, startMs, frame.sequence);
      };
      decoder.push(batch, take);
      // All devices share the decoder: a truncated batch must not delay the next one or merge with
      // it.
      decoder.end(take);
      return happening.length === 0 ? NOTHING : happenings(nowMs);
    },
    update(nowMs) {
      const deviceNowMs = clocks.deviceNowMs(nowMs);
      const readings = Number.isFinite(deviceNowMs)
        ? [...estimators].map(([streamId, { vitals }]) => readStream(streamId, vitals, nowMs))
        : [];
      return {
        vitals: inServerTime(
          combine(readings, deviceNowMs),
          (deviceMs) => nowMs - (deviceNowMs - deviceMs),
        ),
        flatStreams: countUncertain(readings, (reason) => reason === 'flat'),
        noisyStreams: countUncertain(
          readings,
          (reason) => reason === 'noisy' || reason === 'saturated',
        ),
      };
    },
  };

  function combine(readings: readonly StreamReadings[], deviceNowMs: number): DeviceVitals {
    const movement = mostCertainReading(readings.map((reading) => reading.movement));
    const moves =
      isMovement(movement) || readings.some((reading) => showsMovement(reading.respirationRate));
    if (moves) for (const { vitals } of estimators.values()) vitals.forgetBreath?.();
    const posture = readings.find((reading) => reading.posture !== undefined)?.posture ?? noReading;
    const respirationRate = mostCertainReading(readings.map((reading) => reading.respirationRate));
    const heartRate = mostCertainReading(readings.map((reading) => reading.heartRate));
    // Presence and sleep use every sign of breath, including rates that are not shown.
    const present = presence.update(
      { movement, posture, respiration: respirationRate, heartRate },
      deviceNowMs,
    );
    return {
      heartRate,
      respirationRate: moves
        ? heldBack(respirationRate, 'movement')
        : mostCertainReading(readings.map(shownRespiration)),
      breath: moves ? UNKNOWN_BREATH : deriveBreath(readings, deviceNowMs),
      movement,
      temperature: mostCertainReading(readings.map((reading) => reading.temperature)),
      posture,
      presence: present,
      sleepState: sleepState.update(
        { presence: present, movement, respiration: respirationRate },
        deviceNowMs,
      ),
    };
  }
}

function toEarlier(readings: StreamReadings, byMs: number): StreamReadings {
  const shift = <V>(reading: Reading<V> | undefined): Reading<V> | undefined =>
    reading === undefined || reading.kind === 'none'
      ? reading
      : { ...reading, atMs: reading.atMs - byMs };
  return {
    ...readings,
    heartRate: shift(readings.heartRate),
    respirationRate: shift(readings.respirationRate),
    lastBreathMs: (readings.lastBreathMs ?? Number.NaN) - byMs,
    temperature: shift(readings.temperature),
    posture: shift(readings.posture),
    movement: shift(readings.movement),
  };
}

function toHappening(streamId: number, taken: StreamHappening, serverMs: number): DeviceHappening {
  const deviceTimeUs = Math.round(taken.atMs * 1000);
  return taken.kind === 'fall'
    ? { kind: 'fall', streamId, deviceTimeUs, serverMs }
    : { kind: 'press', press: { streamId, sequence: taken.sequence, deviceTimeUs, serverMs } };
}

/**
 * Respiration counts as paused after this long without a breath. The start of an unfinished breath
 * is missed for less than that.
 */
const PAUSES_AFTER_MS = 8_000;
const UNKNOWN_BREATH: Breath = { kind: 'unknown' };

/** Breath from the streams with a good trace; one stream that sees it is enough. */
function deriveBreath(readings: readonly StreamReadings[], nowMs: number): Breath {
  const breaths = readings.flatMap(
    ({ respirationRate, respirationDoubt, lastBreathMs = Number.NaN }) =>
      Number.isNaN(lastBreathMs) ||
      respirationDoubt === 'saturated' ||
      respirationRate === undefined ||
      !showsBreath(respirationRate)
        ? []
        : [lastBreathMs],
  );
  if (breaths.length === 0) return UNKNOWN_BREATH;
  const sinceMs = Math.max(...breaths);
  return nowMs - sinceMs < PAUSES_AFTER_MS ? { kind: 'seen' } : { kind: 'paused', sinceMs };
}

/** A flat trace is good data that shows no breath. Noise or a missing trace is no evidence. */
const showsBreath = (rate: Reading): boolean =>
  rate.kind === 'value' ||
  (rate.kind === 'uncertain' && (rate.reason === 'flat' || rate.reason === 'irregular'));

/** The respiration rate that may be shown. */
const shownRespiration = ({
  respirationRate,
  respirationDoubt = null,
}: StreamReadings): Reading | undefined =>
  respirationRate === undefined ? undefined : heldBack(respirationRate, respirationDoubt);

function countUncertain(
  readings: readonly StreamReadings[],
  matches: (reason: string) => boolean,
): number {
  return readings.filter(
    ({ heartRate }) => heartRate?.kind === 'uncertain' && matches(heartRate.reason),
  ).length;
}

function inServerTime(
  vitals: DeviceVitals,
  toServerMs: (deviceMs: number) => number,
): DeviceVitals {
  const shift = <V>(reading: Reading<V>): Reading<V> =>
    reading.kind === 'none' ? reading : { ...reading, atMs: toServerMs(reading.atMs) };
  return {
    heartRate: shift(vitals.heartRate),
    respirationRate: shift(vitals.respirationRate),
    breath:
      vitals.breath.kind === 'paused'
        ? { kind: 'paused', sinceMs: toServerMs(vitals.breath.sinceMs) }
        : vitals.breath,
    movement: shift(vitals.movement),
    temperature: shift(vitals.temperature),
    posture: shift(vitals.posture),
    presence: shift(vitals.presence),
    sleepState: shift(vitals.sleepState),
  };
}
