import type { RoomAccident, RoomEvent, RoomFacts } from '@yamori/domain';

/** What is known of a room at a beat, with the open accidents that its document tells of. */
export type RoomObservation = { readonly facts: RoomFacts; readonly open: readonly RoomAccident[] };

/** Who looks for accidents in the rooms that this server looks after. Nothing here waits for it. */
export type RoomObserver = {
  /** Every second, with all rooms that are looked after here; a room that is missing is another server's by now. */
  readonly observe: (rooms: ReadonlyMap<string, RoomObservation>, nowMs: number) => void;
  /** At once, when it happens. `receivedAtMs`: when the frame came that told it. */
  readonly happened: (roomId: string, event: RoomEvent, receivedAtMs: number) => void;
};
