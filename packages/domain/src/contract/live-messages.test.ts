import { describe, expect, it } from 'vitest';
import { sessionReply, userInfo } from '../api/sessions.ts';
import {
  deviceReport,
  deviceTopic,
  FRAME_REFUSALS,
  frameBatchReply,
  HEARTBEAT_INTERVAL_SECONDS,
} from './device-messages.ts';
import {
  BEAT_INTERVAL_SECONDS,
  clientMessage,
  MAX_LIVE_DOCUMENTS,
  RESUME_TOKEN_MAX,
  serverMessage,
} from './live-messages.ts';
import { problem } from './problem-schema.ts';
import { ProblemError } from './problem.ts';
import { CONTRACT_VERSION } from './version.ts';

const document = {
  path: 'room/a',
  data: { name: 'x' },
  createdAt: '2026-11-21T00:00:00.000Z',
  updatedAt: '2026-11-21T00:00:00.000Z',
  version: '7',
};
const stream = {
  streamId: 1,
  kind: 'ecg',
  channels: 1,
  unit: 'mV',
  sampleRateHz: 250,
  scale: 0.001,
  offset: 0,
};

describe('clientMessage', () => {
  it.each([
    { type: 'hello', version: CONTRACT_VERSION },
    { type: 'subscribe', id: 1, target: { kind: 'document', path: 'room/a' } },
    { type: 'subscribe', id: 2, target: { kind: 'document', path: 'room/a' }, resume: 'token' },
    { type: 'unsubscribe', id: 1 },
    { type: 'watch', id: 3, serial: 'A-1', streamIds: [1, 2], historySeconds: 30 },
    { type: 'unwatch', id: 3 },
  ])('accepts %j', (message) => {
    expect(clientMessage.parse(message)).toEqual(message);
  });

  it('a live list has at most 10,000 documents', () => {
    expect(
      clientMessage.parse({
        type: 'subscribe',
        id: 1,
        target: { kind: 'query', query: { collection: 'room', limit: MAX_LIVE_DOCUMENTS } },
      }),
    ).toMatchObject({ target: { query: { limit: 10_000 } } });
  });

  it('a watch defaults to no history, and a query to all documents', () => {
    expect(clientMessage.parse({ type: 'watch', id: 1, serial: 'A' })).toEqual({
      type: 'watch',
      id: 1,
      serial: 'A',
      historySeconds: 0,
    });
    expect(
      clientMessage.parse({
        type: 'subscribe',
        id: 1,
        target: { kind: 'query', query: { collection: 'room' } },
      }),
    ).toMatchObject({ target: { query: { offset: 0, filters: [] } } });
  });

  it.each([
    null,
    [],
    'hello',
    {},
    { type: 'HELLO', version: 1 },
    { type: 'hello' },
    { type: 'hello', version: '1' },
    { type: 'hello', version: 1.5 },
    { type: 'hello', version: 1, user: 'u' },
    { type: 'subscribe', id: 0, target: { kind: 'document', path: 'room/a' } },
    { type: 'subscribe', id: -1, target: { kind: 'document', path: 'room/a' } },
    { type: 'subscribe', id: 1, target: { kind: 'document', path: '' } },
    { type: 'subscribe', id: 1, target: { kind: 'document', path: 'a'.repeat(401) } },
    { type: 'subscribe', id: 1, target: { kind: 'table', path: 'room' } },
    { type: 'subscribe', id: 1, target: { kind: 'query', query: {} } },
    {
      type: 'subscribe',
      id: 1,
      target: { kind: 'query', query: { collection: 'room', limit: MAX_LIVE_DOCUMENTS + 1 } },
    },
    {
      type: 'subscribe',
      id: 1,
      target: { kind: 'document', path: 'a/b' },
      resume: 'x'.repeat(RESUME_TOKEN_MAX + 1),
    },
    { type: 'watch', id: 1, serial: '' },
    { type: 'watch', id: 1, serial: 'x'.repeat(41) },
    { type: 'watch', id: 1, serial: 'A', historySeconds: 31 },
    { type: 'watch', id: 1, serial: 'A', historySeconds: -1 },
    { type: 'watch', id: 1, serial: 'A', streamIds: Array.from({ length: 33 }, () => 1) },
    { type: 'unwatch' },
  ])('rejects %j', (message) => {
    expect(clientMessage.safeParse(message).success).toBe(false);
  });
});

describe('serverMessage', () => {
  it.each([
    { type: 'welcome', version: 1, serverTime: 't', userId: 'u' },
    { type: 'beat', serverTime: 't' },
    {
      type: 'changes',
      id: 1,
      changes: [
        { kind: 'added', document },
        { kind: 'modified', document },
        { kind: 'removed', path: 'room/b' },
      ],
      reset: true,
      current: true,
      token: 'x',
    },
    { type: 'watching', id: 1, slot: 0, serial: 'A', streams: [stream], clockOffsetSeconds: null },
    { type: 'dropped', slot: 0, frames: 12 },
    { type: 'failed', id: 1, problem: { code: 'document-not-found', place: 'room/a' } },
  ])('accepts %j', (message) => {
    expect(serverMessage.parse(message)).toEqual(message);
  });

  it.each([
    { type: 'beat' },
    {
      type: 'changes',
      id: 1,
      changes: [{ kind: 'removed', document }],
      reset: false,
      current: true,
      token: 'x',
    },
    {
      type: 'changes',
      id: 1,
      changes: [{ kind: 'added', document: { ...document, version: undefined } }],
      reset: false,
      current: true,
      token: 'x',
    },
    { type: 'changes', id: 1, changes: [], reset: false, token: 'x' },
    { type: 'watching', id: 1, slot: -1, serial: 'A', streams: [], clockOffsetSeconds: null },
    {
      type: 'watching',
      id: 1,
      slot: 0,
      serial: 'A',
      streams: [{ ...stream, channels: 0 }],
      clockOffsetSeconds: null,
    },
    { type: 'failed', id: 1, problem: {} },
  ])('rejects %j', (message) => {
    expect(serverMessage.safeParse(message).success).toBe(false);
  });

  it('an invalid document is marked with `bare: true` only', () => {
    const changes = (bare: unknown) => ({
      type: 'changes',
      id: 1,
      changes: [{ kind: 'added', document: { ...document, data: {}, bare } }],
      reset: false,
      current: true,
      token: 'x',
    });
    expect(
      [true, false, 'yes'].map((bare) => serverMessage.safeParse(changes(bare)).success),
    ).toEqual([true, false, false]);
  });
});

describe('messages of a device', () => {
  it('frames and status have their own topics', () => {
    expect(deviceTopic('A-1', 'frames')).toBe('yamori/v1/A-1/frames');
    expect(deviceTopic('A-1', 'status')).toBe('yamori/v1/A-1/status');
  });

  it('heartbeats and beats are at most five seconds apart', () => {
    expect(HEARTBEAT_INTERVAL_SECONDS).toBeLessThanOrEqual(5);
    expect(BEAT_INTERVAL_SECONDS).toBeLessThanOrEqual(5);
  });

  it.each([
    { online: false },
    {
      online: true,
      deviceTimeUs: 1.8e15,
      batteryPercent: 0,
      signalDbm: -150,
      firmware: '1',
      sensorsOff: [0, 65_535],
    },
  ])('%j is a valid report', (report) => {
    expect(deviceReport.parse(report)).toEqual(report);
  });

  it.each([
    {},
    { online: 'yes' },
    { online: true, deviceTimeUs: 0.5 },
    { online: true, batteryPercent: 101 },
    { online: true, batteryPercent: -1 },
    { online: true, signalDbm: 21 },
    { online: true, firmware: 'x'.repeat(41) },
    { online: true, sensorsOff: [65_536] },
    { online: true, sensorsOff: [-1] },
    { online: true, sensorsOff: Array.from({ length: 33 }, () => 1) },
    { online: true, name: 'x' },
  ])('%j is not a valid report', (report) => {
    expect(deviceReport.safeParse(report).success).toBe(false);
  });

  it.each(FRAME_REFUSALS)('a refusal %s requires a byte offset', (code) => {
    expect(
      frameBatchReply.safeParse({ stored: 0, duplicates: 0, refused: [{ code, byteOffset: 0 }] })
        .success,
    ).toBe(true);
    expect(
      frameBatchReply.safeParse({ stored: 0, duplicates: 0, refused: [{ code }] }).success,
    ).toBe(false);
  });

  it('an unknown refusal code is rejected', () => {
    expect(
      frameBatchReply.safeParse({
        stored: 0,
        duplicates: 0,
        refused: [{ code: 'bad', byteOffset: 0 }],
      }).success,
    ).toBe(false);
    expect(frameBatchReply.safeParse({ stored: -1, duplicates: 0, refused: [] }).success).toBe(
      false,
    );
  });
});

describe('sessionReply', () => {
  const waysIn = {
    password: true,
    line: false,
    google: false,
    saml: false,
    passkey: false,
    anonymous: false,
    signUp: false,
    registerDomain: false,
    domainByMail: false,
    passwordReset: false,
  };
  const user = {
    providerId: 'password',
    displayName: 'A',
    email: null,
    phoneNumber: null,
    photoURL: null,
    uid: 'u',
    isEmailVerified: false,
    isAnonymous: true,
    loginProviders: [{ provider: 'line', uid: 'x' }],
    accessLevel: 3,
    domainId: null,
    rootDomainId: null,
    singleTimeToken: null,
    mfas: [{ id: 'm', kind: 'totp', name: 'n' }],
    signInTime: 't',
  };

  it('the user is null or has every field of the user info', () => {
    expect(
      sessionReply.safeParse({
        user: null,
        pending: null,
        ended: null,
        waysIn,
        reach: [],
        hasOwnHome: false,
        demonstrationAccounts: [],
      }).success,
    ).toBe(true);
    expect(
      sessionReply.parse({
        user,
        pending: null,
        ended: null,
        waysIn,
        reach: 'everything',
        hasOwnHome: false,
        demonstrationAccounts: [],
      }).user,
    ).toEqual(user);
    for (const field of Object.keys(user))
      expect(userInfo.safeParse({ ...user, [field]: undefined }).success, field).toBe(false);
  });

  it.each([-1, 201, 2.5, '3', null])('level %s is rejected', (accessLevel) => {
    expect(userInfo.safeParse({ ...user, accessLevel }).success).toBe(false);
  });

  it('`reach` is `everything` or a list', () => {
    for (const reach of ['all', null, undefined, [1]])
      expect(
        sessionReply.safeParse({
          user,
          pending: null,
          ended: null,
          waysIn,
          reach,
          demonstrationAccounts: [],
        }).success,
      ).toBe(false);
  });
});

describe('ProblemError', () => {
  it('the message has the code, and the place if there is one', () => {
    expect(new ProblemError('limit-batch').message).toBe('limit-batch');
    expect(new ProblemError('path-invalid', { place: 'room/' }).message).toBe(
      'path-invalid (room/)',
    );
    expect(new ProblemError('limit-rate')).toBeInstanceOf(ProblemError);
    expect(new ProblemError('limit-rate', { retryAfterSeconds: 3 }).problem).toEqual({
      code: 'limit-rate',
      retryAfterSeconds: 3,
    });
  });

  it('details are strings or numbers', () => {
    expect(
      problem.safeParse({
        code: 'a',
        details: { count: 1, name: 'x' },
        issues: [{ field: 'f', code: 'c', details: { limit: 1 } }],
      }).success,
    ).toBe(true);
    expect(problem.safeParse({ code: 'a', details: { nested: {} } }).success).toBe(false);
    expect(problem.safeParse({ place: 'x' }).success).toBe(false);
  });
});
