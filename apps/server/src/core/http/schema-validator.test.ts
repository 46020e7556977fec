import { describe, expect, it } from 'vitest';
import { ProblemError } from '@yamori/domain';
import { z } from 'zod';
import { createTestServer } from '../../testing/http-fixture.ts';
import { validateBySchema } from './schema-validator.ts';

const schema = z.strictObject({ email: z.email(), level: z.int().max(5) });
const check = (data: unknown) => validateBySchema({ schema })(data);

describe('validateBySchema', () => {
  it('passes on the parsed value', () => {
    expect(check({ email: 'a@b.jp', level: 3 })).toEqual({ value: { email: 'a@b.jp', level: 3 } });
  });

  it('reports every invalid field by code and arguments, for translation', () => {
    const { error } = check({ email: 'hanako', level: 9, rank: 1 });
    expect(error).toBeInstanceOf(ProblemError);
    expect(error).toMatchObject({
      problem: {
        code: 'request-invalid',
        issues: [
          { field: 'email', code: 'format-email' },
          { field: 'level', code: 'number-at-most', details: { limit: 5 } },
          { field: 'rank', code: 'keys-unknown', details: { keys: "'rank'" } },
        ],
      },
    });
  });

  it.each<[string, unknown, string]>([
    ['U+0000', { email: 'a\0@b.jp', level: 1 }, 'email'],
    ['the first half of a pair', { email: 'a\ud800', level: 1 }, 'email'],
    ['the second half of a pair', { level: 1, email: '\udc00a' }, 'email'],
    ['a nested text', { who: { names: ['a', 'b\0'] } }, 'who'],
    ['a field name', { 'a\0': 1 }, ''],
    ['a bare text', '\0', ''],
  ])('rejects text that PostgreSQL cannot store: %s', (_, data, field) => {
    const { error } = validateBySchema({ schema: z.unknown() })(data);
    expect(error).toMatchObject({
      problem: { code: 'request-invalid', issues: [{ field, code: 'value-wrong' }] },
    });
  });

  it('accepts surrogate pairs, and values nested to any depth', () => {
    const deep = JSON.parse(`${'['.repeat(100_000)}"🦎"${']'.repeat(100_000)}`) as unknown;
    expect(validateBySchema({ schema: z.unknown() })(deep)).toHaveProperty('value');
    const wrong = JSON.parse(`${'['.repeat(100_000)}"\\u0000"${']'.repeat(100_000)}`) as unknown;
    expect(validateBySchema({ schema: z.unknown() })(wrong)).toHaveProperty('error');
  });

  it('reports errors without the values that were entered', async () => {
    const server = createTestServer();
    server.post('/api/people', { schema: { body: schema } }, async () => 'taken');
    const reply = await server.inject({
      method: 'POST',
      url: '/api/people',
      payload: { email: 'yakin hanako', level: 'third floor' },
    });
    await server.close();
    expect(reply.statusCode).toBe(400);
    expect(reply.json()).toEqual({
      code: 'request-invalid',
      issues: [
        { field: 'email', code: 'format-email' },
        { field: 'level', code: 'type-wrong', details: { expected: 'number', received: 'string' } },
      ],
    });
  });
});
