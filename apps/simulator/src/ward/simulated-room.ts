import type { StreamDeclaration } from '@yamori/domain';
import type { ThoraxModel } from '@yamori/signal';
import { createPerson } from '../body/person.ts';
import { createStreamModel } from '../models/create-model.ts';
import { createRandom, seedFrom } from '../random.ts';
import type { Script } from '../scenarios/script.ts';
import { createScriptPlayer } from './script-player.ts';
import { createVirtualDevice, fromModel, type VirtualDevice } from './virtual-device.ts';

type RoomDevice = {
  readonly serial: string;
  readonly streams: readonly StreamDeclaration[];
};

/** A room with one person and its devices, playing a script. */
export type SimulatedRoom = {
  /** Advances the room to a time and returns the frames that became due, by serial. */
  readonly advanceTo: (timeSeconds: number) => ReadonlyMap<string, Uint8Array[]>;
  /** Jumps to a later time without frames in between, after the machine slept. */
  readonly skipTo: (timeSeconds: number) => void;
  readonly devices: readonly VirtualDevice[];
  /** Whether the room's devices are off the network at this time of the script. */
  readonly isOffline: (timeSeconds: number) => boolean;
  /** Whether a recording has ended; a simulated person never ends. */
  readonly ended: () => boolean;
};

type RoomOptions = {
  readonly name: string;
  readonly devices: readonly RoomDevice[];
  readonly script: Script;
  readonly thorax: ThoraxModel;
  readonly seed: number;
  readonly startUs: number;
  readonly isRealTime: boolean;
};

/** Maximum delay of a script step when time jumps. */
const STEP_SECONDS = 0.5;

export function createSimulatedRoom(options: RoomOptions): SimulatedRoom {
  const person = createPerson(createRandom(seedFrom(options.seed, options.name)));
  const devices = options.devices.map(({ serial, streams }) =>
    createVirtualDevice({
      serial,
      startUs: options.startUs,
      isRealTime: options.isRealTime,
      streams: streams.map((declaration) => {
        const model = createStreamModel(
          {
            person,
            stream: declaration,
            random: createRandom(seedFrom(options.seed, serial, declaration.streamId)),
          },
          options.thorax,
        );
        return { declaration, source: model === null ? null : fromModel(model, declaration) };
      }),
    }),
  );
  let offlineUntil = 0;
  const player = createScriptPlayer(options.script, {
    person,
    devices,
    goOffline: (until) => {
      offlineUntil = until;
    },
  });
  let now = 0;

  return {
    devices,
    isOffline: (timeSeconds) => timeSeconds < offlineUntil,
    ended: () => false,
    skipTo(timeSeconds) {
      now = timeSeconds;
      for (const device of devices) device.skipTo(timeSeconds);
    },
    advanceTo(timeSeconds) {
      const frames = new Map<string, Uint8Array[]>(devices.map((device) => [device.serial, []]));
      while (now < timeSeconds) {
        now = Math.min(timeSeconds, now + STEP_SECONDS);
        player.advanceTo(now);
        person.advanceTo(now);
        for (const device of devices) frames.get(device.serial)?.push(...device.advance(now));
      }
      return frames;
    },
  };
}
