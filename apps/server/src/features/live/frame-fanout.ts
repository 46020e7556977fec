import { scanFrames } from '@yamori/frames';
import type { Bus, BusSubscription } from '../../messaging/bus.ts';
import { frameSubject } from '../../messaging/device-event.ts';
import type { Clock } from '../../timeline/timeline-frame.ts';
import { createFrameRing, type FrameRing, type FrameRingLimits } from './frame-ring.ts';

/**
 * Hands each device's frames from the Bus to everybody who watches that device: one subscription a device, however
 * many watch. The bytes are the device's own, unchanged; a watcher that wants some streams only gets those frames.
 */
export type FrameFanout = {
  readonly watch: (serial: string, wish: WatchWish, receive: (batch: Uint8Array) => void) => Watch;
  readonly watchers: () => number;
};

export type WatchWish = { readonly streamIds?: readonly number[] | undefined; readonly historySeconds: number };
export type Watch = { readonly close: () => void };

type Watcher = { readonly streamIds: ReadonlySet<number> | null; readonly receive: (batch: Uint8Array) => void };
type Watched = { readonly watchers: Set<Watcher>; readonly ring: FrameRing; readonly subscription: BusSubscription };

/**
 * `rings` gives the frames that this server holds of a device anyway because it computes its vitals here; a device
 * that only passes through from another server gets a ring of its own while somebody watches.
 */
export function createFrameFanout(bus: Bus, clock: Clock, limits: FrameRingLimits, rings: (serial: string) => FrameRing | undefined): FrameFanout {
  const devices = new Map<string, Watched>();

  function open(serial: string): Watched {
    const watchers = new Set<Watcher>();
    const heldAnyway = rings(serial);
    const ring = heldAnyway ?? createFrameRing(clock, limits);
    const subscription = bus.subscribe(frameSubject(serial), (_subject, batch) => {
      if (heldAnyway === undefined) ring.push(batch);
      const only = createStreamFilter(batch);
      for (const watcher of watchers) {
        const part = watcher.streamIds === null ? batch : only(watcher.streamIds);
        if (part.length > 0) watcher.receive(part);
      }
    });
    return { watchers, ring, subscription };
  }

  return {
    watch(serial, wish, receive) {
      const watched = devices.get(serial) ?? open(serial);
      devices.set(serial, watched);
      const watcher: Watcher = { streamIds: wish.streamIds === undefined ? null : new Set(wish.streamIds), receive };
      for (const batch of watched.ring.since(wish.historySeconds)) {
        const part = watcher.streamIds === null ? batch : createStreamFilter(batch)(watcher.streamIds);
        if (part.length > 0) receive(part);
      }
      watched.watchers.add(watcher);
      return {
        close() {
          watched.watchers.delete(watcher);
          if (watched.watchers.size > 0 || devices.get(serial) !== watched) return;
          watched.subscription.close();
          devices.delete(serial);
        },
      };
    },
    watchers: () => [...devices.values()].reduce((sum, watched) => sum + watched.watchers.size, 0),
  };
}

/** Cuts a batch to some streams; the frames are found once, and only when somebody asks for a part. */
function createStreamFilter(batch: Uint8Array): (streamIds: ReadonlySet<number>) => Uint8Array {
  let frames: ReturnType<typeof scanFrames>['frames'] | undefined;
  return (streamIds) => {
    frames ??= scanFrames(batch).frames;
    const wanted = frames.filter((frame) => streamIds.has(frame.streamId));
    if (wanted.length === frames.length) return batch;
    const part = new Uint8Array(wanted.reduce((sum, frame) => sum + frame.bytes.length, 0));
    let at = 0;
    for (const frame of wanted) {
      part.set(frame.bytes, at);
      at += frame.bytes.length;
    }
    return part;
  };
}
