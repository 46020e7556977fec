import type { RoomAccident, RoomEvent, RoomFacts } from '@yamori/domain';
import type { DeviceHappening } from './device-vitals.ts';

/** What is known of a room at a beat, with the open accidents that its document tells of. */
export type RoomObservation = { readonly facts: RoomFacts; readonly open: readonly RoomAccident[] };

/** What the ward hears of a device at a moment: by its frames, or that somebody tries out the way of alarms from it. */
export type WardHappening = DeviceHappening | { readonly kind: 'test'; readonly by: string };

/** Who looks for accidents in the rooms that this server looks after. Nothing here waits for it. */
export type RoomObserver = {
  /** Every second, with all rooms that are looked after here; a room that is missing is another server's by now. */
  readonly observe: (rooms: ReadonlyMap<string, RoomObservation>, nowMs: number) => void;
  /** At once, when it happens. `receivedAtMs`: when the frame came that told it. */
  readonly happened: (roomId: string, event: RoomEvent, receivedAtMs: number) => void;
  /** Somebody tries out the way of alarms; `askedAtMs`: when they asked. */
  readonly tested: (
    roomId: string,
    test: { readonly serial: string; readonly by: string },
    askedAtMs: number,
  ) => void;
};
