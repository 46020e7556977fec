import { describe, expect, it } from 'vitest';
import { COLLECTIONS, type CollectionName } from './collections.ts';
import { FULL_DOCUMENTS } from './testing/full-documents.ts';

const at = new Date('2026-11-21T12:00:00Z');
const never = new Date(Number.NaN);
const long = (length: number): string => 'x'.repeat(length);
const many = <Value>(count: number, value: Value): Value[] =>
  Array.from({ length: count }, () => value);

/** Paths of the issues when one field of a full document is changed. */
function refusedAt(name: CollectionName, change: Readonly<Record<string, unknown>>): string[] {
  const { error } = COLLECTIONS[name].schema.safeParse({ ...FULL_DOCUMENTS[name], ...change });
  return error?.issues.map((issue) => issue.path.join('.')) ?? [];
}

type Case = readonly [name: CollectionName, field: string, values: readonly unknown[]];
const step = FULL_DOCUMENTS.accident.history[0];
const line = FULL_DOCUMENTS.bill.lines[0];
const stream = FULL_DOCUMENTS.deviceType.streams[0];

/** Values rejected at their field. */
const REJECTED: readonly Case[] = [
  ['domain', 'code', ['', long(41), 7, null]],
  ['domain', 'name', ['', long(121)]],
  ['domain', 'kind', ['hospital', '', null]],
  ['domain', 'parentDomainId', [undefined, 7]],
  ['domain', 'ancestorIds', [many(17, 'a'), 'a', null]],
  ['domain', 'nightStartsAt', ['24:00', '12:60', '7:00', '12:00:00', '']],
  ['domain', 'contractFrom', ['2026-11-21', never, null, 0]],
  ['domain', 'mfaRequired', ['true', 1, null]],
  ['staff', 'accessLevel', [-1, 201, 2.5, '3', Number.NaN]],
  ['staff', 'email', ['a', 'a@', '@b', 'a b@example.org', undefined]],
  ['staff', 'state', ['left', '']],
  ['staff', 'name', ['', long(121)]],
  ['room', 'name', ['', long(61), null]],
  ['room', 'tags', [many(21, 'a'), 'a']],
  ['room', 'capacity', [0, 21, 1.5, '1']],
  ['room', 'deviceSerials', [many(17, 'a')]],
  ['room', 'sharedWith', [many(51, 'a'), null]],
  ['device', 'serial', ['', '-a', 'a b', 'a/b', '部屋', long(41), 'a\n']],
  ['device', 'keyHash', ['A'.repeat(64), 'a'.repeat(63), 'a'.repeat(65), '']],
  ['device', 'connection', ['wifi', null]],
  ['device', 'borrowedUntil', [never, 'tomorrow']],
  ['device', 'roomId', [undefined, 3]],
  ['deviceType', 'streams', [many(65, stream), null]],
  [
    'deviceType',
    'image',
    [
      '',
      'https://pictures.example/a.png',
      'data:image/svg+xml;base64,PHN2Zz4=',
      'data:image/png;base64,',
      `data:image/png;base64,${long(39_979)}`,
    ],
  ],
  ['deviceLoan', 'from', [never, '2026-11-21', null]],
  ['deviceLoan', 'returnedAt', [undefined, never]],
  ['parameter', 'default', [null, undefined, at, []]],
  ['parameter', 'scope', ['ward', null]],
  ['parameter', 'key', ['', long(81)]],
  ['view', 'scope', ['room']],
  ['updateHistory', 'at', [never, '2026']],
  ['updateHistory', 'path', [long(401)]],
  [
    'sleep',
    'night',
    ['2026-1-1', '21.11.2026', '2026-11-21T00:00', '2026-02-30', '2026-13-01', ''],
  ],
  ['sleep', 'epochs', [many(5761, 'wake')]],
  ['sleep', 'state', ['running']],
  ['uploadHistory', 'sha256', ['', 'g'.repeat(64), 'a'.repeat(65)]],
  ['uploadHistory', 'fileName', ['', long(256)]],
  ['uploadHistory', 'progress', [-0.01, 1.01, Number.NaN]],
  ['uploadHistory', 'sizeBytes', [-1, 0.5]],
  ['accident', 'kind', ['Fall', 'fire', null]],
  ['accident', 'repeats', [0, 1.5]],
  ['accident', 'note', [long(2001)]],
  ['accident', 'history', [many(501, step)]],
  ['note', 'text', ['', ' \n ', long(1001), null]],
  ['note', 'from', [never, '2026', null]],
  ['partner', 'margin', [-0.1, 1.1, '0.2']],
  ['partner', 'domainIds', [many(1001, 'd')]],
  ['bill', 'month', ['2026-00', '2026-13', '2026-1', '26-01']],
  ['bill', 'total', [0.5, Infinity, '100']],
  [
    'bill',
    'registrationNumber',
    ['T123', 'T12345678901234', 't9234567890123', '9234567890123', 'T1234567890123'],
  ],
  ['billTerms', 'registrationNumber', ['', 'T9234567890124']],
  ['billTerms', 'unitPrice', [-1, 0.5, 10 ** 12, '100', null]],
  ['billTerms', 'taxPercent', [0, 5, 0.1, '10']],
  ['billTerms', 'dueDays', [-1, 181]],
  ['bill', 'paidOn', ['2026-02-30', '1']],
  ['partner', 'email', ['nobody', 'a@b']],
  ['bill', 'lines', [many(1001, line)]],
];

/** Values rejected at a path inside their field. */
const REJECTED_INSIDE: readonly (readonly [
  name: CollectionName,
  place: string,
  change: Readonly<Record<string, unknown>>,
])[] = [
  ['domain', 'signInMethods.1', { signInMethods: ['email', 'fax'] }],
  ['domain', 'limits.rooms', { limits: { rooms: -1, devices: 0, members: 0 } }],
  ['domain', 'limits', { limits: { rooms: 1, devices: 0, members: 0, beds: 1 } }],
  ['domain', 'brand.colour', { brand: { colour: 'red' } }],
  ['domain', 'parameterOverrides.a', { parameterOverrides: { a: null } }],
  [
    'room',
    'occupant.birthYear',
    { occupant: { alias: 'A', sex: 'male', birthYear: 1899, note: '' } },
  ],
  ['room', 'occupant.sex', { occupant: { alias: 'A', sex: 'm', birthYear: null, note: '' } }],
  ['room', 'tags.0', { tags: [''] }],
  [
    'room',
    'live.heartRate.certainty',
    { live: { ...FULL_DOCUMENTS.room.live, heartRate: { value: 60, at, certainty: 1.1 } } },
  ],
  [
    'room',
    'live.heartRate.at',
    { live: { ...FULL_DOCUMENTS.room.live, heartRate: { value: 60, at: never, certainty: 1 } } },
  ],
  [
    'room',
    'live.heartRate.value',
    { live: { ...FULL_DOCUMENTS.room.live, heartRate: { value: Number.NaN, at, certainty: 1 } } },
  ],
  ['room', 'live.openAccidents', { live: { ...FULL_DOCUMENTS.room.live, openAccidents: -1 } }],
  [
    'device',
    'status.batteryPercent',
    { status: { ...FULL_DOCUMENTS.device.status, batteryPercent: 101 } },
  ],
  [
    'device',
    'status.framesReceived',
    { status: { ...FULL_DOCUMENTS.device.status, framesReceived: -1 } },
  ],
  ['device', 'calibration.gain', { calibration: { gain: '1' } }],
  ['deviceType', 'streams.0.streamId', { streams: [{ ...stream, streamId: 65_536 }] }],
  ['deviceType', 'streams.0.channels', { streams: [{ ...stream, channels: 0 }] }],
  ['deviceType', 'streams.0.sampleRateHz', { streams: [{ ...stream, sampleRateHz: -1 }] }],
  ['sleep', 'epochs.1', { epochs: ['wake', 'n3'] }],
  ['sleep', 'events.0.to', { events: [{ kind: 'gap', from: at }] }],
  [
    'sleep',
    'trends.heartRate',
    { trends: { heartRate: many(2881, 60), respirationRate: [], movement: [] } },
  ],
  ['sleep', 'quality.coverage', { quality: { code: 'good', coverage: 1.2 } }],
  ['sleep', 'metrics.TST', { metrics: { TST: 'long' } }],
  ['sleep', 'bounds.TST.most', { bounds: { TST: { least: 390 } } }],
  ['sleep', 'presence.0.epochs', { presence: [{ state: 'inBed', epochs: 0 }] }],
  ['sleep', 'presence.0.state', { presence: [{ state: 'lying', epochs: 1 }] }],
  ['sleep', 'probabilityOfSleep.1', { probabilityOfSleep: [null, 1.01] }],
  ['sleep', 'events.0.certainty', { events: [{ kind: 'apnea', from: at, to: at, certainty: 2 }] }],
  ['sleep', 'sleeps.0.kind', { sleeps: [{ kind: 'snooze', from: at, to: at, minutesAsleep: 1 }] }],
  ['sleep', 'awaited.devices', { awaited: { until: at, devices: [] } }],
  [
    'sleep',
    'actigraphy.sadeh.minutes',
    {
      actigraphy: {
        sadeh: { minutes: 'SWN', minutesAsleep: 1 },
        coleKripke: { minutes: 'S', minutesAsleep: 1 },
      },
    },
  ],
  ['accident', 'evidence.streamId', { evidence: { serial: 'A', streamId: 1.5, from: at, to: at } }],
  ['accident', 'history.0.state', { history: [{ ...step, state: 'closed' }] }],
  ['bill', 'lines.0.quantity', { lines: [{ ...line, quantity: -1 }] }],
  ['bill', 'lines.0.unitPrice', { lines: [{ ...line, unitPrice: 0.5 }] }],
  ['bill', 'tax.0.percent', { tax: [{ percent: 0.1, subtotal: 10, amount: 1 }] }],
  [
    'bill',
    'lines.0.evidence.0.days.0',
    { lines: [{ ...line, evidence: [{ serial: 'A', roomId: 'r', roomName: 'R', days: [32] }] }] },
  ],
  ['billTerms', 'prices.0.unitPrice', { prices: [{ typeId: 't', unitPrice: -1, taxPercent: 10 }] }],
  [
    'billTerms',
    'prices.0.unitPrice',
    { prices: [{ typeId: 't', unitPrice: 10 ** 12, taxPercent: 10 }] },
  ],
];

/** Values at their limits, which are accepted. */
const ACCEPTED: readonly Case[] = [
  ['domain', 'nightStartsAt', ['00:00', '23:59']],
  ['domain', 'code', [long(40)]],
  ['staff', 'accessLevel', [0, 200]],
  ['staff', 'email', [null]],
  ['room', 'capacity', [1, 20]],
  ['room', 'sharedWith', [many(50, 'u')]],
  ['device', 'serial', ['a', long(40), '9_a-b']],
  ['device', 'keyHash', [null]],
  ['bill', 'total', [0, -1100]],
  ['uploadHistory', 'progress', [0, 1]],
  ['partner', 'margin', [0, 1]],
  ['sleep', 'epochs', [many(5760, 'deep')]],
];

describe('schemas of documents', () => {
  it.each(REJECTED)('%s.%s rejects invalid values at that field', (name, field, values) => {
    for (const value of values)
      expect(refusedAt(name, { [field]: value }), JSON.stringify(value)?.slice(0, 60)).toEqual([
        field,
      ]);
  });

  it.each(REJECTED_INSIDE)('%s rejects an invalid value at %s', (name, place, change) => {
    expect(refusedAt(name, change)).toEqual([place]);
  });

  it.each(ACCEPTED)('%s.%s accepts values up to its limits', (name, field, values) => {
    for (const value of values)
      expect(refusedAt(name, { [field]: value }), JSON.stringify(value)?.slice(0, 60)).toEqual([]);
  });

  it('every invalid field is reported, not only the first', () => {
    expect(refusedAt('room', { name: '', capacity: 0, tags: [''] })).toEqual([
      'name',
      'tags.0',
      'capacity',
    ]);
  });
});
