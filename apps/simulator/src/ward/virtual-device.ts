import type { DeviceReport, StreamDeclaration } from '@yamori/domain';
import { NOT_MEASURED, encodeFrame } from '@yamori/frames';
import { sampleModel, type StreamModel } from '../models/stream-model.ts';

/** Source of a virtual device's samples: a model of a person, or a recording. */
export type SampleSource = {
  /** Digital samples from `fromSeconds`, channel by channel, or null at the end of the source. */
  readonly samples: (fromSeconds: number, sampleCount: number) => Int16Array[] | null;
};

export const fromModel = (model: StreamModel, stream: StreamDeclaration): SampleSource => ({
  samples: (fromSeconds, sampleCount) => sampleModel(model, stream, fromSeconds, sampleCount),
});

/**
 * A device as seen by the server: it numbers frames, has a clock, and samples its sources.
 * `advance` returns every frame that is due; the device is independent of network and real time.
 */
export type VirtualDevice = {
  readonly serial: string;
  readonly advance: (toSeconds: number) => Uint8Array[];
  /** Skips everything up to a time, like a device that was switched off. */
  readonly skipTo: (seconds: number) => void;
  readonly press: (atSeconds: number, kind: ButtonEvent) => void;
  readonly setBattery: (percent: number) => void;
  readonly setSensorsOff: (fromSeconds: number, untilSeconds: number) => void;
  readonly setClockError: (seconds: number) => void;
  readonly report: (online: boolean, atSeconds: number) => DeviceReport;
  /** Whether every source has ended. */
  readonly ended: () => boolean;
};

type ButtonEvent = 'press' | 'release' | 'longPress';
const BUTTON_VALUES: Readonly<Record<ButtonEvent, number>> = { press: 1, release: 2, longPress: 3 };

export type VirtualDeviceOptions = {
  readonly serial: string;
  readonly streams: readonly {
    readonly declaration: StreamDeclaration;
    readonly source: SampleSource | null;
  }[];
  /** The device clock at second 0, µs since 1970 UTC. */
  readonly startUs: number;
  /** Whether reports include the device time; false if time runs at another speed. */
  readonly isRealTime: boolean;
};

/** Maximum size in bytes of samples, and maximum duration of a frame. */
const MAX_FRAME_SAMPLE_BYTES = 32_768;
const MAX_FRAME_SECONDS = 5;
const FIRMWARE = '2.4.1';

type Track = {
  readonly declaration: StreamDeclaration;
  readonly source: SampleSource | null;
  sequence: number;
  sent: number;
  ended: boolean;
};

export function createVirtualDevice(options: VirtualDeviceOptions): VirtualDevice {
  const tracks: Track[] = options.streams.map((stream) => ({
    ...stream,
    sequence: 0,
    sent: 0,
    ended: false,
  }));
  const presses: { atSeconds: number; kind: ButtonEvent }[] = [];
  let battery = 100;
  let sensorsOff = { from: 0, until: 0 };
  let clockErrorUs = 0;

  const areSensorsOff = (seconds: number): boolean =>
    seconds >= sensorsOff.from && seconds < sensorsOff.until;
  const timeUs = (seconds: number): number =>
    options.startUs + Math.round(seconds * 1e6) + clockErrorUs;

  function encodeNextFrame(
    track: Track,
    atSeconds: number,
    channels: readonly Int16Array[],
  ): Uint8Array {
    const frame = encodeFrame({
      streamId: track.declaration.streamId,
      sequence: track.sequence,
      deviceTimeUs: timeUs(atSeconds),
      channels,
      encoding: 'auto',
    });
    track.sequence = (track.sequence + 1) >>> 0;
    return frame;
  }

  function due(track: Track, toSeconds: number): Uint8Array[] {
    const { declaration, source } = track;
    const rate = declaration.sampleRateHz;
    if (rate === 0 || source === null) return [];
    const frames: Uint8Array[] = [];
    const largest = Math.max(
      1,
      Math.min(
        Math.floor(MAX_FRAME_SAMPLE_BYTES / (2 * declaration.channels)),
        Math.ceil(rate * MAX_FRAME_SECONDS),
      ),
    );
    const dueSamples = Math.floor(toSeconds * rate + 1e-6);
    while (track.sent < dueSamples && !track.ended) {
      const fromSeconds = track.sent / rate;
      const channels = source.samples(fromSeconds, Math.min(largest, dueSamples - track.sent));
      const count = channels?.[0]?.length ?? 0;
      if (channels === null || count === 0) track.ended = true;
      else {
        if (areSensorsOff(fromSeconds)) for (const channel of channels) channel.fill(NOT_MEASURED);
        frames.push(encodeNextFrame(track, fromSeconds, channels));
        track.sent += count;
      }
    }
    return frames;
  }

  function buttonFrames(): Uint8Array[] {
    const button = tracks.find((track) => track.declaration.kind === 'button');
    const events = presses.splice(0);
    return button === undefined
      ? []
      : events.map(({ atSeconds, kind }) =>
          encodeNextFrame(button, atSeconds, [Int16Array.of(BUTTON_VALUES[kind])]),
        );
  }

  return {
    serial: options.serial,
    advance: (toSeconds) => [
      ...buttonFrames(),
      ...tracks.flatMap((track) => due(track, toSeconds)),
    ],
    skipTo(seconds) {
      for (const track of tracks)
        track.sent = Math.max(track.sent, Math.floor(seconds * track.declaration.sampleRateHz));
    },
    press: (atSeconds, kind) => void presses.push({ atSeconds, kind }),
    setBattery(percent) {
      battery = percent;
    },
    setSensorsOff(from, until) {
      sensorsOff = { from, until };
    },
    setClockError(seconds) {
      clockErrorUs = seconds * 1e6;
    },
    report: (online, atSeconds) => ({
      online,
      ...(options.isRealTime ? { deviceTimeUs: timeUs(atSeconds) } : {}),
      batteryPercent: battery,
      signalDbm: -58,
      firmware: FIRMWARE,
      sensorsOff: areSensorsOff(atSeconds)
        ? tracks
            .filter((track) => track.declaration.sampleRateHz > 0)
            .map((track) => track.declaration.streamId)
        : [],
    }),
    ended: () =>
      tracks.every(
        (track) => track.ended || track.declaration.sampleRateHz === 0 || track.source === null,
      ),
  };
}
