import { describe, expect, it } from 'vitest';
import { IMPORT_FILE_ENDINGS } from './import-file-endings.ts';
import { formatUrl } from '../api/endpoint.ts';
import { importApi } from '../api/imports.ts';
import { importFileName, importSettings, uploadMetadata } from './import-messages.ts';

const SHA256 = '0123456789abcdef'.repeat(4);
const metadata = { roomId: 'demo-akane-201', fileName: 'night.edf', sha256: SHA256 };

describe('importFileName', () => {
  it.each([
    'night.edf',
    '昨夜の記録.csv',
    'a b.txt',
    '..edf',
    '.edf',
    'ecg(1).rec',
    `${'x'.repeat(251)}.edf`,
  ])('accepts %j', (name) => {
    expect(importFileName.parse(name)).toBe(name);
  });

  it.each([
    ['an empty name', ''],
    ['a parent path', '../night.edf'],
    ['a Windows parent path', String.raw`..\night.edf`],
    ['a path', '/etc/passwd'],
    ['a drive', String.raw`C:\night.edf`],
    ['the current folder', '.'],
    ['the parent folder', '..'],
    ['a trailing space', 'night.edf '],
    ['a leading space', ' night.edf'],
    ['a line break', 'night\r\nX: y.edf'],
    ['a NUL', 'night.edf\u0000.png'],
    ['a DEL', 'night\u007f.edf'],
    ['a right-to-left override', 'night\u202efde.exe'],
    ['a directional isolate', 'night\u2066.edf'],
    ['256 letters', 'x'.repeat(256)],
  ])('rejects %s', (_, name) => {
    expect(importFileName.safeParse(name).success).toBe(false);
  });
});

describe('uploadMetadata', () => {
  it('defaults to an automatic start without settings', () => {
    expect(uploadMetadata.parse(metadata)).toEqual({
      ...metadata,
      autoStart: 'yes',
      settings: '{}',
    });
  });

  it.each([
    ['an upper-case hash', { sha256: SHA256.toUpperCase() }],
    ['a hash that is too short', { sha256: SHA256.slice(32) }],
    ['a hash that is too long', { sha256: `${SHA256}0` }],
    ['no room', { roomId: '' }],
    ['a room id that is too long', { roomId: 'r'.repeat(129) }],
    ['an `autoStart` other than yes or no', { autoStart: 'true' }],
    ['settings that are too long', { settings: ' '.repeat(1001) }],
    ['an unknown key', { owner: 'x' }],
  ])('rejects %s', (_, change) => {
    expect(uploadMetadata.safeParse({ ...metadata, ...change }).success).toBe(false);
  });

  it('file extensions are lower case without a dot', () => {
    for (const ending of IMPORT_FILE_ENDINGS) expect(ending).toMatch(/^[a-z]{2,4}$/);
    expect(new Set(IMPORT_FILE_ENDINGS).size).toBe(IMPORT_FILE_ENDINGS.length);
  });
});

describe('importSettings', () => {
  it('a start time needs a time zone', () => {
    expect(importSettings.safeParse({ startedAt: '2026-11-21T22:00:00+09:00' }).success).toBe(true);
    expect(importSettings.safeParse({ startedAt: '2026-11-21T13:00:00Z' }).success).toBe(true);
    expect(importSettings.safeParse({ startedAt: '2026-11-21T22:00:00' }).success).toBe(false);
    expect(importSettings.safeParse({ startedAt: '2026-11-21' }).success).toBe(false);
  });

  it.each([
    [0, false],
    [-1, false],
    [0.001, true],
    [100_000, true],
    [100_001, false],
    [Number.POSITIVE_INFINITY, false],
    [Number.NaN, false],
  ])('a rate of %s Hz is valid: %s', (sampleRateHz, taken) => {
    expect(importSettings.safeParse({ sampleRateHz }).success).toBe(taken);
  });

  it.each([
    [1000, true],
    [1001, false],
    [-1000, true],
    [-1001, false],
  ])('a drift of %i ppm is valid: %s', (driftPpm, taken) => {
    expect(importSettings.safeParse({ clock: { offsetSeconds: 0, driftPpm } }).success).toBe(taken);
  });

  it('settings can be omitted, and unknown keys are rejected', () => {
    expect(importApi.start.body.parse({})).toEqual({});
    expect(importApi.start.body.safeParse({ settings: { timeZone: 'Asia/Tokyo' } }).success).toBe(
      false,
    );
    expect(importApi.start.body.safeParse({ force: true }).success).toBe(false);
  });
});

describe('the path of an import', () => {
  it('a room id is escaped into one segment', () => {
    const at = (roomId: string) => formatUrl(importApi.original, { roomId, sha256: SHA256 });
    expect(at('a/../b')).toBe(`/api/rooms/a%2F..%2Fb/imports/${SHA256}/original`);
    expect(new URL(at('部屋 1?x#y'), 'http://localhost').pathname.split('/')).toHaveLength(7);
  });
});

describe('importApi.propose', () => {
  it('accepts a request with any known facts of the file', () => {
    expect(importApi.propose.body.safeParse({ serial: null, from: null, to: null }).success).toBe(
      true,
    );
    expect(
      importApi.propose.body.safeParse({
        serial: 'A-1',
        from: '2026-11-21T22:00:00+09:00',
        to: null,
      }).success,
    ).toBe(true);
    expect(
      importApi.propose.body.safeParse({ serial: 'A-1', from: '22:00', to: null }).success,
    ).toBe(false);
    expect(importApi.propose.body.safeParse({ from: null, to: null }).success).toBe(false);
  });

  it('replies with a reason and a local date, not an instant', () => {
    const room = { roomId: 'r', reason: 'stoodThen', night: '2026-11-21', timeZone: 'Asia/Tokyo' };
    expect(
      importApi.propose.reply.safeParse({
        rooms: [room, { ...room, reason: 'standsNow', night: null }],
      }).success,
    ).toBe(true);
    expect(
      importApi.propose.reply.safeParse({ rooms: [{ ...room, night: '2026-11-21T00:00:00Z' }] })
        .success,
    ).toBe(false);
    expect(
      importApi.propose.reply.safeParse({ rooms: [{ ...room, reason: 'guessed' }] }).success,
    ).toBe(false);
  });

  it('a clock fit has a certainty, or is null', () => {
    const fit = {
      offsetSeconds: 12.5,
      driftPpm: -3,
      certainty: 0.9,
      kind: 'ecg',
      overlapSeconds: 600,
    };
    expect(importApi.fitClock.reply.safeParse({ fit }).success).toBe(true);
    expect(importApi.fitClock.reply.safeParse({ fit: null }).success).toBe(true);
    for (const certainty of [-0.1, 1.1])
      expect(importApi.fitClock.reply.safeParse({ fit: { ...fit, certainty } }).success).toBe(
        false,
      );
    expect(
      importApi.fitClock.reply.safeParse({ fit: { ...fit, overlapSeconds: -1 } }).success,
    ).toBe(false);
  });
});
