import { readFileSync } from 'node:fs';
import type { StreamDeclaration } from '@yamori/domain';
import { decodeThoraxModel, type ThoraxModel } from '@yamori/signal';
import { parseScript } from '../scenarios/script.ts';
import { SCENARIOS, WARD_SCENARIOS, type ScenarioName } from '../scenarios/scenarios.ts';
import { createSimulatedRoom } from './simulated-room.ts';
import type { PlayedRoom } from './ward-player.ts';

/** A device with its key, as in the file that the demo writes for the simulator. */
export type KeyedDevice = {
  readonly serial: string;
  readonly key: string;
  readonly roomName: string;
  readonly streams: readonly StreamDeclaration[];
};

/** Reads the devices of a ward file. Throws an Error with the path. */
export function readWardFile(path: string): KeyedDevice[] {
  try {
    const devices: KeyedDevice[] = JSON.parse(readFileSync(path, 'utf8'));
    if (
      !Array.isArray(devices) ||
      devices.some((device) => typeof device.key !== 'string' || !Array.isArray(device.streams))
    )
      throw new Error('not a list of devices');
    return devices;
  } catch (error) {
    throw new Error(`${path}: ${error instanceof Error ? error.message : 'cannot be read'}`, {
      cause: error,
    });
  }
}

export const readThorax = (): ThoraxModel => {
  const bytes = readFileSync(
    new URL(import.meta.resolve('@yamori/signal/assets/eit-thorax-simulator.bin')),
  );
  return decodeThoraxModel(
    bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength),
  );
};

type WardPlan = {
  readonly scenario: ScenarioName | null;
  readonly seed: number;
  readonly startUs: number;
  readonly isRealTime: boolean;
  readonly thorax: ThoraxModel;
};

/**
 * Plans one room per room name, with one person and its devices. Rooms take the ward's scenarios in
 * order unless the plan gives one.
 */
export function planRooms(devices: readonly KeyedDevice[], plan: WardPlan): PlayedRoom[] {
  return [...Map.groupBy(devices, (device) => device.roomName)].map(
    ([name, roomDevices], index) => ({
      room: createSimulatedRoom({
        ...plan,
        name,
        devices: roomDevices,
        script: parseScript(
          SCENARIOS[plan.scenario ?? WARD_SCENARIOS[index % WARD_SCENARIOS.length] ?? 'night'],
        ),
      }),
      keys: new Map(roomDevices.map((device) => [device.serial, device.key])),
    }),
  );
}
