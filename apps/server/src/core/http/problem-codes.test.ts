import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { problem, ProblemError, PROBLEM_STATUS, type Problem } from '@yamori/domain';
import { createTestServer } from '../../testing/http-fixture.ts';

describe('response of a problem', () => {
  const thrown: { error: unknown } = { error: null };
  const server = createTestServer();
  beforeAll(() => {
    server.get('/api/problem', async () => {
      throw thrown.error;
    });
  });
  afterAll(() => server.close());

  const answer = async (error: unknown) => {
    thrown.error = error;
    const reply = await server.inject('/api/problem');
    return {
      status: reply.statusCode,
      body: reply.json<Problem>(),
      text: reply.body,
      retryAfter: reply.headers['retry-after'],
      cache: reply.headers['cache-control'],
    };
  };

  it.each(Object.entries(PROBLEM_STATUS))(
    '%s arrives complete, with status %i, and is never cached',
    async (code, status) => {
      const whole: Problem = {
        code,
        place: 'room/r',
        details: { limit: 3, reason: 'because' },
        issues: [{ field: 'a.b', code: 'number-at-most', details: { limit: 3 } }],
      };
      const reply = await answer(new ProblemError(whole));
      expect({ status: reply.status, body: reply.body, cache: reply.cache }).toEqual({
        status,
        body: whole,
        cache: 'no-store',
      });
      expect(problem.parse(reply.body)).toEqual(whole);
      // Retry-After accompanies these two statuses only.
      expect(reply.retryAfter).toBe(status === 429 || status === 503 ? '5' : undefined);
    },
  );

  it.each<[string, unknown]>([
    ['an error', new Error('connect ECONNREFUSED 10.1.2.3:5432')],
    [
      'a database error',
      Object.assign(
        new Error('duplicate key value violates unique constraint "auth_user_email_key"'),
        {
          code: '23505',
          detail: 'Key (email)=(hanako@example.jp) already exists.',
          table: 'auth_user',
        },
      ),
    ],
    [
      'an error with a status',
      Object.assign(new Error('upstream says hanako'), { statusCode: 502, code: 'EUPSTREAM' }),
    ],
    [
      'an error with a cause',
      new Error('outer', { cause: new Error('postgres://yamori:secret@10.1.2.3/yamori') }),
    ],
    ['a text', 'thrown as text: secret'],
    ['an object', { stack: 'at secret (/srv/yamori/src/file.ts:1:1)', statusCode: 'no' }],
    ['undefined', undefined],
  ])('the response for %s contains an id and nothing else', async (_name, error) => {
    const reply = await answer(error);
    expect(reply.status).toBe(500);
    expect(reply.body).toEqual({
      code: 'server-failed',
      details: { id: expect.stringMatching(/^[0-9a-f-]{36}$/) },
    });
  });

  it.each(['22021', '22P05', '22P02'])(
    'PostgreSQL error %s for text that it cannot store results in request-invalid',
    async (code) => {
      const reply = await answer(
        Object.assign(new Error('invalid byte sequence for encoding "UTF8": 0x00'), { code }),
      );
      expect(reply).toMatchObject({
        status: 400,
        body: { code: 'request-invalid', details: { reason: 'text' } },
      });
      expect(reply.text).not.toContain('byte');
    },
  );

  it('Retry-After is rounded up to whole seconds', async () => {
    expect(
      (await answer(new ProblemError({ code: 'limit-rate', retryAfterSeconds: 0.2 }))).retryAfter,
    ).toBe('1');
    expect(
      (await answer(new ProblemError({ code: 'database-unavailable', retryAfterSeconds: 12.1 })))
        .retryAfter,
    ).toBe('13');
  });
});
