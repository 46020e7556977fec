import type { ReplayRecording, ReplayStream } from '../replay/recording-file.ts';
import type { SimulatedRoom } from './simulated-room.ts';
import { createVirtualDevice, type SampleSource } from './virtual-device.ts';

/** A recording as a room with one device. */
export function createReplayedDevice(
  recording: ReplayRecording,
  parts: {
    readonly serial: string;
    readonly startUs: number;
    readonly isRealTime: boolean;
    readonly loop: boolean;
  },
): SimulatedRoom {
  const device = createVirtualDevice({
    serial: parts.serial,
    startUs: parts.startUs,
    isRealTime: parts.isRealTime,
    streams: recording.streams.map((stream) => ({
      declaration: stream.declaration,
      source: fromRecordingStream(stream, parts.loop),
    })),
  });
  return {
    devices: [device],
    isOffline: () => false,
    ended: device.ended,
    skipTo: device.skipTo,
    advanceTo: (timeSeconds) => new Map([[parts.serial, device.advance(timeSeconds)]]),
  };
}

/** Plays a recording's samples in order, once or in a loop. */
export function fromRecordingStream(
  { declaration, channels }: ReplayStream,
  loop: boolean,
): SampleSource {
  const length = channels[0]?.length ?? 0;
  return {
    samples(fromSeconds, sampleCount) {
      const from = Math.round(fromSeconds * declaration.sampleRateHz);
      if (length === 0 || (!loop && from >= length)) return null;
      const count = Math.min(sampleCount, length - (from % length));
      return channels.map((channel) => channel.slice(from % length, (from % length) + count));
    },
  };
}
