import { ACCOUNT_EXAMPLES, type Examples } from './account-examples.ts';

const INSTANT = '2026-03-14T22:41:07.000Z';
const LATER = '2026-03-15T06:12:40.000Z';
const INSTANT_MS = Date.parse(INSTANT);
const LATER_MS = Date.parse(LATER);
const NIGHT = '2026-03-14';
const ACCIDENT_ID = 'b3f1c2d4-5e6f-4a7b-8c9d-0e1f2a3b4c5d';
const SHA256 = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08';

/** Values of texts that are defined by their format. */
export const EXAMPLES_BY_FORMAT: Examples = {
  'date-time': [INSTANT],
  date: [NIGHT],
  uuid: ['3f2504e0-4f89-41d3-9a0c-0305e82c3301'],
};

const ORGANISATIONS: Examples = {
  domainId: ['sakura-home'],
  rootDomainId: ['midori-care'],
  parentDomainId: ['midori-care'],
  reach: [['sakura-home']],
  lastOwnerOf: [null],
  domainName: ['Sakura Home'],
  organisation: ['Sakura Home'],
  'organisation.name': ['Sakura Home'],
  'organisation.nameKana': ['Sakura Home'],
  'organisation.contact': ['+81 3 0000 0000'],
  'domains.name': ['Sakura Home'],
  'domains.nameKana': ['Sakura Home'],
  'domains.code': ['sakura'],
  'domains.path': [['Midori Care']],
  organisationCode: ['sakura'],
  organisationKind: [null],
  label: ['Night shift, 2nd floor'],
  timeZone: ['Asia/Tokyo'],
  nightStartsAt: ['12:00'],
  ways: [['push', 'mail']],
  v: ['1773528067000'],
  text: ['sakura'],
  descending: [false],
  limit: [50],
  parts: [2],
  rooms: [24],
  members: [18],
  total: [13],
  key: ['accident.bedExit.delayMinutes'],
  value: [10],
};

const ROOMS: Examples = {
  roomId: ['room-101'],
  roomIds: [['room-101', 'room-102']],
  roomName: ['101'],
  'places.kind': ['room'],
  'places.id': ['room-101'],
  'places.name': ['101'],
  'rooms.name': ['101'],
  building: ['Main building'],
  floor: ['1'],
  tags: [['fall-risk']],
  accidentId: [ACCIDENT_ID],
  'accident.id': [ACCIDENT_ID],
  'accident.kind': ['bedExit'],
  'accident.state': ['acknowledged'],
  'accident.outcome': [null],
  'accident.useful': [null],
  by: ['Hanako Sato'],
  own: [true],
  mutedUntil: [null],
  resolvedAt: [null],
  note: ['Walked to the bathroom and back with help.'],
  minutes: [5],
  useful: [true, 9],
  alarms: [12],
  useless: [2],
};

const DEVICES: Examples = {
  serial: ['YM-2041'],
  deviceName: ['Bed sensor 101'],
  'device.name': ['Bed sensor 101'],
  'devices.name': ['Bed sensor 101'],
  'devices.state': ['fine'],
  devices: [31],
  type: ['bed-sensor'],
  typeId: ['bed-sensor'],
  typeName: ['Bed sensor'],
  'types.name': ['Bed sensor'],
  firmware: ['2.4.1'],
  battery: [82],
  batteryPercent: [82],
  'device.key': ['kX3vT9wQ2mZ7pL5sR8yB1nC6'],
  host: ['yamori.example'],
  port: [8883],
  tls: [true],
  clockOffsetSeconds: [0.4],
  'streams.kind': ['respiration'],
  streams: ['YM-2041:1'],
  unit: ['1'],
  encoding: ['plain'],
  sampleRateHz: [25],
  scale: [0.01],
  offset: [0],
  sequence: [48_213],
  samples: [250],
  recentFrames: [8_640],
  recentBytes: [4_320_000],
  from: [INSTANT_MS],
  to: [LATER, LATER_MS],
};

const FIGURES = { TST: 412.5, SE: 0.88 };

const NIGHTS: Examples = {
  nights: [[NIGHT], 14],
  notOver: [['2026-03-15']],
  state: ['done'],
  version: [3],
  algorithm: ['stages'],
  algorithmVersion: ['5'],
  metrics: [FIGURES],
  bounds: [{ TST: { least: 398, most: 425 } }, true],
  'quality.code': ['good'],
  signals: [['respiration', 'movement'], { respiration: 0.97 }],
  figures: [FIGURES, ['TST', 'SE', 'deep']],
  'night.fields': [{ state: 'done', metrics: FIGURES }],
  'night.to': ['2026-03-20'],
  'nights.to': ['2026-03-20'],
  course: ['m12W20L84D60R44W3', [412.5, null], true],
  coverage: [0.97],
  'quality.recorded': [0.99],
  digest: [SHA256],
  analysisMinutes: [null],
  'period.from': ['2026-03-01'],
  'before.from': ['2026-02-15'],
  'before.to': ['2026-02-28'],
  'report.id': ['report-7f3a'],
  'reports.id': ['report-7f3a'],
  'unreadable.id': ['report-7f3a'],
  'report.name': ['Sleep of the 2nd floor'],
  'reports.name': ['Sleep of the 2nd floor'],
  'unreadable.name': ['Sleep of the 3rd floor'],
  columns: [1_024],
};

const OUTCOMES = {
  new: 12,
  changed: 1,
  unchanged: 0,
  skipped: 0,
  refused: 0,
  leftOut: 0,
  undone: 0,
  kept: 0,
};

const IMPORTS: Examples = {
  importId: ['3f2504e0-4f89-41d3-9a0c-0305e82c3301'],
  sha256: [SHA256],
  fileName: ['rooms.csv'],
  path: [`room/room-101/uploadHistory/${SHA256}`],
  offsetSeconds: [-2.4],
  driftPpm: [12],
  certainty: [0.96],
  overlapSeconds: [25_200],
  'fit.kind': ['respiration'],
  cells: [{ name: '101', building: 'Main building', floor: '1' }],
  row: [2],
  error: [null],
  problem: [null],
  link: [null],
  leftOut: [[]],
  after: [0],
  waiting: [0],
  outcomes: [OUTCOMES],
};

const AGENCIES: Examples = {
  billId: ['bill-2026-02-sakura'],
  month: ['2026-02'],
  customer: ['sakura-home'],
  customerId: ['sakura-home'],
  customerName: ['Sakura Home'],
  'customers.name': ['Sakura Home'],
  'customers.code': ['sakura'],
  'recipient.id': ['sakura-home'],
  'recipient.name': ['Sakura Home'],
  number: ['2026-0042'],
  reason: ['Wrong number of devices'],
  was: ['2026-03-12'],
  what: ['Bed sensor'],
  quantity: [3],
  unitPrice: [120],
  amount: [360],
  months: [6],
  days: [3, [1, 2, 3]],
  placed: [868],
  sent: [851],
};

const PLATFORM: Examples = {
  serverId: ['server-a'],
  'servers.id': ['server-a'],
  isAlive: [true],
  'platform.version': ['1.0.0'],
  checks: [[{ name: 'database', ok: true }]],
  jobId: ['3f2504e0-4f89-41d3-9a0c-0305e82c3301'],
  'jobs.kind': ['analyse-night'],
  'counts.kind': ['analyse-night'],
  'jobs.problem': ['night-timeout'],
  count: [14],
  shards: [128],
  beat: [90_210],
  memoryBytes: [268_435_456],
  databaseBytes: [5_368_709_120],
  refused: [{ 'frame-unreadable': 2 }, [{ reason: 'clock', count: 2, last: INSTANT }]],
  signInsRefused: [{ 'key-wrong': 1 }],
  inUse: [24],
  withDevice: [22],
  head: [SHA256],
  faultCount: [0],
  faults: [[]],
  checkedAt: [LATER],
  routeId: ['board'],
  'vitals.value': [480],
  counts: [[0, 3, 11, 4, 0, 0, 0, 0, 0, 0, 0]],
};

const DOCUMENTS: Examples = {
  paths: [['room/room-101']],
  documents: [
    [
      {
        path: 'room/room-101',
        data: { domainId: 'sakura-home', name: '101', floor: '1', archivedAt: null },
        createdAt: INSTANT,
        updatedAt: LATER,
        version: '482113',
      },
    ],
  ],
};

/**
 * Values by the name of a field, or by `parent.name` where a name means several things. The parent
 * of a field at the top is the noun of the API. The first value that fits the field's schema is
 * its example.
 */
export const EXAMPLES_BY_NAME: Examples = {
  ...ORGANISATIONS,
  ...ROOMS,
  ...DEVICES,
  ...ACCOUNT_EXAMPLES,
  ...NIGHTS,
  ...IMPORTS,
  ...AGENCIES,
  ...PLATFORM,
  ...DOCUMENTS,
};
