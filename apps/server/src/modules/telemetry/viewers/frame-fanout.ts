import { walkFrames } from '@yamori/frames';
import type { Bus, BusSubscription } from '../../../core/messaging/bus.ts';
import { frameSubject } from '../../../core/messaging/device-event.ts';
import type { Clock } from '../../../core/timeline/timeline-frame.ts';
import { createFrameBatch, type FrameBatch } from './frame-batch.ts';
import { createFrameRing, type FrameRing, type FrameRingLimits } from '../rooms/frame-ring.ts';

/**
 * Dispatches each device’s frames from the Bus to all watchers of that device, through one
 * subscription a device. The bytes are unchanged; a watcher of some streams receives only their
 * frames.
 */
export type FrameFanout = {
  readonly watch: (serial: string, wish: WatchWish, receive: (batch: FrameBatch) => void) => Watch;
  readonly watchers: () => number;
};

type WatchWish = {
  readonly streamIds?: readonly number[] | undefined;
  readonly historySeconds: number;
};
export type Watch = { readonly close: () => void };

type Receive = (batch: FrameBatch) => void;
/** Watchers of the same streams; their batches are filtered once. */
type Group = { readonly streamIds: ReadonlySet<number> | null; readonly receivers: Set<Receive> };
type Watched = {
  readonly groups: Map<string, Group>;
  readonly ring: FrameRing;
  readonly subscription: BusSubscription;
};

/**
 * `rings` returns the frame ring of a device whose vitals this server computes. Another device gets
 * its own ring while it is watched.
 */
export function createFrameFanout(
  bus: Bus,
  clock: Clock,
  limits: FrameRingLimits,
  rings: (serial: string) => FrameRing | undefined,
): FrameFanout {
  const devices = new Map<string, Watched>();

  function open(serial: string): Watched {
    const groups = new Map<string, Group>();
    const heldAnyway = rings(serial);
    const ring = heldAnyway ?? createFrameRing(clock, limits);
    const subscription = bus.subscribe(frameSubject(serial), (_subject, batch) => {
      if (heldAnyway === undefined) ring.push(batch);
      for (const { streamIds, receivers } of groups.values()) {
        const part = filterBatch(batch, streamIds);
        if (part.length > 0) deliver(createFrameBatch(part), receivers);
      }
    });
    return { groups, ring, subscription };
  }

  function join(watched: Watched, wish: WatchWish, receive: Receive): () => void {
    const name =
      wish.streamIds === undefined
        ? ''
        : [...new Set(wish.streamIds)].sort((one, other) => one - other).join(' ') || 'none';
    const group: Group = watched.groups.get(name) ?? {
      streamIds: wish.streamIds === undefined ? null : new Set(wish.streamIds),
      receivers: new Set(),
    };
    for (const batch of watched.ring.since(wish.historySeconds)) {
      const part = filterBatch(batch, group.streamIds);
      if (part.length > 0) receive(createFrameBatch(part));
    }
    // The same function may watch twice: each watch is separate.
    const own: Receive = group.receivers.has(receive) ? (batch) => receive(batch) : receive;
    watched.groups.set(name, group);
    group.receivers.add(own);
    return () => {
      group.receivers.delete(own);
      if (group.receivers.size === 0 && watched.groups.get(name) === group)
        watched.groups.delete(name);
    };
  }

  return {
    watch(serial, wish, receive) {
      const watched = devices.get(serial) ?? open(serial);
      devices.set(serial, watched);
      const leave = join(watched, wish, receive);
      return {
        close() {
          leave();
          if (watched.groups.size > 0 || devices.get(serial) !== watched) return;
          watched.subscription.close();
          devices.delete(serial);
        },
      };
    },
    watchers: () =>
      [...devices.values()]
        .flatMap(({ groups }) => [...groups.values()])
        .reduce((sum, { receivers }) => sum + receivers.size, 0),
  };
}

function deliver(batch: FrameBatch, receivers: ReadonlySet<Receive>): void {
  for (const receive of receivers) receive(batch);
}

/** The frames of some streams, byte for byte; the batch itself if it has no others. */
function filterBatch(batch: Uint8Array, streamIds: ReadonlySet<number> | null): Uint8Array {
  if (streamIds === null) return batch;
  let wantedBytes = 0;
  walkFrames(batch, (streamId, begin, end) => {
    if (streamIds.has(streamId)) wantedBytes += end - begin;
  });
  if (wantedBytes === batch.length) return batch;
  const part = new Uint8Array(wantedBytes);
  let at = 0;
  if (wantedBytes > 0)
    walkFrames(batch, (streamId, begin, end) => {
      if (!streamIds.has(streamId)) return;
      part.set(batch.subarray(begin, end), at);
      at += end - begin;
    });
  return part;
}
