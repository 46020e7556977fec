import { encodeFields, nightRange } from '@yamori/domain';
import { nightAlgorithm } from '@yamori/signal';
import {
  packDemoNights,
  toRelativeTimes,
  type DemoNight,
} from '../../apps/server/src/demo/night-file.ts';
import { DEMO_HOURS, toDemoNightResult, toNightRequest } from '../../apps/server/src/demo/night.ts';
import { DEMO_CYCLE } from '../../apps/server/src/demo/places.ts';
import { demoRooms, type DemoRoom } from '../../apps/server/src/demo/rooms.ts';
import {
  createNightSimulator,
  type NightSimulator,
} from '../../apps/server/src/demo/night-simulator.ts';
import { simulatedResult } from '../../apps/server/src/modules/nights/analysis/simulated-night.ts';

/** Time zone and night hours of the demo's homes. */
const ZONE = 'Asia/Tokyo';
const NIGHT_STARTS_AT = '12:00';
const UTC_OFFSET_MINUTES = 540;
/** Any date works, because the stored times are relative to the start of the night. */
const NIGHT = '2025-01-01';

export type DemoNightsOptions = {
  readonly processes: number;
  readonly onNight: (done: number, all: number) => void;
};

/** Simulates and analyses all nights of all occupied rooms. @returns the packed file */
export async function makeDemoNights({ processes, onNight }: DemoNightsOptions): Promise<Buffer> {
  const wanted = demoRooms('')
    .filter(({ fields }) => fields['occupant'] !== null)
    .flatMap((room) =>
      Array.from({ length: DEMO_CYCLE }, (_, cycleNight) => ({ room, cycleNight })),
    );
  const waiting = [...wanted];
  const made: DemoNight[] = [];
  const work = async (): Promise<void> => {
    const simulator = createNightSimulator({ niceness: 0 });
    try {
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
        made.push(await makeDemoNight(simulator, next.room, next.cycleNight));
        onNight(made.length, wanted.length);
      }
    } finally {
      simulator.close();
    }
  };
  await Promise.all(Array.from({ length: processes }, work));
  // Similar neighbours compress best, and a fixed order makes the bytes reproducible.
  made.sort(
    (one, other) =>
      one.roomId.localeCompare(other.roomId, 'en') || one.cycleNight - other.cycleNight,
  );
  return packDemoNights({
    header: {
      algorithm: { ...nightAlgorithm },
      nightMs: 86_400_000,
      nightStartsAt: NIGHT_STARTS_AT,
      utcOffsetMinutes: UTC_OFFSET_MINUTES,
    },
    nights: made,
  });
}

/** Simulates and analyses one of the nights of a room. */
export async function makeDemoNight(
  simulator: Pick<NightSimulator, 'live'>,
  room: DemoRoom,
  cycleNight: number,
): Promise<DemoNight> {
  const bounds = nightRange(NIGHT, ZONE, NIGHT_STARTS_AT);
  const request = toNightRequest(room, { timeZone: ZONE, cycleNight, ...bounds }, DEMO_HOURS);
  const lived = toDemoNightResult(room, request, await simulator.live(request));
  const result = simulatedResult(lived);
  // Provenance intervals are absolute; the loader recreates them.
  const provenance = encodeFields({ ...result.provenance, segments: [] }, false);
  const fields = toRelativeTimes(encodeFields(result, false), bounds.fromMs);
  return {
    roomId: room.roomId,
    cycleNight,
    fields: { ...fields, provenance },
  };
}
