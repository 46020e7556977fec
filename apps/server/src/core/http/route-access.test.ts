import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { AccessLevelName } from '@yamori/domain';
import { startLiveFixture, type LiveFixture } from '../../testing/live-fixture.ts';
import {
  deviceAt,
  LEVELS,
  plantTree,
  PLACES,
  roomAt,
  SHARED_PLACE,
  type Place,
  type TreeMembers,
} from '../../testing/organisation-tree.ts';
import { listRoutes } from '../../testing/route-list.ts';
import { formatUploadMetadata } from '../../testing/tus-upload.ts';

type Visitor = AccessLevelName | 'signedOut';
type Call = {
  readonly url: string;
  readonly payload?: object;
  readonly headers?: Readonly<Record<string, string>>;
};
/**
 * Expected response of a route, by visitor and place. `shows`: whether it contains the requested
 * room.
 */
type Row = {
  readonly call: (place: Place) => Call;
  readonly status: (visitor: Visitor, place: Place) => number;
  readonly shows?: (visitor: Visitor, place: Place) => boolean;
};

const MANAGERS: Visitor[] = ['administrator', 'privilegeAdministrator', 'ownerAdministrator'];
const CARE: Visitor[] = ['generalStaff', ...MANAGERS];
const AGENCY: Visitor[] = ['agency', 'agencyAdmin'];
const MAKER: Visitor[] = ['developer', 'seniorDeveloper'];
const isReached = (place: Place): boolean => place === 'own' || place === 'below';

/** Written from the specification, not from the rules. */
const seesRoom = (visitor: Visitor, place: Place): boolean =>
  MAKER.includes(visitor) ||
  ([...CARE, ...AGENCY].includes(visitor) && isReached(place)) ||
  (visitor === 'individualUser' && place === SHARED_PLACE);
const commands =
  (may: readonly Visitor[]) =>
  (visitor: Visitor, place: Place): number => {
    if (visitor === 'signedOut') return 401;
    if (!seesRoom(visitor, place)) return 404;
    return may.includes(visitor) ? 200 : 403;
  };
const seesDomain = (visitor: Visitor, place: Place): boolean =>
  MAKER.includes(visitor) ||
  ([...CARE, ...AGENCY].includes(visitor) && isReached(place)) ||
  (visitor === 'individualUser' && place === 'own');
/**
 * The row moves `below` to its current parent, and every other place to `above`, which only the
 * maker sees. Members cannot move their own organisation. Developers move organisations between
 * resellers only.
 */
const movesDomain = (visitor: Visitor, place: Place): number => {
  if (visitor === 'signedOut') return 401;
  if (MAKER.includes(visitor)) {
    if (visitor === 'developer' || place === 'own') return 403;
    return place === 'foreign' || place === 'above' ? 400 : 204;
  }
  if (place !== 'below' || !seesDomain(visitor, place)) return 404;
  return ['privilegeAdministrator', 'ownerAdministrator'].includes(visitor) ? 204 : 403;
};
/**
 * Only members with all permissions in an organisation register its identity providers; access from
 * another organisation is not enough.
 */
const managesProviders =
  (status: number) =>
  (visitor: Visitor, place: Place): number => {
    if (visitor === 'signedOut') return 401;
    if (!seesDomain(visitor, place)) return 404;
    return place === 'own' &&
      ['privilegeAdministrator', 'ownerAdministrator', 'agencyAdmin', 'seniorDeveloper'].includes(
        visitor,
      )
      ? status
      : 403;
  };
const START_SIGN_IN = { intent: 'signIn', flow: 'redirect', next: '/', popupId: null };
const SAML_PROVIDER = {
  id: 'nothing',
  name: 'Nothing',
  entityId: 'https://idp.example',
  signInUrl: 'https://idp.example/sso',
  certificates: ['no certificate'],
  allowIdpInitiated: false,
  emailAttribute: null,
  nameAttribute: null,
  joinLevel: null,
};
/** Expects `status` where `of` expects 200. */
const instead =
  (status: number, of: (visitor: Visitor, place: Place) => number) =>
  (visitor: Visitor, place: Place): number =>
    of(visitor, place) === 200 ? status : of(visitor, place);
const signedIn =
  (status: number) =>
  (visitor: Visitor): number =>
    visitor === 'signedOut' ? 401 : status;
const readsDocs = (visitor: Visitor): number => {
  if (visitor === 'signedOut') return 401;
  return visitor === 'requestMfa' ? 403 : 200;
};
const always = (status: number) => (): number => status;
const signedOutOnly =
  (status: number) =>
  (visitor: Visitor): number =>
    visitor === 'signedOut' ? status : 409;
const TO_NOBODY = { email: 'nobody@nowhere.example', language: 'ja' };
const NEWCOMER = {
  kind: 'newcomer',
  address: { kind: 'said', email: 'nobody@nowhere.example' },
  name: 'Nobody',
  password: 'x',
  language: 'ja',
};
const INVITERS: Visitor[] = [...MANAGERS, 'agencyAdmin', ...MAKER];
/**
 * Resellers manage only the members of their own organisation. A member without a required second
 * factor can access nothing.
 */
const managesPeople = (visitor: Visitor, place: Place): number => {
  if (visitor === 'signedOut') return 401;
  if (!MAKER.includes(visitor) && (visitor === 'requestMfa' || !isReached(place))) return 404;
  if (visitor === 'agencyAdmin') return place === 'own' ? 200 : 403;
  return INVITERS.includes(visitor) ? 200 : 403;
};
const managesMember =
  (status: number) =>
  (visitor: Visitor, place: Place): number => {
    if (visitor === 'signedOut') return 401;
    if (MAKER.includes(visitor)) return status;
    if (
      !(CARE.includes(visitor) && isReached(place)) &&
      !(AGENCY.includes(visitor) && place === 'own')
    )
      return 404;
    // The target is a carer, whom resellers do not manage even in their own organisation.
    return MANAGERS.includes(visitor) ? status : 403;
  };
/** Visitors who do not manage the members receive fewer fields (members.test.ts). */
const listsMembers = (visitor: Visitor, place: Place): number => {
  if (visitor === 'signedOut') return 401;
  if (!MAKER.includes(visitor) && (visitor === 'requestMfa' || !isReached(place))) return 404;
  return INVITERS.includes(visitor) ? 200 : 403;
};
const page = (url: string): Row => ({ call: () => ({ url }), status: always(200) });
const NO_PASSKEY = {
  id: 'x',
  rawId: 'x',
  type: 'public-key',
  clientExtensionResults: {},
  response: { clientDataJSON: 'x', attestationObject: 'x' },
};
const oneRoom = (place: Place) => ({
  collection: 'room',
  filters: [{ field: ['documentReferenceId'], op: '==', value: roomAt(place) }],
});

/** Registration, without a session. This server has no mail and requires an invitation. */
const REGISTRATION_ROWS: Readonly<Record<string, Row>> = {
  'POST /api/registration/address-proof': {
    call: () => ({
      url: '/api/registration/address-proof',
      payload: { ...TO_NOBODY, purpose: { kind: 'signUp' } },
    }),
    status: always(400),
  },
  'POST /api/registration/mailed-link': {
    call: () => ({
      url: '/api/registration/mailed-link',
      payload: { token: 'nothing', kind: 'resetPassword' },
    }),
    status: always(404),
  },
  'POST /api/registration/sign-up': {
    call: () => ({ url: '/api/registration/sign-up', payload: { applicant: NEWCOMER } }),
    status: signedOutOnly(403),
  },
  'POST /api/registration/anonymous': {
    call: () => ({ url: '/api/registration/anonymous', payload: { language: 'ja' } }),
    status: signedOutOnly(403),
  },
  'POST /api/registration/password-reset': {
    call: () => ({ url: '/api/registration/password-reset', payload: TO_NOBODY }),
    status: always(400),
  },
  'POST /api/registration/password-reset/complete': {
    call: () => ({
      url: '/api/registration/password-reset/complete',
      payload: { token: 'nothing', password: 'x' },
    }),
    status: always(404),
  },
  'POST /api/registration/domain': {
    call: () => ({
      url: '/api/registration/domain',
      payload: { code: null, organisation: { name: 'x' }, applicant: NEWCOMER },
    }),
    status: signedOutOnly(403),
  },
  'GET /api/invitations': {
    call: () => ({ url: '/api/invitations' }),
    status: (visitor) => (visitor === 'signedOut' ? 401 : INVITERS.includes(visitor) ? 200 : 403),
  },
  'POST /api/invitations': {
    call: (place) => ({
      url: '/api/invitations',
      payload: {
        kind: 'member',
        domainId: place,
        accessLevel: 2,
        label: '',
        mailTo: null,
        days: 7,
        language: 'ja',
      },
    }),
    status: (visitor, place) =>
      visitor === 'agencyAdmin' && place === 'own' ? 403 : managesPeople(visitor, place),
  },
  'POST /api/invitations/:invitationId/revoke': {
    call: () => ({ url: '/api/invitations/nothing/revoke' }),
    status: signedIn(404),
  },
  'POST /api/invitations/view': {
    call: () => ({ url: '/api/invitations/view', payload: { code: 'nothing', domainId: null } }),
    status: always(404),
  },
  'POST /api/invitations/accept': {
    call: () => ({
      url: '/api/invitations/accept',
      payload: { code: 'nothing', domainId: 'own', applicant: NEWCOMER },
    }),
    status: signedOutOnly(404),
  },
  'POST /api/invitations/begin': {
    call: () => ({
      url: '/api/invitations/begin',
      payload: { code: 'nothing', domainId: 'own', name: 'x', language: 'ja' },
    }),
    status: signedOutOnly(404),
  },
  'GET /api/one-time-links': {
    call: (place) => ({ url: `/api/one-time-links?domainId=${place}` }),
    status: managesPeople,
  },
  'POST /api/one-time-links': {
    call: (place) => ({
      url: '/api/one-time-links',
      payload: {
        subject: { kind: 'report', domainId: place, report: `report-${place}` },
        label: 'x',
        hours: 1,
      },
    }),
    status: managesPeople,
  },
  'POST /api/one-time-links/:linkId/revoke': {
    call: () => ({ url: '/api/one-time-links/nothing/revoke' }),
    status: signedIn(404),
  },
  'POST /api/one-time-links/view': {
    call: () => ({ url: '/api/one-time-links/view', payload: { token: 'nothing' } }),
    status: always(404),
  },
  'GET /api/one-time-links/current': {
    call: () => ({ url: '/api/one-time-links/current' }),
    status: signedIn(404),
  },
  'POST /api/session/one-time': {
    call: () => ({ url: '/api/session/one-time', payload: { token: 'nothing', language: 'ja' } }),
    status: signedOutOnly(404),
  },
  'GET /api/account/profile': {
    call: () => ({ url: '/api/account/profile' }),
    status: signedIn(200),
  },
  'POST /api/account/profile': {
    call: () => ({ url: '/api/account/profile', payload: {} }),
    status: signedIn(200),
  },
  'POST /api/account/email': {
    call: () => ({ url: '/api/account/email', payload: TO_NOBODY }),
    status: signedIn(400),
  },
  'POST /api/account/email/complete': {
    call: () => ({ url: '/api/account/email/complete', payload: { token: 'nothing' } }),
    status: signedIn(404),
  },
  'POST /api/account/photo': {
    call: () => ({ url: '/api/account/photo', payload: {} }),
    status: signedIn(415),
  },
  'POST /api/account/photo/remove': {
    call: () => ({ url: '/api/account/photo/remove', payload: {} }),
    status: signedIn(204),
  },
  'GET /api/account/photo/:userId': {
    call: (place) => ({ url: `/api/account/photo/staff-${place}` }),
    status: signedIn(404),
  },
  'GET /api/account/deletion': {
    call: () => ({ url: '/api/account/deletion' }),
    status: signedIn(200),
  },
};

/** Administration of all organisations by the maker. */
const makerOnly =
  (status: number) =>
  (visitor: Visitor): number =>
    visitor === 'signedOut' ? 401 : MAKER.includes(visitor) ? status : 403;
const FLEET_ROWS: Readonly<Record<string, Row>> = {
  'GET /api/fleet': { call: () => ({ url: '/api/fleet' }), status: makerOnly(200) },
  'GET /metrics': { call: () => ({ url: '/metrics' }), status: makerOnly(200) },
  'GET /api/fleet/server': { call: () => ({ url: '/api/fleet/server' }), status: makerOnly(200) },
  'GET /api/jobs': { call: () => ({ url: '/api/jobs?state=failed' }), status: makerOnly(200) },
  'POST /api/jobs/:jobId/retry': {
    call: () => ({ url: '/api/jobs/0f8fad5b-d9cb-469f-a165-70867728950e/retry' }),
    status: makerOnly(404),
  },
  'GET /api/domains/overview': {
    call: () => ({ url: '/api/domains/overview' }),
    status: makerOnly(200),
  },
  'GET /api/parameters/overrides': {
    call: () => ({ url: '/api/parameters/overrides' }),
    status: makerOnly(200),
  },
  'GET /api/parameters/:key/overrides': {
    call: () => ({ url: '/api/parameters/accident.fall.enabled/overrides' }),
    status: makerOnly(200),
  },
  'GET /api/devices/:serial/recorded': {
    call: (place) => ({ url: `/api/devices/${deviceAt(place)}/recorded` }),
    status: commands(MAKER),
  },
};

/**
 * Only an agency's own administrators and the maker may use its area. Agency members get 403 for an
 * agency that they can access; everyone else gets 404.
 */
const runsAgency =
  (status: number) =>
  (visitor: Visitor, place: Place): number => {
    if (visitor === 'signedOut') return 401;
    if (MAKER.includes(visitor) || (visitor === 'agencyAdmin' && place === 'own')) return status;
    return AGENCY.includes(visitor) && isReached(place) ? 403 : 404;
  };
const ofAgency = (path: string, status: number, payload?: object): Row => ({
  call: (place) => ({
    url: `/api/agencies/${place}/${path}`,
    ...(payload === undefined ? {} : { payload }),
  }),
  status: runsAgency(status),
});
/** The tree's bills are drafts. */
const AGENCY_ROWS: Readonly<Record<string, Row>> = {
  'GET /api/agencies/:domainId/statistics': ofAgency('statistics?months=1', 200),
  'GET /api/agencies/:domainId/devices': ofAgency('devices', 200),
  'GET /api/agencies/:domainId/customers': ofAgency('customers', 200),
  'POST /api/agencies/:domainId/bills/generate': ofAgency('bills/generate', 200, {
    month: '2020-01',
  }),
  'POST /api/agencies/:domainId/bills/:billId/issue': ofAgency('bills/1/issue', 409, {
    updatedAt: '2020-01-01T00:00:00.000Z',
  }),
  'POST /api/agencies/:domainId/bills/:billId/void': ofAgency('bills/1/void', 409, { reason: 'x' }),
  'POST /api/agencies/:domainId/bills/:billId/payment': ofAgency('bills/1/payment', 409, {
    paidOn: null,
  }),
  'POST /api/agencies/:domainId/bills/:billId/removal': ofAgency('bills/nothing/removal', 404),
  'GET /api/agencies/:domainId/bills/:billId/paper': ofAgency('bills/1/paper', 200),
  'GET /api/agencies/:domainId/bills/late': ofAgency('bills/late', 200),
};

const TUS = { 'tus-resumable': '1.0.0' };
const IMPORTED = 'c'.repeat(64);
const importAt = (place: Place, command: string): string =>
  `/api/rooms/${roomAt(place)}/imports/${IMPORTED}/${command}`;
/** General staff and above import into rooms that they see; individuals see theirs but cannot. */
const imports =
  (status: number) =>
  (visitor: Visitor, place: Place): number => {
    if (visitor === 'signedOut') return 401;
    if (!seesRoom(visitor, place)) return 404;
    return visitor === 'individualUser' ? 403 : status;
  };

/** Imports of files. Those of the fixture are done, and their original files deleted. */
const IMPORT_ROWS: Readonly<Record<string, Row>> = {
  'OPTIONS /api/uploads': { call: () => ({ url: '/api/uploads' }), status: always(204) },
  'POST /api/uploads': {
    call: (place) => ({
      url: '/api/uploads',
      headers: {
        ...TUS,
        'upload-length': '0',
        'upload-metadata': formatUploadMetadata({
          roomId: roomAt(place),
          fileName: 'night.edf',
          sha256: 'd'.repeat(64),
        }),
      },
    }),
    status: imports(400),
  },
  'PATCH /api/uploads/:uploadId': {
    call: () => ({
      url: '/api/uploads/nothing',
      headers: { ...TUS, 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' },
    }),
    status: signedIn(404),
  },
  'DELETE /api/uploads/:uploadId': {
    call: () => ({ url: '/api/uploads/nothing', headers: TUS }),
    status: signedIn(404),
  },
  'POST /api/rooms/:roomId/imports/:sha256/start': {
    call: (place) => ({ url: importAt(place, 'start'), payload: {} }),
    status: imports(409),
  },
  'POST /api/rooms/:roomId/imports/:sha256/rerun': {
    call: (place) => ({ url: importAt(place, 'rerun'), payload: {} }),
    status: imports(400),
  },
  'POST /api/rooms/:roomId/imports/:sha256/undo': {
    call: (place) => ({ url: importAt(place, 'undo'), payload: {} }),
    status: imports(400),
  },
  'POST /api/rooms/:roomId/imports/:sha256/cancel': {
    call: (place) => ({ url: importAt(place, 'cancel'), payload: {} }),
    status: imports(409),
  },
  'POST /api/rooms/:roomId/imports/:sha256/discard': {
    call: (place) => ({ url: importAt(place, 'discard'), payload: {} }),
    status: imports(409),
  },
  'POST /api/rooms/:roomId/imports/:sha256/clock': {
    call: (place) => ({ url: importAt(place, 'clock') }),
    status: imports(409),
  },
  'GET /api/rooms/:roomId/imports/:sha256/original': {
    call: (place) => ({ url: importAt(place, 'original') }),
    status: imports(400),
  },
  // Proposes only rooms into which the visitor may import.
  'POST /api/imports/proposal': {
    call: (place) => ({
      url: '/api/imports/proposal',
      payload: { serial: deviceAt(place), from: null, to: null },
    }),
    status: signedIn(200),
    shows: (visitor, place) => visitor !== 'individualUser' && seesRoom(visitor, place),
  },
};

/**
 * CSV imports into accessible organisations. Forbidden to individuals and to members without a
 * required second factor.
 */
const bringsTables = (visitor: Visitor, place: Place): number => {
  if (visitor === 'signedOut') return 401;
  if (![...CARE, ...AGENCY, ...MAKER].includes(visitor)) return 403;
  return MAKER.includes(visitor) || isReached(place) ? 200 : 404;
};
const CSV_IMPORT_OF_NOBODY = '/api/csv-imports/0f8fad5b-d9cb-469f-a165-70867728950e';
let csvImports = 0;
const CSV_IMPORT_ROWS: Readonly<Record<string, Row>> = {
  'POST /api/csv-imports': {
    call: (place) => ({
      url: '/api/csv-imports',
      payload: {
        importId: `0f8fad5b-d9cb-469f-a165-${String(csvImports++).padStart(12, '0')}`,
        kind: 'room',
        domainId: place,
        fileName: 'rooms.csv',
        language: 'ja',
      },
    }),
    status: bringsTables,
  },
  'GET /api/csv-imports': { call: () => ({ url: '/api/csv-imports' }), status: signedIn(200) },
  'GET /api/csv-imports/:importId': {
    call: () => ({ url: CSV_IMPORT_OF_NOBODY }),
    status: signedIn(404),
  },
  'POST /api/csv-imports/:importId/rows': {
    call: () => ({
      url: `${CSV_IMPORT_OF_NOBODY}/rows`,
      payload: { rows: [{ row: 2, cells: { name: '201' } }] },
    }),
    status: signedIn(404),
  },
  'GET /api/csv-imports/:importId/rows': {
    call: () => ({ url: `${CSV_IMPORT_OF_NOBODY}/rows?outcome=refused` }),
    status: signedIn(404),
  },
  'POST /api/csv-imports/:importId/start': {
    call: () => ({
      url: `${CSV_IMPORT_OF_NOBODY}/start`,
      payload: { existing: 'skip', leftOut: [] },
    }),
    status: signedIn(404),
  },
  'POST /api/csv-imports/:importId/cancel': {
    call: () => ({ url: `${CSV_IMPORT_OF_NOBODY}/cancel` }),
    status: signedIn(404),
  },
  'POST /api/csv-imports/:importId/undo': {
    call: () => ({ url: `${CSV_IMPORT_OF_NOBODY}/undo` }),
    status: signedIn(404),
  },
};

const TIMELINE_RANGE = 'from=1767225600000&to=1767229200000';
/** Recorded signals, for everyone who sees the room. */
const TIMELINE_ROWS: Readonly<Record<string, Row>> = {
  'GET /api/rooms/:roomId/timeline': {
    call: (place) => ({
      url: `/api/rooms/${roomAt(place)}/timeline?${TIMELINE_RANGE}&columns=100&streams=${deviceAt(place)}:1`,
    }),
    status: commands(['individualUser', ...CARE, ...AGENCY, ...MAKER]),
  },
  'GET /api/rooms/:roomId/timeline/streams': {
    call: (place) => ({ url: `/api/rooms/${roomAt(place)}/timeline/streams?${TIMELINE_RANGE}` }),
    status: commands(['individualUser', ...CARE, ...AGENCY, ...MAKER]),
  },
};

const analysesNights = (visitor: Visitor, place: Place): number => {
  const status = commands([...CARE, ...MAKER])(visitor, place);
  return status === 200 ? 202 : status;
};
/**
 * Results of nights: everyone who sees the room reads them; carers and the maker recompute them.
 */
const NIGHT_ROWS: Readonly<Record<string, Row>> = {
  'POST /api/rooms/:roomId/nights/analyse': {
    call: (place) => ({
      url: `/api/rooms/${roomAt(place)}/nights/analyse`,
      payload: { from: '2026-01-01', to: '2026-01-02' },
    }),
    status: analysesNights,
  },
  'GET /api/rooms/:roomId/nights/:night/versions': {
    call: (place) => ({ url: `/api/rooms/${roomAt(place)}/nights/2026-01-01/versions` }),
    status: commands(['individualUser', ...CARE, ...AGENCY, ...MAKER]),
  },
  'GET /api/rooms/:roomId/nights/:night/versions/:version': {
    call: (place) => ({ url: `/api/rooms/${roomAt(place)}/nights/2026-01-01/versions/1` }),
    status: (visitor) => (visitor === 'signedOut' ? 401 : 404),
  },
  'POST /api/nights/figures': {
    call: (place) => ({
      url: '/api/nights/figures',
      payload: { roomIds: [roomAt(place)], nights: { kind: 'newest', count: 2 }, figures: ['TST'] },
    }),
    status: signedIn(200),
    shows: seesRoom,
  },
};

/** Everyone may export what they see. The fixture's rooms contain no recordings. */
const EXPORT_ROWS: Readonly<Record<string, Row>> = {
  'GET /api/rooms/:roomId/export': {
    call: (place) => ({ url: `/api/rooms/${roomAt(place)}/export?${TIMELINE_RANGE}&format=edf` }),
    status: (visitor, place) =>
      visitor === 'signedOut' ? 401 : seesRoom(visitor, place) ? 400 : 404,
  },
  'POST /api/domains/:domainId/night-table': {
    call: (place) => ({
      url: `/api/domains/${place}/night-table`,
      payload: { from: '2026-01-01', to: '2026-01-14', rooms: 2 },
    }),
    status: (visitor, place) =>
      visitor === 'signedOut' ? 401 : seesDomain(visitor, place) ? 204 : 404,
  },
};

/**
 * Reports of an organisation and all below it, for general staff and above. The fixture has no
 * saved reports.
 */
const reports =
  (status: number) =>
  (visitor: Visitor, place: Place): number => {
    if (visitor === 'signedOut') return 401;
    if (![...CARE, ...AGENCY, ...MAKER].includes(visitor)) return 403;
    return MAKER.includes(visitor) || isReached(place) ? status : 404;
  };
const savedReports = (visitor: Visitor): number =>
  visitor === 'signedOut' ? 401 : [...CARE, ...AGENCY, ...MAKER].includes(visitor) ? 404 : 403;
const createReport = (place: Place) => ({ domainId: place, period: { kind: 'newest', nights: 7 } });
const REPORT_ROWS: Readonly<Record<string, Row>> = {
  'POST /api/reports/read': {
    call: (place) => ({ url: '/api/reports/read', payload: createReport(place) }),
    status: reports(200),
  },
  'POST /api/reports/file': {
    call: (place) => ({
      url: '/api/reports/file',
      payload: { filter: createReport(place), format: 'csv' },
    }),
    status: reports(200),
  },
  'GET /api/reports/saved': {
    call: (place) => ({ url: `/api/reports/saved?domainId=${place}` }),
    status: reports(200),
  },
  'POST /api/reports/saved': {
    call: (place) => ({
      url: '/api/reports/saved',
      payload: { name: 'x', isShared: false, filter: createReport(place) },
    }),
    status: reports(200),
  },
  'GET /api/reports/saved/:id': {
    call: () => ({ url: '/api/reports/saved/nothing' }),
    status: savedReports,
  },
  'POST /api/reports/saved/:id/file': {
    call: () => ({ url: '/api/reports/saved/nothing/file', payload: { format: 'csv' } }),
    status: savedReports,
  },
  'POST /api/reports/saved/:id/name': {
    call: () => ({
      url: '/api/reports/saved/nothing/name',
      payload: { name: 'x', isShared: true },
    }),
    status: savedReports,
  },
  'POST /api/reports/saved/:id/schedule': {
    call: () => ({ url: '/api/reports/saved/nothing/schedule', payload: { schedule: null } }),
    status: savedReports,
  },
  'POST /api/reports/saved/:id/removal': {
    call: () => ({ url: '/api/reports/saved/nothing/removal' }),
    status: savedReports,
  },
};

/**
 * Devices: administrators set them up, carers assign them to rooms. The fixture's devices have been
 * used, so none can be deleted.
 */
const DEVICE_ROWS: Readonly<Record<string, Row>> = {
  'POST /api/devices': {
    call: (place) => ({
      url: '/api/devices',
      payload: {
        serial: deviceAt(place),
        typeId: 'bed',
        name: '',
        domainId: place,
        roomId: null,
        connection: 'network',
      },
    }),
    status: (visitor, place) => {
      if (visitor === 'signedOut') return 401;
      return MAKER.includes(visitor) ||
        ([...MANAGERS, ...AGENCY].includes(visitor) && isReached(place))
        ? 409
        : 403;
    },
  },
  'POST /api/devices/:serial/room': {
    call: (place) => ({
      url: `/api/devices/${deviceAt(place)}/room`,
      payload: { roomId: roomAt(place) },
    }),
    status: instead(204, commands([...CARE, ...AGENCY, ...MAKER])),
  },
  'POST /api/devices/:serial/retirement': {
    call: (place) => ({
      url: `/api/devices/${deviceAt(place)}/retirement`,
      payload: { retired: false },
    }),
    status: instead(204, commands([...MANAGERS, ...AGENCY, ...MAKER])),
  },
  'POST /api/devices/:serial/removal': {
    call: (place) => ({ url: `/api/devices/${deviceAt(place)}/removal` }),
    status: instead(409, commands([...MANAGERS, ...AGENCY, ...MAKER])),
  },
  'GET /api/devices/:serial/stays': {
    call: (place) => ({ url: `/api/devices/${deviceAt(place)}/stays` }),
    status: commands(['individualUser', ...CARE, ...AGENCY, ...MAKER]),
  },
  // Similar serials that the visitor cannot see are left out.
  'GET /api/devices/:serial/alike': {
    call: (place) => ({ url: `/api/devices/${deviceAt(place)}/alike` }),
    status: signedIn(200),
  },
  'GET /api/rooms/:roomId/stays': {
    call: (place) => ({ url: `/api/rooms/${roomAt(place)}/stays` }),
    status: commands(['individualUser', ...CARE, ...AGENCY, ...MAKER]),
  },
  'GET /api/device-address': {
    call: () => ({ url: '/api/device-address' }),
    status: signedIn(200),
  },
};

/**
 * Responses to alarms, in an order in which each is possible. modules/alarms tests who may take one
 * back.
 */
const accidentRow = (verb: string, payload: object = {}): Row => ({
  call: (place) => ({ url: `/api/rooms/${roomAt(place)}/accidents/a/${verb}`, payload }),
  status: commands([...CARE, ...MAKER]),
});
const ACCIDENT_ROWS: Readonly<Record<string, Row>> = {
  // The fixture has no bed exit: the first visitor reports one, the others join it.
  'POST /api/rooms/:roomId/accidents': {
    call: (place) => ({
      url: `/api/rooms/${roomAt(place)}/accidents`,
      payload: { kind: 'bedExit', note: 'seen' },
    }),
    status: commands([...CARE, ...MAKER]),
  },
  'GET /api/rooms/:roomId/accident-usefulness': {
    call: (place) => ({
      url: `/api/rooms/${roomAt(place)}/accident-usefulness?scope=room&from=2026-01-01T00:00:00Z&to=2026-02-01T00:00:00Z`,
    }),
    status: commands(['individualUser', ...CARE, ...AGENCY, ...MAKER]),
  },
  'POST /api/rehearsals': {
    call: (place) => ({
      url: '/api/rehearsals',
      payload: { place: { kind: 'room', roomId: roomAt(place) }, overrides: {}, nights: 1 },
    }),
    status: (visitor, place) => {
      const status = commands([...MANAGERS, ...AGENCY, ...MAKER])(visitor, place);
      return status === 200 && !MAKER.includes(visitor) && !isReached(place) ? 403 : status;
    },
  },
  'POST /api/rooms/:roomId/accidents/:accidentId/mute': accidentRow('mute', {
    minutes: 3,
    reason: 'attended',
  }),
  'POST /api/rooms/:roomId/accidents/:accidentId/note': accidentRow('note', { note: 'n' }),
  'POST /api/rooms/:roomId/accidents/:accidentId/useful': accidentRow('useful', { useful: true }),
  'POST /api/rooms/:roomId/accidents/:accidentId/heard': accidentRow('heard'),
  'POST /api/rooms/:roomId/accidents/:accidentId/explain': {
    ...accidentRow('explain', { cause: 'network' }),
    status: commands(MANAGERS),
  },
  'POST /api/rooms/:roomId/accidents/:accidentId/withdraw': accidentRow('withdraw'),
  'POST /api/rooms/:roomId/accidents/:accidentId/reopen': accidentRow('reopen'),
  'POST /api/rooms/:roomId/accidents/:accidentId/acknowledge': accidentRow('acknowledge'),
  'POST /api/rooms/:roomId/accidents/:accidentId/arrive': accidentRow('arrive'),
  'POST /api/rooms/:roomId/accidents/:accidentId/resolve': accidentRow('resolve', {
    outcome: 'helped',
  }),
};

/** The member's own notification channels. This server has no push service. */
const NOTICE_ROWS: Readonly<Record<string, Row>> = {
  'GET /api/notices/ways': { call: () => ({ url: '/api/notices/ways' }), status: signedIn(200) },
  'POST /api/notices/browsers': {
    call: () => ({
      url: '/api/notices/browsers',
      payload: {
        endpoint: 'https://push.example/x',
        keys: { p256dh: 'a'.repeat(87), auth: 'a'.repeat(22) },
      },
    }),
    status: signedIn(400),
  },
  'GET /api/domains/:domainId/notice-reach': {
    call: (place) => ({ url: `/api/domains/${place}/notice-reach` }),
    status: (visitor, place) =>
      visitor === 'signedOut'
        ? 401
        : !seesDomain(visitor, place)
          ? 404
          : [...MANAGERS, ...AGENCY, ...MAKER].includes(visitor)
            ? 200
            : 403,
  },
  'POST /api/notices/browsers/remove': {
    call: () => ({
      url: '/api/notices/browsers/remove',
      payload: { endpoint: 'https://push.example/x' },
    }),
    status: signedIn(204),
  },
};

const ROWS: Readonly<Record<string, Row>> = {
  'GET /healthz': page('/healthz'),
  'GET /readyz': page('/readyz'),
  'GET /': page('/'),
  'GET /index.html': page('/index.html'),
  'GET /*': page('/sw.js'),
  'GET /api/session': page('/api/session'),
  'GET /api/session/list': { call: () => ({ url: '/api/session/list' }), status: signedIn(200) },
  'POST /api/session/sign-in': {
    call: () => ({ url: '/api/session/sign-in', payload: { email: 'nobody' } }),
    status: always(400),
  },
  'POST /api/session/end': {
    call: () => ({ url: '/api/session/end', payload: { sessionId: 'of-somebody-else' } }),
    status: signedIn(404),
  },
  'POST /api/session/end-others': {
    call: () => ({ url: '/api/session/end-others', payload: {} }),
    status: signedIn(204),
  },
  'POST /api/session/refresh': {
    call: () => ({ url: '/api/session/refresh' }),
    status: always(200),
  },
  'GET /api/docs': { call: () => ({ url: '/api/docs' }), status: readsDocs },
  'GET /api/docs/openapi.json': {
    call: () => ({ url: '/api/docs/openapi.json' }),
    status: readsDocs,
  },
  'GET /api/docs/reader.js': { call: () => ({ url: '/api/docs/reader.js' }), status: readsDocs },
  'GET /api/docs/swagger-ui-bundle.js': {
    call: () => ({ url: '/api/docs/swagger-ui-bundle.js' }),
    status: readsDocs,
  },
  'GET /api/docs/swagger-ui.css': {
    call: () => ({ url: '/api/docs/swagger-ui.css' }),
    status: readsDocs,
  },
  'GET /api/session/history': {
    call: () => ({ url: '/api/session/history' }),
    status: signedIn(200),
  },
  // Without a pending sign-in there is nothing to complete.
  'POST /api/session/second-factor': {
    call: () => ({ url: '/api/session/second-factor', payload: { kind: 'totp', code: '000000' } }),
    status: always(401),
  },
  'POST /api/session/second-factor/passkey-request': {
    call: () => ({ url: '/api/session/second-factor/passkey-request' }),
    status: always(401),
  },
  'POST /api/session/second-factor/leave': {
    call: () => ({ url: '/api/session/second-factor/leave' }),
    status: always(200),
  },
  'POST /api/session/passkey-request': {
    call: () => ({ url: '/api/session/passkey-request' }),
    status: always(200),
  },
  'POST /api/session/passkey': {
    call: () => ({ url: '/api/session/passkey', payload: { assertion: {} } }),
    status: always(400),
  },
  'POST /api/session/confirm': {
    call: () => ({ url: '/api/session/confirm', payload: { kind: 'backupCode', code: 'wrong' } }),
    status: signedIn(401),
  },
  'POST /api/session/confirm/passkey-request': {
    call: () => ({ url: '/api/session/confirm/passkey-request' }),
    status: signedIn(200),
  },
  'GET /api/account/security': {
    call: () => ({ url: '/api/account/security' }),
    status: signedIn(200),
  },
  'POST /api/account/password': {
    call: () => ({ url: '/api/account/password', payload: { current: 'wrong', password: 'x' } }),
    status: signedIn(401),
  },
  'POST /api/account/totp': { call: () => ({ url: '/api/account/totp' }), status: signedIn(200) },
  'POST /api/account/totp/confirm': {
    call: () => ({ url: '/api/account/totp/confirm', payload: { code: 'wrong' } }),
    status: signedIn(401),
  },
  'POST /api/account/passkeys/creation': {
    call: () => ({ url: '/api/account/passkeys/creation' }),
    status: signedIn(200),
  },
  'POST /api/account/passkeys': {
    call: () => ({ url: '/api/account/passkeys', payload: { name: 'x', attestation: NO_PASSKEY } }),
    status: signedIn(400),
  },
  'POST /api/account/passkeys/rename': {
    call: () => ({
      url: '/api/account/passkeys/rename',
      payload: { id: 'of-somebody-else', name: 'x' },
    }),
    status: signedIn(404),
  },
  'POST /api/account/factors/remove': {
    call: () => ({ url: '/api/account/factors/remove', payload: { id: 'of-somebody-else' } }),
    status: signedIn(404),
  },
  'POST /api/account/backup-codes': {
    call: () => ({ url: '/api/account/backup-codes' }),
    status: signedIn(404),
  },
  'GET /api/staff': {
    call: (place) => ({ url: `/api/staff?domainId=${place}` }),
    status: listsMembers,
  },
  // Requires management of general staff; agencies manage only their own members. The fixture's
  // staff have no sign-in accounts.
  'POST /api/staff/:userId/factors/reset': {
    call: (place) => ({
      url: `/api/staff/staff-${place}/factors/reset`,
      payload: { language: 'ja' },
    }),
    status: managesMember(200),
  },
  'POST /api/staff/:userId/password/give': {
    call: (place) => ({
      url: `/api/staff/staff-${place}/password/give`,
      payload: { by: 'hand', language: 'ja' },
    }),
    status: managesMember(400),
  },
  'POST /api/documents/read': {
    call: (place) => ({
      url: '/api/documents/read',
      payload: { paths: [`room/${roomAt(place)}`] },
    }),
    status: signedIn(200),
    shows: seesRoom,
  },
  'POST /api/documents/list': {
    call: (place) => ({ url: '/api/documents/list', payload: { query: oneRoom(place) } }),
    status: signedIn(200),
    shows: seesRoom,
  },
  'POST /api/documents/count': {
    call: (place) => ({ url: '/api/documents/count', payload: { query: oneRoom(place) } }),
    status: signedIn(200),
    shows: seesRoom,
  },
  'POST /api/documents/commit': {
    call: (place) => ({
      url: '/api/documents/commit',
      payload: {
        writes: [
          {
            kind: 'update',
            path: `room/${roomAt(place)}`,
            fields: [{ field: ['floor'], value: '3' }],
          },
        ],
      },
    }),
    status: commands([...CARE, ...AGENCY, ...MAKER]),
  },
  // Runs before devices are placed: the fixture's rooms have none yet.
  'POST /api/rooms/:roomId/test-alarm': {
    call: (place) => ({ url: `/api/rooms/${roomAt(place)}/test-alarm` }),
    status: instead(400, commands([...CARE, ...MAKER])),
  },
  'POST /api/rooms/:roomId/call/answer': {
    call: (place) => ({ url: `/api/rooms/${roomAt(place)}/call/answer` }),
    status: commands([...CARE, ...MAKER]),
  },
  // There is no nurse call. modules/telemetry/live.test.ts tests who may withdraw one.
  'POST /api/rooms/:roomId/call/withdraw': {
    call: (place) => ({ url: `/api/rooms/${roomAt(place)}/call/withdraw` }),
    status: commands([...CARE, ...MAKER]),
  },
  'POST /api/rooms/:roomId/call/finish': {
    call: (place) => ({ url: `/api/rooms/${roomAt(place)}/call/finish` }),
    status: commands([...CARE, ...MAKER]),
  },
  'POST /api/rooms/:roomId/call/reopen': {
    call: (place) => ({ url: `/api/rooms/${roomAt(place)}/call/reopen` }),
    status: commands([...CARE, ...MAKER]),
  },
  'POST /api/update-history/check': {
    call: () => ({ url: '/api/update-history/check' }),
    status: (visitor) =>
      visitor === 'signedOut' ? 401 : visitor === 'seniorDeveloper' ? 200 : 403,
  },
  'POST /api/update-history/export': {
    call: () => ({
      url: '/api/update-history/export',
      payload: { domainId: 'own', from: null, until: null, isFiltered: false },
    }),
    status: (visitor) =>
      visitor === 'signedOut' ? 401 : visitor === 'seniorDeveloper' ? 204 : 403,
  },
  'POST /api/usage': {
    call: () => ({ url: '/api/usage', payload: { views: [], vitals: [] } }),
    status: signedIn(204),
  },
  'GET /api/usage': {
    call: () => ({ url: '/api/usage' }),
    status: (visitor) => (visitor === 'signedOut' ? 401 : MAKER.includes(visitor) ? 200 : 403),
  },
  'GET /api/usage/choice': { call: () => ({ url: '/api/usage/choice' }), status: signedIn(200) },
  'POST /api/usage/choice': {
    call: () => ({ url: '/api/usage/choice', payload: { counted: true } }),
    status: signedIn(200),
  },
  ...DEVICE_ROWS,
  ...FLEET_ROWS,
  ...AGENCY_ROWS,
  ...NOTICE_ROWS,
  'POST /api/devices/:serial/key': {
    call: (place) => ({ url: `/api/devices/${deviceAt(place)}/key` }),
    status: commands([...MANAGERS, ...AGENCY, ...MAKER]),
  },
  // Devices authenticate with their key; a member's session is not accepted.
  'POST /api/devices/:serial/frames': {
    call: (place) => ({ url: `/api/devices/${deviceAt(place)}/frames` }),
    status: always(401),
  },
  'POST /api/devices/:serial/status': {
    call: (place) => ({ url: `/api/devices/${deviceAt(place)}/status`, payload: {} }),
    status: always(401),
  },
  // Sign-in with identity providers: without a session, authenticated by the provider. Only an
  // organisation itself manages its providers.
  'POST /api/sign-in/:way/start': {
    call: () => ({ url: '/api/sign-in/nothing/start', payload: START_SIGN_IN }),
    status: (visitor) => (visitor === 'signedOut' ? 404 : 409),
  },
  'GET /api/sign-in/:way/callback': {
    call: () => ({ url: '/api/sign-in/nothing/callback?state=x&code=x' }),
    status: always(404),
  },
  'POST /api/saml/find': {
    call: () => ({ url: '/api/saml/find', payload: { organisationCode: 'nothing' } }),
    status: always(404),
  },
  'GET /api/saml/:id': { call: () => ({ url: '/api/saml/nothing' }), status: always(404) },
  'GET /api/saml/:id/metadata': {
    call: () => ({ url: '/api/saml/nothing/metadata' }),
    status: always(404),
  },
  'GET /api/saml/:id/finish': {
    call: () => ({ url: '/api/saml/nothing/finish' }),
    status: always(303),
  },
  'POST /api/saml/:id/acs': {
    call: () => ({ url: '/api/saml/nothing/acs', payload: { SAMLResponse: 'bm90aGluZw==' } }),
    status: always(303),
  },
  'POST /api/account/providers/unlink': {
    call: () => ({ url: '/api/account/providers/unlink', payload: { provider: 'nothing' } }),
    status: signedIn(400),
  },
  'POST /api/domains/:domainId/move': {
    call: (place) => ({
      url: `/api/domains/${place}/move`,
      payload: { parentDomainId: place === 'below' ? 'own' : 'above' },
    }),
    status: movesDomain,
  },
  'GET /api/domains/:domainId/logo': {
    call: (place) => ({ url: `/api/domains/${place}/logo` }),
    status: (visitor, place) =>
      visitor === 'signedOut' ? 401 : seesDomain(visitor, place) ? 204 : 404,
  },
  'GET /api/domains/:domainId/inherited-thresholds': {
    call: (place) => ({ url: `/api/domains/${place}/inherited-thresholds` }),
    status: (visitor, place) =>
      visitor === 'signedOut' ? 401 : seesDomain(visitor, place) ? 200 : 404,
  },
  'GET /api/rooms/:roomId/inherited-thresholds': {
    call: (place) => ({ url: `/api/rooms/${roomAt(place)}/inherited-thresholds` }),
    status: commands(['individualUser', ...CARE, ...AGENCY, ...MAKER]),
  },
  'GET /api/domains/:domainId/saml-providers': {
    call: (place) => ({ url: `/api/domains/${place}/saml-providers` }),
    status: managesProviders(200),
  },
  'POST /api/domains/:domainId/saml-providers': {
    call: (place) => ({ url: `/api/domains/${place}/saml-providers`, payload: SAML_PROVIDER }),
    status: managesProviders(400),
  },
  'POST /api/domains/:domainId/saml-providers/:id/remove': {
    call: (place) => ({ url: `/api/domains/${place}/saml-providers/nothing/remove` }),
    status: managesProviders(404),
  },
  ...REGISTRATION_ROWS,
  ...CSV_IMPORT_ROWS,
  ...IMPORT_ROWS,
  ...TIMELINE_ROWS,
  ...EXPORT_ROWS,
  ...REPORT_ROWS,
  ...NIGHT_ROWS,
  ...ACCIDENT_ROWS,
  // Last, because these end the sessions that the other rows use.
  'POST /api/session/end-all': {
    call: () => ({ url: '/api/session/end-all' }),
    status: signedIn(204),
  },
  'POST /api/session/sign-out': {
    call: () => ({ url: '/api/session/sign-out', payload: {} }),
    status: always(200),
  },
  // After the sessions ended, because it would delete the members (account-deletion.test.ts covers
  // access).
  'POST /api/account/delete': {
    call: () => ({ url: '/api/account/delete', payload: {} }),
    status: always(401),
  },
};

let fixture: LiveFixture;
let members: TreeMembers;
let webFolder = '';
beforeAll(async () => {
  webFolder = await mkdtemp(join(tmpdir(), 'yamori-routes-'));
  await Promise.all([
    writeFile(join(webFolder, 'index.html'), 'page'),
    writeFile(join(webFolder, 'sw.js'), 'worker'),
  ]);
  // The sign-ins stay recent enough for routes that ask for a confirmation.
  const openedAt = new Date();
  fixture = await startLiveFixture({
    webFolder,
    limits: { requestsPerMinutePerAddress: 1_000_000 },
    now: () => openedAt,
  });
  members = await plantTree(fixture);
  await fixture.commit(
    PLACES.map((place) => ({
      kind: 'create',
      path: `room/${roomAt(place)}/uploadHistory/${IMPORTED}`,
      data: {
        sha256: IMPORTED,
        fileName: 'night.edf',
        sizeBytes: 1,
        format: 'edf',
        deviceSerial: null,
        from: null,
        to: null,
        state: 'done',
        uploadedBy: 'u',
      },
    })),
  );
  // Reports that one-time links open.
  await fixture.temporary.database.query({
    text: `insert into saved_reports (id, root_domain_id, domain_id, owner_id, name, is_shared, filter, created_at)
      select 'report-' || place, place, place, 'somebody', 'week', true, jsonb_build_object('domainId', place, 'period', jsonb_build_object('kind', 'newest', 'nights', 7)), now() from unnest($1::text[]) place`,
    values: [[...PLACES]],
  });
  // Bills require months with devices.
  await fixture.temporary.database.query({
    text: `insert into device_assignments (root_domain_id, serial, room_id, from_us, to_us) select root, 'of before', 'gone', 1546300800000000, 1546300801000000 from unnest(array['above', 'foreign']) as root`,
  });
  await vi.waitFor(
    async () => expect((await fixture.app.server.inject('/readyz')).statusCode).toBe(200),
    { timeout: 120_000 },
  );
});
afterAll(async () => {
  await fixture.close();
  await rm(webFolder, { recursive: true, force: true });
});

describe('route access', () => {
  it('every route has a row, and every row is a route', () => {
    const routes = listRoutes(fixture.app.server);
    expect(routes.map(({ method, url }) => fixture.app.server.hasRoute({ method, url }))).toEqual(
      routes.map(() => true),
    );
    const withoutHead = routes
      .filter(({ method }) => method !== 'HEAD')
      .map(({ method, url }) => `${method} ${url}`);
    expect(withoutHead.toSorted()).toEqual(Object.keys(ROWS).toSorted());
  });

  it.each(['a%2Fb', '..%2Fown', '%2F', '%00', 'own%00', '%0A', '%E0%A4%A'])(
    'routes reject the id %s, and never respond 5xx',
    async (id) => {
      const answered: string[] = [];
      for (const [name, row] of Object.entries(ROWS)) {
        const [method = '', path = ''] = name.split(' ');
        if (!path.includes(':')) continue;
        const { headers, payload } = { headers: {}, ...row.call('own') };
        for (const visitor of ['ownerAdministrator', 'seniorDeveloper'] as const) {
          const reply = await fixture.app.server.inject({
            method: method as 'GET' | 'POST' | 'PATCH' | 'DELETE' | 'OPTIONS',
            url: path.replaceAll(/:\w+/g, id),
            ...(payload === undefined ? {} : { payload }),
            headers: { ...headers, cookie: members.cookies.get(visitor) ?? '' },
          });
          if (reply.statusCode < 400 || reply.statusCode >= 500)
            answered.push(`${reply.statusCode} ${name}`);
        }
      }
      expect(answered).toEqual([]);
    },
  );

  it.each(Object.entries(ROWS))(
    '%s responds by level and place as specified',
    async (name, row) => {
      // The first test checks that the names have this form.
      const method = name.split(' ')[0] as 'GET' | 'POST' | 'PATCH' | 'DELETE' | 'OPTIONS';
      const places =
        row.call('own').url === row.call('foreign').url &&
        JSON.stringify(row.call('own')) === JSON.stringify(row.call('foreign'))
          ? ['own' as const]
          : PLACES;
      const answered: Record<string, string> = {};
      const expected: Record<string, string> = {};
      for (const visitor of ['signedOut', ...LEVELS] as const) {
        const cookie = visitor === 'signedOut' ? '' : (members.cookies.get(visitor) ?? '');
        for (const place of places) {
          const { headers, ...call } = row.call(place);
          const reply = await fixture.app.server.inject({
            method,
            ...call,
            headers: { ...headers, ...(cookie === '' ? {} : { cookie }) },
          });
          const shown =
            row.shows === undefined || reply.statusCode !== 200
              ? ''
              : ` ${holds(reply.body, place)}`;
          answered[`${visitor} ${place}`] = `${reply.statusCode}${shown}`;
          const status = row.status(visitor, place);
          expected[`${visitor} ${place}`] =
            `${status}${row.shows === undefined || status !== 200 ? '' : ` ${row.shows(visitor, place)}`}`;
          // The response may repeat the address, but no stored document.
          if (reply.statusCode === 404 || reply.statusCode === 401)
            expect(Object.keys(reply.json<object>()), name).not.toContain('documents');
        }
      }
      expect(answered).toEqual(expected);
    },
  );
});

/** Whether the reply contains the requested room, or a count of it. */
function holds(body: string, place: Place): boolean {
  return (
    body.includes(`room/${roomAt(place)}`) ||
    body.includes(`"roomId":"${roomAt(place)}"`) ||
    body === '{"count":1}'
  );
}
