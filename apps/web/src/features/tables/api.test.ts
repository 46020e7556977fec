import { readCall } from '@yamori/domain';
import { describe, expect, it } from 'vitest';
import { createCsvClient } from './api.ts';

describe('uploads of a table of minutes', () => {
  it('more rooms than one call allows are requested in several calls', async () => {
    const sizes: number[] = [];
    const client = createCsvClient({
      fetch: async (_path, { body }) => {
        const { paths } = readCall.parse(JSON.parse(typeof body === 'string' ? body : ''));
        sizes.push(paths.length);
        return Response.json({
          documents: paths.map((path) => ({
            path,
            createdAt: '2026-11-20T00:00:00.000Z',
            updatedAt: '2026-11-20T00:00:00.000Z',
            version: '1',
            data: { state: 'done', error: null },
          })),
        });
      },
    });
    const paths = Array.from(
      { length: 230 },
      (_, index) => `room/r${index}/uploadHistory/h${index}`,
    );
    expect(await client.uploads(paths)).toEqual(
      paths.map((path) => ({ path, state: 'done', error: null })),
    );
    expect(sizes).toEqual([100, 100, 30]);
  });
});
