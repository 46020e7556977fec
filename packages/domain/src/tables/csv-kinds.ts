/**
 * Kinds of CSV files. `night`: a line per night of a room. `minute`: a line per minute, stored in
 * the room's timeline.
 */
export const CSV_KINDS = ['room', 'device', 'staff', 'night', 'minute'] as const;
export type CsvKind = (typeof CSV_KINDS)[number];

/** How to parse a cell (`csv-cells.ts`). */
export type CsvForm =
  | 'text'
  | 'number'
  | 'date'
  | 'moment'
  | 'tags'
  | 'level'
  | 'sex'
  | 'connection';
type CsvField = {
  readonly name: CsvFieldName;
  readonly form: CsvForm;
  readonly required: boolean;
};

const field = (name: CsvFieldName, form: CsvForm = 'text', required = false): CsvField => ({
  name,
  form,
  required,
});

/** Metrics of a night, with the same names and units (minutes, %, counts). */
export const CSV_NIGHT_METRICS = [
  'TIB',
  'TST',
  'SE',
  'SOL',
  'WASO',
  'awakenings',
  'outOfBedCount',
  'heartRateMean',
  'respirationRateMean',
] as const;
/** Signals of a minute, named like the columns of the timeline file. */
export const CSV_SIGNALS = ['heartRate', 'respirationRate', 'activity', 'temperature'] as const;

export const CSV_FIELD_NAMES = [
  'name',
  'building',
  'floor',
  'tags',
  'capacity',
  'occupantAlias',
  'occupantSex',
  'occupantBirthYear',
  'occupantNote',
  'serial',
  'typeCode',
  'deviceName',
  'roomName',
  'connection',
  'firmware',
  'note',
  'staffName',
  'nameKana',
  'email',
  'accessLevel',
  'night',
  'from',
  'to',
  'time',
  ...CSV_NIGHT_METRICS,
  ...CSV_SIGNALS,
] as const;
export type CsvFieldName = (typeof CSV_FIELD_NAMES)[number];

/** The fields of each kind, in display order. */
export const CSV_FIELDS: Readonly<Record<CsvKind, readonly CsvField[]>> = {
  room: [
    field('name', 'text', true),
    field('building'),
    field('floor'),
    field('tags', 'tags'),
    field('capacity', 'number'),
    field('occupantAlias'),
    field('occupantSex', 'sex'),
    field('occupantBirthYear', 'number'),
    field('occupantNote'),
  ],
  device: [
    field('serial', 'text', true),
    field('typeCode', 'text', true),
    field('deviceName'),
    field('roomName'),
    field('connection', 'connection'),
    field('firmware'),
    field('note'),
  ],
  staff: [
    field('staffName', 'text', true),
    field('nameKana'),
    field('email', 'text', true),
    field('accessLevel', 'level', true),
  ],
  night: [
    field('roomName', 'text', true),
    field('night', 'date', true),
    field('from', 'moment', true),
    field('to', 'moment', true),
    ...CSV_NIGHT_METRICS.map((name) => field(name, 'number')),
  ],
  minute: [
    field('roomName', 'text', true),
    field('time', 'moment', true),
    ...CSV_SIGNALS.map((name) => field(name, 'number')),
  ],
};

/**
 * Fields that together identify the subject of a line. A second line of a file with the same values
 * is rejected.
 */
export const CSV_KEYS: Readonly<Record<CsvKind, readonly CsvFieldName[]>> = {
  room: ['name'],
  device: ['serial'],
  staff: ['email'],
  night: ['roomName', 'night'],
  minute: ['roomName', 'time'],
};
