import { describe, expect, it } from 'vitest';
import { formatUrl } from './endpoint.ts';

describe('formatUrl', () => {
  it('escapes parameters in the path', () => {
    expect(formatUrl({ path: '/api/devices/:serial/room' }, { serial: 'a/b ?' })).toBe(
      '/api/devices/a%2Fb%20%3F/room',
    );
  });

  it('leaves undefined members out of the query', () => {
    const query = { text: 'あ&b', kind: undefined, offset: 0, descending: false };
    expect(formatUrl({ path: '/api/domains/overview' }, {}, query)).toBe(
      '/api/domains/overview?text=%E3%81%82%26b&offset=0&descending=false',
    );
    expect(formatUrl({ path: '/api/jobs' }, {}, { state: undefined })).toBe('/api/jobs');
  });

  it('throws without a parameter of the path', () => {
    expect(() => formatUrl({ path: '/api/jobs/:jobId/retry' }, {})).toThrow(
      '/api/jobs/:jobId/retry needs jobId',
    );
  });
});
