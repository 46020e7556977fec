import { fromRecordingStream } from '../replay/recording-source.ts';
import type { ReplayRecording } from '../replay/recording-file.ts';
import type { SimulatedRoom } from './simulated-room.ts';
import { createVirtualDevice } from './virtual-device.ts';

/** A recording as a room of one device, to be played beside simulated ones. */
export function createReplayedDevice(
  recording: ReplayRecording,
  parts: {
    readonly serial: string;
    readonly startUs: number;
    readonly tellsTime: boolean;
    readonly loop: boolean;
  },
): SimulatedRoom {
  const device = createVirtualDevice({
    serial: parts.serial,
    startUs: parts.startUs,
    tellsTime: parts.tellsTime,
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
