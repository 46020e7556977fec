import { describe, expect, it } from 'vitest';
import { addressOf } from './endpoint.ts';

describe('the address of a call', () => {
  it('has its parameters in the path, escaped', () => {
    expect(addressOf({ path: '/api/devices/:serial/room' }, { serial: 'a/b ?' })).toBe(
      '/api/devices/a%2Fb%20%3F/room',
    );
  });

  it('has its query without members that are undefined', () => {
    const query = { text: 'あ&b', kind: undefined, offset: 0, descending: false };
    expect(addressOf({ path: '/api/domains/overview' }, {}, query)).toBe(
      '/api/domains/overview?text=%E3%81%82%26b&offset=0&descending=false',
    );
    expect(addressOf({ path: '/api/jobs' }, {}, { state: undefined })).toBe('/api/jobs');
  });

  it('is refused without a parameter of the path', () => {
    expect(() => addressOf({ path: '/api/jobs/:jobId/retry' }, {})).toThrow(
      '/api/jobs/:jobId/retry needs jobId',
    );
  });
});
