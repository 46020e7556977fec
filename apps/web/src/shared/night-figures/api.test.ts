import { nightFigureApi } from '@yamori/domain';
import { describe, expect, it } from 'vitest';
import { createHttp } from '../../api/http.ts';
import { createNightFiguresClient } from './api.ts';

/** A server with a night of every room, except those whose id begins with `no`. */
function server() {
  const asked: string[][] = [];
  const client = createNightFiguresClient(
    createHttp({
      fetch: async (_url, init) => {
        const call = nightFigureApi.read.body.parse(await new Response(init.body).json());
        asked.push(call.roomIds);
        const rooms = call.roomIds
          .filter((roomId) => !roomId.startsWith('no'))
          .map((roomId) => ({
            roomId,
            nights: [
              {
                night: '2026-01-01',
                from: '2026-01-01T03:00:00.000Z',
                to: '2026-01-02T03:00:00.000Z',
                state: 'done',
                version: 1,
                quality: 'good',
                coverage: 1,
                isCorrected: false,
                awaited: [],
                figures: { TST: 400 },
                ...(call.course ? { course: 'W2' } : {}),
              },
            ],
          }));
        return new Response(JSON.stringify({ rooms }), { status: 200 });
      },
    }),
  );
  return { asked, client };
}

describe('figures of nights', () => {
  it('cards that ask in the same moment share one call', async () => {
    const { asked, client } = server();
    const answers = await Promise.all(
      ['a', 'b', 'none', 'a'].map((roomId) => client.newest(roomId)),
    );
    expect(asked).toEqual([['a', 'b', 'none']]);
    expect(answers.map((nights) => nights.length)).toEqual([1, 1, 0, 1]);
    await client.newest('a');
    expect(asked).toHaveLength(2);
  });

  it('more rooms than one call allows take several calls', async () => {
    const { asked, client } = server();
    const rooms = await client.read({
      roomIds: Array.from({ length: 230 }, (_, index) => `r${index}`),
      nights: { kind: 'newest', count: 1 },
      figures: [],
    });
    expect(asked.map(({ length }) => length)).toEqual([100, 100, 30]);
    expect(rooms).toHaveLength(230);
  });

  it('an error has its reason', async () => {
    const refused = createNightFiguresClient(
      createHttp({ fetch: () => Promise.reject(new TypeError('offline')) }),
    );
    await expect(Promise.all([refused.newest('a'), refused.newest('b')])).rejects.toMatchObject({
      problem: { code: 'network-unreachable' },
    });
  });
});
