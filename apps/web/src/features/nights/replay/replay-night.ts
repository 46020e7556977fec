import type { SleepStage } from '@yamori/domain';
import { correctedEpochs, EPOCH_MS } from '../night-stages.ts';
import type { Accident, Night } from '../api.ts';

/** The fields of a night that a replay needs. */
export type ReplayedNight = Pick<
  Night,
  'night' | 'from' | 'to' | 'epochs' | 'presence' | 'events' | 'edits'
> & { readonly trends: Pick<NonNullable<Night['trends']>, 'heartRate' | 'respirationRate'> | null };

type Happening = {
  readonly kind: 'bedExit' | 'call' | 'accident' | 'apnea';
  readonly fromMs: number;
  readonly toMs: number;
  readonly accident: Accident['kind'] | null;
};

/** A room's night, indexed for lookup by time. */
export type RoomReplay = {
  readonly roomId: string;
  readonly name: string;
  readonly startMs: number;
  readonly stages: readonly SleepStage[];
  readonly presence: readonly ('inBed' | 'outOfBed' | 'unknown')[];
  readonly heartRate: readonly (number | null)[];
  readonly respirationRate: readonly (number | null)[];
  /** Sorted by time. */
  readonly happenings: readonly Happening[];
};

/**
 * The state of a room at a moment. `unknown`: there is data, but no state; `noRecord`: there is no
 * data.
 */
export type MomentState = 'asleep' | 'awake' | 'outOfBed' | 'unknown' | 'noRecord';
export type RoomMoment = {
  readonly state: MomentState;
  readonly heartRate: number | null;
  readonly respirationRate: number | null;
  readonly happening: Happening | null;
};

const MINUTE_MS = 60_000;
/** Minimum display time, so that a short event is visible when a night plays in a minute. */
const MIN_SHOWN_MS = 4 * MINUTE_MS;
const SHOWN_EVENTS = {
  bedExit: 'bedExit',
  call: 'call',
  apnea: 'apnea',
  hypopnea: null,
  bedReturn: null,
  movement: null,
  gap: null,
} as const;

export function roomReplay(
  room: { readonly id: string; readonly name: string },
  night: ReplayedNight | undefined,
  accidents: readonly Accident[],
): RoomReplay {
  const events = (night?.events ?? []).flatMap(({ kind, from, to }): Happening[] => {
    const shown = SHOWN_EVENTS[kind];
    return shown === null
      ? []
      : [
          {
            kind: shown,
            fromMs: from.getTime(),
            toMs: Math.max((to ?? from).getTime(), from.getTime() + MIN_SHOWN_MS),
            accident: null,
          },
        ];
  });
  const raised = accidents.map((accident): Happening => ({
    kind: 'accident',
    fromMs: accident.raisedAt.getTime(),
    toMs: accident.raisedAt.getTime() + MIN_SHOWN_MS,
    accident: accident.kind,
  }));
  const { stages, presence } =
    night === undefined ? { stages: [], presence: [] } : correctedEpochs(night);
  return {
    roomId: room.id,
    name: room.name,
    startMs: night?.from.getTime() ?? 0,
    stages,
    presence,
    heartRate: night?.trends?.heartRate ?? [],
    respirationRate: night?.trends?.respirationRate ?? [],
    happenings: [...events, ...raised].toSorted((a, b) => a.fromMs - b.fromMs),
  };
}

export function getMoment(room: RoomReplay, atMs: number): RoomMoment {
  const epoch = Math.floor((atMs - room.startMs) / EPOCH_MS);
  const minute = Math.floor((atMs - room.startMs) / MINUTE_MS);
  const isMeasured = [room.heartRate, room.respirationRate].some(
    (values) => typeof values[minute] === 'number',
  );
  const state = deriveState(
    room.stages[epoch] ?? 'missing',
    room.presence[epoch] ?? 'unknown',
    isMeasured,
  );
  // Out of bed, no heart rate is measured.
  const rate = (values: readonly (number | null)[]): number | null =>
    state === 'outOfBed' ? null : (values[minute] ?? null);
  return {
    state,
    heartRate: rate(room.heartRate),
    respirationRate: rate(room.respirationRate),
    // The most important of simultaneous events.
    happening:
      room.happenings
        .filter(({ fromMs, toMs }) => fromMs <= atMs && atMs < toMs)
        .toSorted((a, b) => WEIGHT[b.kind] - WEIGHT[a.kind])[0] ?? null,
  };
}

/**
 * The interval around a moment in which `getMoment` returns the same state: within its epoch,
 * without the start or end of an event.
 */
export function findSteadyInterval(
  room: RoomReplay,
  atMs: number,
): { readonly fromMs: number; readonly toMs: number } {
  const epochFromMs = room.startMs + Math.floor((atMs - room.startMs) / EPOCH_MS) * EPOCH_MS;
  let [fromMs, toMs] = [epochFromMs, epochFromMs + EPOCH_MS];
  for (const happening of room.happenings) {
    for (const edgeMs of [happening.fromMs, happening.toMs]) {
      if (edgeMs <= atMs) fromMs = Math.max(fromMs, edgeMs);
      else toMs = Math.min(toMs, edgeMs);
    }
  }
  return { fromMs, toMs };
}

const WEIGHT: Readonly<Record<Happening['kind'], number>> = {
  accident: 3,
  call: 2,
  apnea: 1,
  bedExit: 0,
};

function deriveState(
  stage: SleepStage,
  presence: RoomReplay['presence'][number],
  isMeasured: boolean,
): MomentState {
  if (presence === 'outOfBed') return 'outOfBed';
  if (stage === 'missing') return isMeasured || presence === 'inBed' ? 'unknown' : 'noRecord';
  return stage === 'wake' ? 'awake' : 'asleep';
}

/**
 * From the first time in bed on the floor to the last, rounded out to quarters of an hour; null
 * without any.
 */
export function findBedtime(
  rooms: readonly RoomReplay[],
): { readonly fromMs: number; readonly toMs: number } | null {
  const ends = rooms.flatMap(({ startMs, presence }) => {
    const first = presence.indexOf('inBed');
    return first < 0
      ? []
      : [
          {
            fromMs: startMs + first * EPOCH_MS,
            toMs: startMs + (presence.lastIndexOf('inBed') + 1) * EPOCH_MS,
          },
        ];
  });
  if (ends.length === 0) return null;
  const quarter = 15 * MINUTE_MS;
  return {
    fromMs: Math.floor(Math.min(...ends.map(({ fromMs }) => fromMs)) / quarter) * quarter,
    toMs: Math.ceil(Math.max(...ends.map(({ toMs }) => toMs)) / quarter) * quarter,
  };
}

/**
 * The next event on the floor after a moment, or the last one before it; null if there are none.
 */
export function findNeighbour(
  rooms: readonly RoomReplay[],
  atMs: number,
  direction: 1 | -1,
): number | null {
  const starts = rooms
    .flatMap(({ happenings }) => happenings.map(({ fromMs }) => fromMs))
    .filter((eventMs) => (direction === 1 ? eventMs > atMs : eventMs < atMs - 1000));
  if (starts.length === 0) return null;
  return direction === 1 ? Math.min(...starts) : Math.max(...starts);
}
