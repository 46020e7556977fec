/** Parts of a call with a hand-written example. */
type CallExample = {
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
  readonly reply?: unknown;
};

/** The room after a command, shortened. */
const ROOM = {
  path: 'room/room-101',
  data: { name: '101', domainId: 'sakura-home' },
  createdAt: '2026-01-08T02:15:00.000Z',
  updatedAt: '2026-03-14T22:42:10.000Z',
  version: '482113',
};

const ACCIDENT = {
  id: 'b3f1c2d4-5e6f-4a7b-8c9d-0e1f2a3b4c5d',
  kind: 'bedExit',
  severity: 'high',
  state: 'acknowledged',
  repeats: 1,
  by: 'Hanako Sato',
  own: true,
  raisedAt: '2026-03-14T22:41:07.000Z',
  mutedUntil: null,
  resolvedAt: null,
  outcome: null,
  useful: null,
  mayReopen: false,
  documents: [ROOM],
};
const RAISED = { ...ACCIDENT, state: 'raised', by: null, own: false };
const ARRIVED = { ...ACCIDENT, state: 'arrived' };
const RESOLVED = {
  ...ACCIDENT,
  state: 'resolved',
  resolvedAt: '2026-03-14T22:49:30.000Z',
  outcome: 'helped',
  useful: true,
  mayReopen: true,
};

/** A query to the document layer, as `list` and `count` send it. */
const QUERY = {
  collection: 'room',
  filters: [{ field: ['domainId'], op: '==', value: 'sakura-home' }],
  orderBy: [{ field: ['name'], direction: 'asc' }],
};

const SIGNED_OUT = {
  user: null,
  pending: null,
  ended: null,
  waysIn: {
    password: true,
    line: false,
    google: false,
    saml: false,
    passkey: true,
    anonymous: false,
    signUp: false,
    registerDomain: false,
    domainByMail: false,
    passwordReset: true,
  },
  reach: [],
  hasOwnHome: false,
  demonstrationAccounts: [],
};

/**
 * Hand-written examples by operation id, for calls whose composed example would be unclear or
 * contradictory. A missing part is composed from its schema.
 */
export const CALL_EXAMPLES: Readonly<Record<string, CallExample>> = {
  'accident.report': {
    body: { kind: 'staffReport', severity: 'medium', note: 'Found sitting on the floor, unhurt.' },
    reply: { ...RAISED, kind: 'staffReport', severity: 'medium' },
  },
  'accident.withdraw': { reply: RAISED },
  'accident.arrive': { reply: ARRIVED },
  'accident.resolve': { reply: RESOLVED },
  'accident.useful': { body: { useful: true }, reply: RESOLVED },
  'accident.reopen': { reply: ARRIVED },
  'accident.mute': { reply: { ...ACCIDENT, mutedUntil: '2026-03-14T22:46:07.000Z' } },
  'document.list': { body: { query: { ...QUERY, limit: 50 } } },
  'document.count': { body: { query: QUERY } },
  'document.commit': {
    body: {
      writes: [
        {
          kind: 'update',
          path: 'room/room-101',
          fields: [{ field: ['floor'], value: '1' }],
          precondition: { version: '482110' },
        },
      ],
    },
  },
  'device.alike': {
    reply: {
      documents: [
        {
          path: 'device/YM-2041',
          data: { serial: 'YM-2041', name: 'Bed sensor 101' },
          createdAt: '2026-03-01T09:00:00.000Z',
          updatedAt: '2026-03-01T09:00:00.000Z',
          version: '401220',
        },
      ],
    },
  },
  'import.undo': { body: {} },
  'import.cancel': { body: {} },
  'import.discard': { body: {} },
  'organisation.overview': {
    query: { text: 'sakura', kind: 'facility', sort: 'rooms', limit: 50 },
  },
  'rehearsal.run': {
    body: {
      place: { kind: 'room', roomId: 'room-101' },
      overrides: { 'accident.bedExit.delayMinutes': 10 },
      nights: 14,
    },
  },
  'session.confirm': { body: { kind: 'password', password: 'correct horse battery staple' } },
  'session.leaveSecondFactor': { reply: SIGNED_OUT },
  'session.proveSecondFactor': { body: { kind: 'totp', code: '492817' } },
  'session.signOut': { reply: SIGNED_OUT },
};
