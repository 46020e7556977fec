import { addRoutes } from '../../../core/http/route.ts';
import { frameBatchReply, type FrameBatchReply } from '@yamori/domain';
import fastify, { type FastifyInstance } from 'fastify';
import { serializerCompiler } from 'fastify-type-provider-zod';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { installProblemReplies } from '../../../core/http/problem-reply.ts';
import { validateBySchema } from '../../../core/http/schema-validator.ts';
import { createRandom, seriesFrames } from '../../../testing/device-frames.ts';
import {
  formatKey,
  startIngestFixture,
  until,
  type IngestFixture,
} from '../../../testing/ingest-fixture.ts';
import {
  openTemporaryDatabase,
  type TemporaryDatabase,
} from '../../../testing/temporary-database.ts';
import { ingestRoutes } from './ingest-routes.ts';

const opened: { temporary?: TemporaryDatabase; fixture?: IngestFixture; server?: FastifyInstance } =
  {};
const frames = seriesFrames({
  startUs: 1_760_000_000_000_000,
  sampleRateHz: 250,
  samplesPerFrame: 250,
  frameCount: 12,
  random: createRandom(1),
});
const batch = Buffer.concat(frames.map((frame) => frame.bytes));

beforeEach(async () => {
  opened.temporary = await openTemporaryDatabase();
  opened.fixture = await startIngestFixture(opened.temporary.database);
  const server = fastify();
  server.setValidatorCompiler(validateBySchema);
  server.setSerializerCompiler(serializerCompiler);
  installProblemReplies(server);
  addRoutes(server, ingestRoutes({ ingest: opened.fixture.ingest }));
  opened.server = server;
});
afterEach(async () => {
  await opened.server?.close();
  await opened.fixture?.close();
  await opened.temporary?.drop();
});

async function post(path: string, body: Buffer | string, headers: Record<string, string> = {}) {
  const answer = await opened.server?.inject({
    method: 'POST',
    url: `/api/devices/${path}`,
    payload: body,
    headers: {
      authorization: `Bearer ${formatKey('A-1')}`,
      'content-type': 'application/octet-stream',
      ...headers,
    },
  });
  if (answer === undefined) throw new Error('no server');
  return answer;
}
const parseReply = (answer: { body: string }): FrameBatchReply =>
  frameBatchReply.parse(JSON.parse(answer.body));
const asJson = { 'content-type': 'application/json' };

describe('ingest routes', () => {
  it('the reply lists stored, duplicate and rejected frames with their places', async () => {
    const damaged = Buffer.from(batch);
    const thirdAt = (frames[0]?.bytes.length ?? 0) + (frames[1]?.bytes.length ?? 0);
    damaged[thirdAt + 30] = (damaged[thirdAt + 30] ?? 0) ^ 255;
    expect(parseReply(await post('A-1/frames', damaged))).toEqual({
      stored: 11,
      duplicates: 0,
      refused: [{ code: 'badCrc', byteOffset: thirdAt }],
    });
    expect(parseReply(await post('A-1/frames', batch))).toEqual({
      stored: 1,
      duplicates: 11,
      refused: [],
    });
    await opened.fixture?.timeline.compact(-1e6, -1e6);
    expect(parseReply(await post('A-1/frames', batch))).toEqual({
      stored: 0,
      duplicates: 12,
      refused: [],
    });
  });

  it('an unknown device, a wrong key and no key get the same answer', async () => {
    const answers = await Promise.all([
      post('nobody/frames', batch),
      post('B-1/frames', batch),
      post('A-1/frames', batch, { authorization: '' }),
      post('A-1/status', '{"online":true}', { authorization: 'Bearer x', ...asJson }),
    ]);
    expect(answers.map((answer) => [answer.statusCode, answer.json()])).toEqual(
      answers.map(() => [401, { code: 'key-refused' }]),
    );
  });

  it('a body over the limit and one that is not binary are rejected', async () => {
    expect((await post('A-1/frames', Buffer.alloc(1_100_000))).statusCode).toBe(413);
    expect((await post('A-1/frames', '{"json":true}', asJson)).statusCode).toBe(415);
    expect(parseReply(await post('A-1/frames', '{"json":true}'))).toEqual({
      stored: 0,
      duplicates: 0,
      refused: [{ code: 'noSync', byteOffset: 0 }],
    });
  });

  it('valid status reports are accepted and invalid ones rejected', async () => {
    expect(
      (await post('A-1/status', JSON.stringify({ online: true, signalDbm: -60 }), asJson))
        .statusCode,
    ).toBe(200);
    await until(
      () =>
        opened.fixture?.events.some(
          (event) => event.kind === 'status' && event.report.signalDbm === -60,
        ) ?? false,
    );
    expect((await post('A-1/status', '{"online":3}', asJson)).json()).toEqual({
      code: 'device-report-invalid',
    });
    expect((await post('A-1/status', '', asJson)).statusCode).toBe(400);
  });

  it('a device ahead of its rate is rejected, with the time to wait, until then', async () => {
    // Stream 9 declares no rate: it may send 100 events a second, a burst of 1,000, and 1,000 more
    // in the same message.
    const events = seriesFrames({
      streamId: 9,
      startUs: 1_760_000_000_000_000,
      sampleRateHz: 1_000,
      samplesPerFrame: 1,
      frameCount: 2_500,
      random: createRandom(2),
    });
    const some = (from: number, to: number) =>
      Buffer.concat(events.slice(from, to).map((frame) => frame.bytes));
    const fixture = opened.fixture ?? expect.fail('no fixture');
    fixture.clock.stoppedAtMs = Date.now();
    expect(parseReply(await post('A-1/frames', some(0, 1_150))).stored).toBe(1_150);
    const refused = await post('A-1/frames', some(1_150, 1_160));
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '2']);
    expect(refused.json()).toEqual({ code: 'limit-device-rate', retryAfterSeconds: 2 });
    expect(fixture.ingest.counters()).toMatchObject({
      framesStored: 1_150,
      messagesThrottled: 1,
      refused: {},
    });
    fixture.clock.aheadMs += 2_000;
    expect(parseReply(await post('A-1/frames', some(1_150, 1_160))).stored).toBe(10);
  });

  it('the problem names the limit when one message far exceeds the rate', async () => {
    const events = seriesFrames({
      streamId: 9,
      startUs: 1_760_000_000_000_000,
      sampleRateHz: 1_000,
      samplesPerFrame: 1,
      frameCount: 2_500,
      random: createRandom(2),
    });
    const reply = parseReply(
      await post('A-1/frames', Buffer.concat(events.map((frame) => frame.bytes))),
    );
    expect(reply.stored).toBeGreaterThanOrEqual(2_000);
    expect(reply.stored + reply.refused.length).toBe(2_500);
    expect(new Set(reply.refused.map((part) => part.code))).toEqual(new Set(['overRate']));
  });
});
