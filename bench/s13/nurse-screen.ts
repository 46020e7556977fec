import { LIVE_PATH } from '@yamori/domain';
import { z } from 'zod';
import { createLiveConnection } from '../../apps/web/src/live/connection/live-connection.ts';

/** A nurse's board of all rooms, through the web client. */
export type NurseScreen = {
  /** When the screen had shown this many presses of a room, by `performance.now()`. */
  readonly shownAtMs: (roomId: string, presses: number) => number | null;
  /** Whether the screen has shown this press of an alarm, or a later one. */
  readonly hasShown: (call: RingingCall) => boolean;
  /** Rooms with current device data. */
  readonly roomsOnline: () => number;
  readonly figures: () => ScreenFigures;
  readonly close: () => void;
};

export type ScreenFigures = {
  /** How often the list of rooms was loaded again instead of being resumed. */
  readonly reloads: number;
  /** How often a room showed its device as offline. */
  readonly shownOffline: number;
  /** Subscriptions that the server ended permanently. */
  readonly failures: number;
};

export type NurseScreenOptions = {
  /** Of the balancer. */
  readonly origin: string;
  readonly cookie: string;
  readonly domainId: string;
  /** A call rings in a room. */
  readonly onRinging: (call: RingingCall) => void;
};

export type RingingCall = {
  readonly roomId: string;
  readonly accidentId: string;
  /** Time of the last press, as the server sent it. */
  readonly lastAt: string;
  readonly repeats: number;
};

const roomFields = z.object({
  live: z
    .object({
      fault: z.string(),
      accidents: z.array(
        z.object({
          id: z.string(),
          kind: z.string(),
          state: z.string(),
          repeats: z.number(),
          lastAt: z.object({ $date: z.string() }).nullable(),
        }),
      ),
    })
    .nullable()
    .catch(null),
});

type RoomView = {
  readonly callRepeats: Map<string, number>;
  /** Index n: when n + 1 presses had been shown. */
  readonly shownAtMs: number[];
  isOffline: boolean;
};

export function openNurseScreen(options: NurseScreenOptions): NurseScreen {
  const { origin, cookie, domainId, onRinging } = options;
  const rooms = new Map<string, RoomView>();
  const count = { reloads: -1, shownOffline: 0, failures: 0 };
  const link = createLiveConnection({
    // Node's WebSocket takes headers, which the DOM type lacks.
    openSocket: () =>
      new WebSocket(`${origin.replace('http', 'ws')}${LIVE_PATH}`, {
        headers: { cookie, origin },
      } as unknown as string[]),
    clock: {
      now: () => Date.now(),
      random: () => Math.random(),
      after: (delayMs, run) => {
        const timer = setTimeout(run, delayMs);
        return () => clearTimeout(timer);
      },
    },
    log: { info: () => undefined, warn: () => undefined, error: () => undefined },
    changesIntervalMs: 100,
  });
  const filters = [{ field: ['domainId'], op: '==' as const, value: domainId }];
  link.subscribe(
    {
      kind: 'query',
      query: { collection: 'room', group: false, filters, orderBy: [], offset: 0 },
    },
    {
      onChanges({ changes, reset }) {
        if (reset) count.reloads += 1;
        for (const change of changes)
          if (change.kind !== 'removed') show(change.document.path, change.document.data);
      },
      onFail: () => {
        count.failures += 1;
      },
    },
  );

  function show(path: string, data: unknown): void {
    const { live } = roomFields.parse(data);
    if (live === null) return;
    const roomId = path.slice('room/'.length);
    const room: RoomView = rooms.get(roomId) ?? {
      callRepeats: new Map(),
      shownAtMs: [],
      isOffline: true,
    };
    rooms.set(roomId, room);
    for (const { id, kind, repeats } of live.accidents)
      if (kind === 'call')
        room.callRepeats.set(id, Math.max(repeats, room.callRepeats.get(id) ?? 0));
    const shown = [...room.callRepeats.values()].reduce((sum, repeats) => sum + repeats, 0);
    while (room.shownAtMs.length < shown) room.shownAtMs.push(performance.now());
    const isOffline = live.fault === 'deviceOffline';
    if (isOffline && !room.isOffline) count.shownOffline += 1;
    room.isOffline = isOffline;
    const ringing = live.accidents.find(({ kind, state }) => kind === 'call' && state === 'raised');
    if (ringing?.lastAt)
      onRinging({
        roomId,
        accidentId: ringing.id,
        lastAt: ringing.lastAt.$date,
        repeats: ringing.repeats,
      });
  }

  return {
    shownAtMs: (roomId, presses) => rooms.get(roomId)?.shownAtMs[presses - 1] ?? null,
    hasShown: ({ roomId, accidentId, repeats }) =>
      (rooms.get(roomId)?.callRepeats.get(accidentId) ?? 0) >= repeats,
    roomsOnline: () => [...rooms.values()].filter((room) => !room.isOffline).length,
    figures: () => ({ ...count, reloads: Math.max(0, count.reloads) }),
    close: () => link.close(),
  };
}
