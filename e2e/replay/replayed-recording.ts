import { scanFrames } from '@yamori/frames';
import { registerDevices } from '../../apps/simulator/src/registration/device-registration.ts';
import { signIn, type ServerCalls } from '../../apps/simulator/src/registration/server-calls.ts';
import {
  loadRecording,
  type ReplayOptions,
  type ReplayRecording,
} from '../../apps/simulator/src/replay/recording-file.ts';
import { createReplayedDevice } from '../../apps/simulator/src/ward/replayed-device.ts';
import type { SimulatedRoom } from '../../apps/simulator/src/ward/simulated-room.ts';
import { playWard, type WardPlayer } from '../../apps/simulator/src/ward/ward-player.ts';
import { recordingPath } from '../../tools/run/recordings.mjs';
import { DEMONSTRATION_PASSWORD } from '../sign-in.ts';

/** A recording as a device in a room. */
export type Replayed = {
  readonly serial: string;
  readonly roomName: string;
  readonly recording: ReplayRecording;
  readonly loop: boolean;
};

export const aReplay = (
  serial: string,
  path: string,
  roomName: string,
  more: ReplayOptions & { readonly loop?: boolean } = {},
): Replayed => ({
  serial,
  roomName,
  recording: loadRecording(recordingPath(path), more),
  loop: more.loop ?? false,
});

export const signInToReplay = (httpUrl: string): Promise<ServerCalls> =>
  signIn(httpUrl, 'senior-developer@demo.example', DEMONSTRATION_PASSWORD);

export type ReplayRun = {
  readonly player: WardPlayer;
  readonly startUs: number;
  /** Samples given to the connection so far, per channel, by serial and stream number. */
  readonly made: ReadonlyMap<string, number>;
};

/** Registers the devices through the API and plays them like the simulator. */
export async function playReplays(
  server: { readonly httpUrl: string; readonly mqttUrl: string },
  replays: readonly Replayed[],
  speed: number,
): Promise<ReplayRun> {
  const keys = await registerDevices(
    await signInToReplay(server.httpUrl),
    replays.map(({ serial, roomName, recording }) => ({
      serial,
      roomName,
      typeCode: serial.toLowerCase(),
      typeName: recording.name,
      streams: recording.streams.map((stream) => stream.declaration),
    })),
  );
  const startUs = Date.now() * 1000;
  const made = new Map<string, number>();
  const rooms = replays.map(({ serial, recording, loop }) => ({
    room: counted(
      createReplayedDevice(recording, { serial, startUs, isRealTime: speed === 1, loop }),
      made,
    ),
    keys: new Map([[serial, keys.get(serial) ?? '']]),
  }));
  return {
    player: playWard(rooms, {
      serverUrl: server.mqttUrl,
      speed,
      nowMs: Date.now,
      maxPending: 600,
      reconnectMs: 500,
    }),
    startUs,
    made,
  };
}

/** The same room, but counts its samples. */
function counted(room: SimulatedRoom, made: Map<string, number>): SimulatedRoom {
  return {
    ...room,
    advanceTo(timeSeconds) {
      const sent = room.advanceTo(timeSeconds);
      for (const [serial, batches] of sent) {
        for (const frame of batches.flatMap((bytes) => scanFrames(bytes).frames)) {
          const name = `${serial}/${frame.streamId}`;
          made.set(name, (made.get(name) ?? 0) + frame.sampleCount);
        }
      }
      return sent;
    },
  };
}
