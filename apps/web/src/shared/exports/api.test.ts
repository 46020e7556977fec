import { ProblemError } from '@yamori/domain';
import { describe, expect, it } from 'vitest';
import { createHttp } from '../../api/http.ts';
import { createExportApi, type ExportProgress } from './api.ts';

const FROM_MS = Date.parse('2026-11-20T13:00:00Z');
const REQUEST = {
  roomId: 'r/1',
  fromMs: FROM_MS,
  toMs: FROM_MS + 600_000,
  format: 'csv',
  streams: null,
  names: false,
} as const;
const getBody = (...parts: string[]): ReadableStream<Uint8Array<ArrayBuffer>> =>
  new ReadableStream({
    start(controller) {
      for (const part of parts) controller.enqueue(new TextEncoder().encode(part));
      controller.close();
    },
  });
const answering = (answer: () => Response | Promise<Response>) => {
  const asked: string[] = [];
  return {
    asked,
    client: createExportApi(
      createHttp({
        fetch: async (url) => {
          asked.push(url);
          return answer();
        },
      }),
    ),
  };
};
async function getProgress(
  answer: () => Response,
  format: 'csv' | 'edf' = 'csv',
): Promise<ExportProgress[]> {
  const told: ExportProgress[] = [];
  await answering(answer).client.download(
    { ...REQUEST, format },
    new AbortController().signal,
    (progress) => told.push(progress),
  );
  return told;
}
const getCode = (error: unknown): string =>
  error instanceof ProblemError ? error.problem.code : String(error);

describe('a range as a file', () => {
  it('the request has room, time, format, streams and names', async () => {
    const { asked, client } = answering(
      () =>
        new Response('x', {
          headers: {
            'content-disposition':
              'attachment; filename="a"; filename*=UTF-8\'\'yamori-%E5%91%BC.csv',
          },
        }),
    );
    const file = await client.download(
      { ...REQUEST, streams: ['A-1:1', 'A-1:3'], names: true },
      new AbortController().signal,
      () => undefined,
    );
    expect(asked).toEqual([
      `/api/rooms/r%2F1/export?from=${FROM_MS}&to=${FROM_MS + 600_000}&format=csv&streams=A-1%3A1%2CA-1%3A3&names=yes`,
    ]);
    expect([file.fileName, await file.blob.text()]).toEqual(['yamori-呼.csv', 'x']);
  });

  it('progress comes from the length, or from the time of the last row', async () => {
    expect(
      await getProgress(
        () => new Response(getBody('abcd', 'efgh'), { headers: { 'content-length': '8' } }),
        'edf',
      ),
    ).toEqual([
      { bytes: 4, share: 0.5 },
      { bytes: 8, share: 1 },
    ]);
    const rows = [
      '\uFEFFtime,ecg\r\n2026-11-20T22:00:00+09:00,1\r\n2026-11-20T22:02:30.000000+09:00,1\r\n',
      'no row yet',
    ];
    expect(
      (await getProgress(() => new Response(getBody(...rows)))).map(({ share }) => share),
    ).toEqual([0.25, null]);
  });

  it("a refusal has the server's code, and a broken network is reported", async () => {
    const refused = answering(() => Response.json({ code: 'export-empty' }, { status: 400 }));
    await expect(
      refused.client
        .download(REQUEST, new AbortController().signal, () => undefined)
        .catch(getCode),
    ).resolves.toBe('export-empty');
    const broken = answering(
      () =>
        new Response(
          new ReadableStream({ start: (controller) => controller.error(new TypeError('cut')) }),
        ),
    );
    await expect(
      broken.client.download(REQUEST, new AbortController().signal, () => undefined).catch(getCode),
    ).resolves.toBe('network-unreachable');
    const stopped = new AbortController();
    stopped.abort(new Error('cancelled'));
    const gone = answering(() => Promise.reject(new Error('cancelled')));
    await expect(gone.client.download(REQUEST, stopped.signal, () => undefined)).rejects.toThrow(
      'cancelled',
    );
  });
});
