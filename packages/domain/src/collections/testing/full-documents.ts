import type { CollectionName, DataOf } from '../collections.ts';

const at = new Date('2026-11-21T12:00:00Z');
const later = new Date('2026-11-21T21:30:00Z');

const roomLive: DataOf<'room'>['live'] = {
  presence: 'inBed', presenceSince: at, sleepState: 'asleep', sleepStateSince: at,
  heartRate: { value: 58, at, certainty: 0.9 }, respirationRate: { value: 14, at, certainty: 1 }, temperature: null, doubts: { heartRate: null, respirationRate: null },
  posture: 'left', postureAt: at, call: { state: 'answering', since: at, pressedAt: at, press: { serial: 'A-1', deviceAt: at }, by: { userId: 'u', name: 'n' }, answeredAt: later }, openAccidents: 1,
  accidents: [{ id: 'a', kind: 'fall', severity: 'high', state: 'acknowledged', raisedAt: at, repeats: 2, mutedUntil: later, overAt: at, escalatesAt: later, by: { userId: 'u', name: 'n' }, acknowledgedAt: at }],
  lastFrameAt: at, fault: 'none', faultSince: at, faultSerial: null,
};
const deviceStatus: DataOf<'device'>['status'] = {
  online: true, onlineSince: at, lastFrameAt: at, lastHeartbeatAt: at, batteryPercent: 80, signalDbm: -60, fault: 'none', faultSince: at,
  clockOffsetSeconds: 0.2, framesReceived: 10, framesRefused: 0,
};

/** A document of every collection in which no field is missing and none holds its default. */
export const FULL_DOCUMENTS: { readonly [Name in CollectionName]: DataOf<Name> } = {
  domain: {
    code: 'nagoya', name: 'Nagoya', nameKana: 'ナゴヤ', kind: 'facility', parentDomainId: 'top', rootDomainId: 'top', ancestorIds: ['top'], timeZone: 'Europe/Berlin',
    nightStartsAt: '11:30', contact: 'c', address: 'a', contractFrom: at, contractTo: later, limits: { rooms: 1, devices: 2, members: 3 }, mfaRequired: true,
    signInMethods: ['line', 'saml'], samlProviderIds: ['p'], defaultViewId: 'v', parameterOverrides: { a: 1, b: 'x', c: true }, escalation: [{ name: 'g', userIds: ['u'], afterMinutes: 3 }], brand: { logo: 'data:image/png;base64,iVBORw0KGgo=', colour: '#12aBc9' },
  },
  staff: { userId: 'u', domainId: 'd', rootDomainId: 'r', name: 'n', nameKana: 'k', accessLevel: 3, email: 'a@example.org', phone: '1', state: 'active', notify: { fall: true } },
  room: {
    domainId: 'd', rootDomainId: 'r', name: '201', building: 'east', floor: '2', tags: ['quiet'], capacity: 2,
    occupant: { alias: 'A', sex: 'female', birthYear: 1938, note: '' }, deviceSerials: ['A-1'], sharedWith: ['u'], viewId: 'v', parameterOverrides: { x: 2 }, archivedAt: at, live: roomLive,
  },
  device: {
    serial: 'A-1', typeId: 't', domainId: 'd', rootDomainId: 'r', roomId: 'x', name: 'n', firmware: '1', connection: 'network', keyHash: 'a'.repeat(64), status: deviceStatus,
    borrowedBy: 'o', borrowedUntil: later, calibration: { gain: 1.5 }, note: 'n', retiredAt: at,
  },
  deviceService: { kind: 'calibration', at, text: 't', values: { gain: 1.5 }, writtenBy: 'u' },
  deviceType: {
    code: 'bed', name: 'Bed', maker: 'm', streams: [{ streamId: 1, kind: 'ecg', channels: 1, unit: 'mV', sampleRateHz: 250, scale: 0.001, offset: 0 }], firmwareVersions: ['1'], image: 'data:image/png;base64,iVBORw0KGgo=',
  },
  deviceLoan: { serial: 'A-1', fromDomainId: 'a', toDomainId: 'b', from: at, until: later, returnedAt: null, note: 'n' },
  parameter: {
    key: 'k', name: 'n', group: 'g', kind: 'choice', unit: 'u', min: 0, max: 9, step: 1, choices: ['a'], default: 'a', scope: 'domain', description: 'd',
  },
  view: { name: 'n', listColumns: ['a'], cardItems: ['b'], viewerTracks: ['c'], thresholdsShown: ['d'], scope: 'domain' },
  updateHistory: { at, actorId: 'u', action: 'update', path: 'room/a', domainId: 'd', rootDomainId: 'r', changes: [{ field: 'name', before: 'a', after: null }], address: '::1', previousHash: 'p', hash: 'h' },
  sleep: {
    night: '2026-11-21', from: at, to: later, state: 'done', resultVersion: 2, analysedAt: later, problem: 'job-failed', epochs: ['wake', 'asleep', 'missing'],
    probabilityOfSleep: [0.1, 0.92, null], presence: [{ state: 'inBed', epochs: 2 }, { state: 'unknown', epochs: 1 }],
    trends: {
      heartRate: [58, null], respirationRate: [14], movement: [], temperature: [36.4], heartRateBand: { least: [55, null], most: [61, null] }, respirationRateBand: null,
      posture: [{ posture: 'left', minutes: 2 }],
    },
    events: [{ kind: 'apnea', from: at, to: null, streamId: 2, certainty: 0.8 }, { kind: 'hypopnea', from: at, to: later }],
    sleeps: [{ kind: 'main', from: at, to: later, minutesAsleep: 400 }],
    heartRateVariability: [{ from: at, to: later, coverage: 0.9, heartRate: 58, SDNN: 40, RMSSD: 30, pNN50: 5, LF: 800, HF: null, LFHF: null }],
    actigraphy: { sadeh: { minutes: 'WSS?', minutesAsleep: 2 }, coleKripke: { minutes: 'WWS?', minutesAsleep: 1 } },
    metrics: { TST: 400, SE: null }, bounds: { TST: { least: 390, most: 420 } }, quality: { code: 'good', coverage: 0.97, recorded: 0.5, signals: { ecg: 0.4 } },
    provenance: {
      algorithm: 'a', version: '1', signals: ['ecg'], segments: ['s'], segmentsLeftOut: 3, parameters: { x: 1, y: 'z', w: false }, input: 'c0ffee',
      devices: [{ serial: 'A-1', firmware: '1.4.2', typeId: 'bed', streams: [{ streamId: 1, signal: 'ecg', sampleRateHz: 250 }] }],
    },
    edits: [{ id: 'e', from: at, to: later, change: { kind: 'presence', inBed: false }, editedBy: 'u', editedAt: later, undone: true }],
  },
  uploadHistory: {
    sha256: 'b'.repeat(64), fileName: 'a.edf', sizeBytes: 9, format: 'edf', deviceSerial: 'A-1', from: at, to: later, streams: ['ecg'], frames: 3, badFrames: 1, gaps: 2, state: 'done',
    progress: 0.5, error: 'e', uploadedBy: 'u', streamTable: [{ streamId: 1, kind: 'ecg', label: 'ECG', unit: 'mV', channels: 1, sampleRateHz: 250, samples: 750 }],
    addedFrames: 2, repeatedFrames: 1, faults: [{ code: 'badCrc', byteOffset: 4, count: 1 }], clock: { offsetSeconds: 1.5, driftPpm: -20 }, originalStored: true, autoStart: false,
    uploadId: 'x', actions: [{ at, by: 'u', action: 'uploaded' }],
  },
  accident: {
    kind: 'fall', severity: 'high', raisedAt: at, source: 'sensor', evidence: { serial: 'A-1', streamId: 1, from: at, to: later }, state: 'resolved', repeats: 2, lastAt: at,
    acknowledgedBy: { userId: 'u', name: 'n' }, acknowledgedAt: at, arrivedBy: { userId: 'u', name: 'n' }, arrivedAt: at, resolvedBy: { userId: 'u', name: 'n' }, resolvedAt: later, overAt: later, mutedUntil: later,
    escalation: { step: 1, at, nextAt: later }, reason: { rule: 'repeating', value: 20, limit: 18, delayMinutes: 2, times: 3, withinMinutes: 10 }, latencyMs: 80,
    outcome: 'helped', useful: true, note: 'n', history: [{ at, state: 'raised', by: 'u', act: 'raised', name: 'n', note: 'n', told: { count: 1, people: [{ userId: 'u', name: 'n', ways: ['push'] }] } }],
  },
  note: { from: at, to: later, text: 'turned\nover', writtenBy: 'u' },
  partner: { code: 'p', name: 'P', contact: 'c', email: 'p@p.example', phone: '1', address: 'a', note: 'n', domainIds: ['d'], margin: 0.2, state: 'paused' },
  bill: {
    number: '1', month: '2026-11', recipient: { kind: 'partner', id: 'p', name: 'P', address: 'a', isPerson: false }, issuer: { name: 'I', address: 'a', contact: 'c', bank: 'b' }, timeZone: 'Asia/Tokyo',
    lines: [{ kind: 'deviceDays', what: 'w', customerId: 'c', customerName: 'C', quantity: 2, unitPrice: 500, amount: 1000, taxPercent: 10, evidence: [{ serial: 'A-1', roomId: 'r', roomName: 'R', days: [1, 2] }] }], subtotal: 1000,
    tax: [{ percent: 10, subtotal: 1000, amount: 100 }], total: 1100, dueDays: 30, state: 'void', issuedAt: at, dueAt: later, paidOn: '2026-12-01', registrationNumber: 'T9234567890123',
    cancellation: { number: '2', issuedAt: later, reason: 'r' },
  },
  billTerms: {
    issuerName: 'I', registrationNumber: 'T9234567890123', address: 'a', contact: 'c', bank: 'b', dueDays: 30, unitPrice: 100, taxPercent: 10, prices: [{ typeId: 't', unitPrice: 0, taxPercent: 8 }],
  },
};
