import type { Press } from '@yamori/domain';
import type { DevicePress } from './device-vitals.ts';

/** Delivers presses of call buttons without waiting for a tick, and retries those that failed. */
type PressDelivery = {
  readonly deliver: (roomId: string, serial: string, press: DevicePress) => void;
  /** Waits for the presses in delivery, then retries the undelivered ones in order. */
  readonly retry: () => Promise<void>;
};

type PressDeliveryOptions = {
  /** False if the room cannot take a call yet. */
  readonly press: (roomId: string, press: Press) => Promise<boolean>;
  /** A press of a room that another server owns is dropped. */
  readonly isOwned: (roomId: string) => boolean;
  readonly onFailed: (error: unknown) => void;
};

/** Presses held in memory. On overflow the press reader calls for them from the press store. */
const MAX_UNDELIVERED = 1_000;
/** Presses of many rooms must not take every database connection, even if all arrive together. */
const MAX_CONCURRENT_PRESSES = 4;

type RoomPress = { readonly roomId: string; readonly press: Press };

export function createPressDelivery(options: PressDeliveryOptions): PressDelivery {
  const undelivered = new Map<string, RoomPress>();
  /** Keys of presses that wait for a worker. */
  const queue: string[] = [];
  const inDelivery = new Set<string>();
  const workers = new Set<Promise<void>>();

  async function send(key: string): Promise<void> {
    const pressed = undelivered.get(key);
    if (pressed === undefined) return;
    try {
      const isTaken = await options.press(pressed.roomId, pressed.press);
      if (isTaken || !options.isOwned(pressed.roomId)) undelivered.delete(key);
    } catch (error) {
      options.onFailed(error);
    } finally {
      inDelivery.delete(key);
    }
  }

  async function work(): Promise<void> {
    for (let key = queue.shift(); key !== undefined; key = queue.shift()) await send(key);
  }

  /** Calls `press` synchronously if a worker is free. */
  function start(key: string): void {
    inDelivery.add(key);
    queue.push(key);
    if (workers.size >= MAX_CONCURRENT_PRESSES) return;
    const worker = work().finally(() => workers.delete(worker));
    workers.add(worker);
  }

  return {
    deliver(roomId, serial, { serverMs, ...pressed }) {
      if (undelivered.size >= MAX_UNDELIVERED) return;
      const press = { ...pressed, serial, at: new Date(serverMs) };
      const key = `${press.streamId}/${press.sequence}/${press.deviceTimeUs}/${serial}`;
      undelivered.set(key, { roomId, press });
      if (!inDelivery.has(key)) start(key);
    },
    async retry() {
      await Promise.all(workers);
      for (const key of undelivered.keys()) if (!inDelivery.has(key)) start(key);
      await Promise.all(workers);
    },
  };
}
