import { describe, expect, it } from 'vitest';
import { formatUrl } from './endpoint.ts';
import { nightApi } from './nights.ts';

describe('nightApi.analyse', () => {
  it('names the first and the last night, up to a quarter of a year', () => {
    expect(nightApi.analyse.body.parse({ from: '2026-11-20', to: '2026-11-20' })).toEqual({
      from: '2026-11-20',
      to: '2026-11-20',
    });
    expect(nightApi.analyse.body.safeParse({ from: '2026-08-20', to: '2026-11-20' }).success).toBe(
      true,
    );
    expect(nightApi.analyse.body.safeParse({ from: '2026-08-19', to: '2026-11-20' }).success).toBe(
      false,
    );
  });

  it.each([
    ['dates in reverse order', { from: '2026-11-21', to: '2026-11-20' }],
    ['a date that does not exist', { from: '2026-11-31', to: '2026-12-01' }],
    ['one end only', { from: '2026-11-20' }],
    ['an unknown field', { from: '2026-11-20', to: '2026-11-20', force: true }],
  ])('rejects %s', (_, call) => {
    expect(nightApi.analyse.body.safeParse(call).success).toBe(false);
  });
});

describe('nightApi.versions', () => {
  const version = {
    version: 2,
    analysedAt: '2026-11-22T03:10:00.000Z',
    algorithm: 'yamori-night',
    algorithmVersion: '2',
    metrics: { TST: 400, SE: null },
    bounds: { TST: { least: 390, most: 420 } },
    quality: null,
    signals: ['ecg'],
  };
  it('replies with versions without quality, numbered from 1', () => {
    expect(nightApi.versions.reply.parse({ versions: [version] })).toEqual({ versions: [version] });
    expect(
      nightApi.versions.reply.safeParse({ versions: [{ ...version, version: 0 }] }).success,
    ).toBe(false);
  });

  it("a room's id is escaped in the path", () => {
    expect(formatUrl(nightApi.analyse, { roomId: '二〇一' })).toBe(
      '/api/rooms/%E4%BA%8C%E3%80%87%E4%B8%80/nights/analyse',
    );
  });
});
