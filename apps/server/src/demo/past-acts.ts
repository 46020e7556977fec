import {
  daysLater,
  encodeFields,
  fromLocalTime,
  localDate,
  type AccessLevelName,
  type ServiceKind,
  type WireMap,
  type Write,
} from '@yamori/domain';
import type { NightKey } from './places.ts';
import { DEMONSTRATION_MEMBERS } from './accounts.ts';
import { CORRECTION_WORDS, NOTE_WORDS, SERVICE_WORDS } from './locales/past-words.ts';

/** An action of a member at a given time. The document at `path` exists once it is done. */
export type PastAct = {
  readonly path: string;
  readonly levelName: AccessLevelName;
  readonly at: Date;
  readonly writes: readonly Write[];
};
type PastNight = {
  readonly key: NightKey;
  /** 1 is the last night. */
  readonly back: number;
  readonly fromMs: number;
};

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
/** The evening begins this long after the night, at 20:00. */
const EVENING_MS = 8 * HOUR_MS;
/** Corrections are made in the morning, at 9:10. */
const MORNING_MS = 21 * HOUR_MS + 10 * MINUTE_MS;

const findNight = (
  nights: readonly PastNight[],
  roomId: string,
  back: number,
): PastNight | undefined =>
  nights.find((night) => night.key.roomId === roomId && night.back === back);
const inEvening = ({ fromMs }: PastNight, hours: number): Date =>
  new Date(fromMs + EVENING_MS + hours * HOUR_MS);
const findUserId = (levelName: AccessLevelName): string =>
  DEMONSTRATION_MEMBERS.find((member) => member.levelName === levelName)?.userId ?? '';
const create = (path: string, fields: Readonly<Record<string, unknown>>): Write => ({
  kind: 'create',
  path,
  data: encodeFields(fields, false),
});

/** Rooms, nights back, hours after the evening began. */
const NOTES: readonly {
  readonly roomId: string;
  readonly back: number;
  readonly hours: number;
  readonly text: keyof typeof NOTE_WORDS;
  readonly levelName?: AccessLevelName;
}[] = [
  { roomId: 'demo-akane-201', back: 1, hours: 5.4, text: 'water' },
  { roomId: 'demo-akane-202', back: 1, hours: 4.2, text: 'toilet' },
  { roomId: 'demo-akane-206', back: 1, hours: 6.1, text: 'walk' },
  { roomId: 'demo-akane-208', back: 1, hours: 1.2, text: 'medicine' },
  { roomId: 'demo-akane-301', back: 1, hours: 7.3, text: 'cough' },
  { roomId: 'demo-akane-203', back: 2, hours: 5.1, text: 'turn' },
  { roomId: 'demo-akane-305', back: 2, hours: 8.5, text: 'early' },
  { roomId: 'demo-akane-202', back: 3, hours: 6.6, text: 'toilet' },
  { roomId: 'demo-akane-206', back: 3, hours: 6.5, text: 'pain', levelName: 'administrator' },
  { roomId: 'demo-akane-207', back: 4, hours: 3.2, text: 'warm' },
  { roomId: 'demo-akane-201', back: 5, hours: 4.3, text: 'sensor' },
  { roomId: 'demo-akane-308', back: 6, hours: 2.1, text: 'awake' },
  { roomId: 'demo-akane-302', back: 8, hours: 1.4, text: 'family', levelName: 'administrator' },
  { roomId: 'demo-akane-303', back: 9, hours: 5.9, text: 'toilet' },
  { roomId: 'demo-akane-202', back: 11, hours: 4.1, text: 'awake' },
  { roomId: 'demo-akane-205', back: 13, hours: 7.7, text: 'water' },
  { roomId: 'demo-akane-301', back: 15, hours: 5.2, text: 'cough' },
  { roomId: 'demo-akane-206', back: 18, hours: 8.1, text: 'early' },
  { roomId: 'demo-akane-203', back: 21, hours: 4.7, text: 'turn' },
  { roomId: 'demo-akane-306', back: 24, hours: 2.5, text: 'warm' },
  { roomId: 'demo-akane-208', back: 27, hours: 3.3, text: 'awake' },
];
/** Notes are written this long after the event. */
const WRITTEN_AFTER_MS = 12 * 60_000;

export function noteActs(places: readonly PastNight[]): PastAct[] {
  return NOTES.flatMap(({ roomId, back, hours, text, levelName = 'generalStaff' }, index) => {
    const place = findNight(places, roomId, back);
    if (place === undefined) return [];
    const from = inEvening(place, hours);
    const path = `room/${roomId}/note/demo-${index + 1}`;
    const fields = { from, to: null, text: NOTE_WORDS[text], writtenBy: findUserId(levelName) };
    return [
      {
        path,
        levelName,
        at: new Date(from.getTime() + WRITTEN_AFTER_MS),
        writes: [create(path, fields)],
      },
    ];
  });
}

type Correction =
  | { readonly kind: 'presence'; readonly inBed: boolean }
  | { readonly kind: 'stage'; readonly stage: 'wake' | 'asleep' };
/** Hours after the evening began, aligned to epochs. */
const CORRECTIONS: readonly {
  readonly roomId: string;
  readonly back: number;
  readonly fromHours: number;
  readonly toHours: number;
  readonly change: Correction;
  readonly text: keyof typeof CORRECTION_WORDS;
}[] = [
  {
    roomId: 'demo-akane-207',
    back: 2,
    fromHours: 5.25,
    toHours: 5.5,
    change: { kind: 'presence', inBed: false },
    text: 'toilet',
  },
  {
    roomId: 'demo-akane-302',
    back: 5,
    fromHours: 2.25,
    toHours: 2.75,
    change: { kind: 'stage', stage: 'wake' },
    text: 'awake',
  },
  {
    roomId: 'demo-akane-205',
    back: 10,
    fromHours: 6,
    toHours: 6.25,
    change: { kind: 'presence', inBed: false },
    text: 'toilet',
  },
];

/** Corrections of nights, each with a note that gives the reason. */
export function correctionActs(places: readonly PastNight[]): PastAct[] {
  return CORRECTIONS.flatMap((correction, index) => {
    const place = findNight(places, correction.roomId, correction.back);
    if (place === undefined) return [];
    const { roomId, night } = place.key;
    const levelName = 'administrator';
    const at = new Date(place.fromMs + MORNING_MS);
    const from = inEvening(place, correction.fromHours);
    const to = inEvening(place, correction.toHours);
    const path = `room/${roomId}/note/demo-correction-${index + 1}`;
    const by = findUserId(levelName);
    const edit: WireMap = encodeFields(
      {
        id: `demo-${index + 1}`,
        from,
        to,
        change: correction.change,
        editedBy: by,
        editedAt: at,
        undone: false,
      },
      false,
    );
    const note = { from, to, text: CORRECTION_WORDS[correction.text], writtenBy: by };
    return [
      {
        path,
        levelName,
        at,
        writes: [
          {
            kind: 'update' as const,
            path: `room/${roomId}/sleep/${night}`,
            fields: [{ field: ['edits'], value: { $arrayUnion: [edit] } }],
          },
          create(path, note),
        ],
      },
    ];
  });
}

const SERVICES: readonly {
  readonly serial: string;
  readonly levelName: AccessLevelName;
  readonly daysBack: number;
  readonly kind: ServiceKind;
  readonly text: keyof typeof SERVICE_WORDS;
  readonly values?: Readonly<Record<string, number>>;
}[] = [
  {
    serial: 'DEMO-AKANE-201-ECG',
    levelName: 'administrator',
    daysBack: 25,
    kind: 'calibration',
    text: 'calibration',
    values: { gain: 1.004, offset: -0.012 },
  },
  {
    serial: 'DEMO-AKANE-203-EIT',
    levelName: 'administrator',
    daysBack: 25,
    kind: 'calibration',
    text: 'calibration',
    values: { gain: 0.998, offset: 0.003 },
  },
  {
    serial: 'DEMO-AKANE-307-IMPE',
    levelName: 'administrator',
    daysBack: 18,
    kind: 'repair',
    text: 'connector',
  },
  {
    serial: 'DEMO-MIZUKI-101-BED-MULTI',
    levelName: 'agency',
    daysBack: 16,
    kind: 'service',
    text: 'check',
  },
  {
    serial: 'DEMO-MIZUKI-102-ECG',
    levelName: 'agency',
    daysBack: 16,
    kind: 'calibration',
    text: 'calibration',
    values: { gain: 1.001, offset: 0.006 },
  },
  {
    serial: 'DEMO-AKANE-207-RESPIHR',
    levelName: 'developer',
    daysBack: 12,
    kind: 'firmware',
    text: 'firmware',
  },
  {
    serial: 'DEMO-AKANE-202-BED-MULTI',
    levelName: 'generalStaff',
    daysBack: 6,
    kind: 'service',
    text: 'check',
  },
];
const ZONE = 'Asia/Tokyo';

/** Device service in the weeks before `start`, in the afternoon. */
export function serviceActs(start: Date): PastAct[] {
  const today = localDate(start.getTime(), ZONE);
  return SERVICES.map(({ serial, levelName, daysBack, kind, text, values = {} }) => {
    const path = `device/${serial}/deviceService/demo-${kind}`;
    const at = new Date(fromLocalTime(`${daysLater(today, -daysBack)}T14:00:00`, ZONE));
    const entry = { kind, at, text: SERVICE_WORDS[text], values, writtenBy: findUserId(levelName) };
    const figures: Write = {
      kind: 'update',
      path: `device/${serial}`,
      fields: [{ field: ['calibration'], value: values }],
    };
    return {
      path,
      levelName,
      at,
      writes: [create(path, entry), ...(kind === 'calibration' ? [figures] : [])],
    };
  });
}
