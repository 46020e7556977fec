import { encodeFields, encodeValue, ProblemError, type Problem, type Write } from '@yamori/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startLiveFixture, type LiveFixture } from '../../testing/live-fixture.ts';

let fixture: LiveFixture;
beforeAll(async () => {
  fixture = await startLiveFixture();
  const parameter = (index: number): Write => ({
    kind: 'create',
    path: `parameter/p${index}`,
    data: encodeFields(
      { key: `note.${index}`, name: `${index}`, kind: 'text', default: '', scope: 'domain' },
      false,
    ),
  });
  await fixture.commit(Array.from({ length: 202 }, (_, index) => parameter(index)));
});
afterAll(() => fixture.close());

/** The problem that the store reports for these writes. */
const commitAndGetProblem = async (...writes: Write[]): Promise<Problem | null> => {
  try {
    await fixture.app.store.commit(writes, { userId: null });
    return null;
  } catch (error) {
    if (error instanceof ProblemError) return error.problem;
    throw error;
  }
};
const put = (field: string, value: unknown): Write => ({
  kind: 'update',
  path: 'domain/akane',
  fields: [{ field: [field], value: encodeValue(value) }],
});
const values = (count: number, text = '') =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`note.${index}`, text]));

describe('the limits of an organisation', () => {
  it('an organisation may set 200 parameter values besides alarm thresholds', async () => {
    expect(
      await commitAndGetProblem(
        put('parameterOverrides', { ...values(200), 'accident.heartRateHigh.limit': 120 }),
      ),
    ).toBeNull();
    expect(await commitAndGetProblem(put('parameterOverrides', values(201)))).toMatchObject({
      code: 'document-invalid',
      issues: [{ field: 'parameterOverrides', code: 'map-at-most', details: { limit: 200 } }],
    });
  });

  it('a value may have 400 characters, and a longer existing one stays', async () => {
    expect(
      await commitAndGetProblem(put('parameterOverrides', values(1, 'あ'.repeat(400)))),
    ).toBeNull();
    expect(
      await commitAndGetProblem(
        put('parameterOverrides', { ...values(1), 'note.1': 'あ'.repeat(401) }),
      ),
    ).toMatchObject({
      issues: [
        { field: 'parameterOverrides.`note.1`', code: 'string-at-most', details: { limit: 400 } },
      ],
    });
    // A value from before the limit existed.
    await fixture.commit([put('parameterOverrides', { 'note.1': 'x'.repeat(900) })]);
    expect(await commitAndGetProblem(put('name', 'あかね荘 別館'))).toBeNull();
    expect(await commitAndGetProblem(put('parameterOverrides', {}))).toBeNull();
  });

  it('an organisation may have twenty identity providers', async () => {
    expect(
      await commitAndGetProblem(
        put(
          'samlProviderIds',
          Array.from({ length: 21 }, (_, index) => `saml.${index}`),
        ),
      ),
    ).toMatchObject({ issues: [{ field: 'samlProviderIds', code: 'array-at-most' }] });
  });

  it('the time zone must be known, but an existing unknown one stays', async () => {
    for (const zone of ['Nowhere/Land', '', 'Asia/Tokyo\n', '+09:00', "'; select 1"])
      expect(await commitAndGetProblem(put('timeZone', zone)), zone).toEqual({
        code: 'document-invalid',
        place: 'domain/akane',
        issues: [{ field: 'timeZone', code: 'value-wrong' }],
      });
    expect(await commitAndGetProblem(put('timeZone', 'Europe/Berlin'))).toBeNull();
    await fixture.commit([put('timeZone', 'Nowhere/Land')]);
    expect(await commitAndGetProblem(put('contact', 'x'))).toBeNull();
    expect(await commitAndGetProblem(put('timeZone', 'Asia/Tokyo'))).toBeNull();
  });

  it('an organisation may have a thousand direct children', async () => {
    const parts = (from: number, count: number): Write[] =>
      Array.from({ length: count }, (_, index) => ({
        kind: 'create',
        path: `domain/part${from + index}`,
        data: encodeFields(
          {
            code: `part${from + index}`,
            name: `P${from + index}`,
            kind: 'facility',
            parentDomainId: 'akane',
            rootDomainId: 'akane',
            ancestorIds: ['akane'],
          },
          false,
        ),
      }));
    for (const from of [0, 500]) await fixture.commit(parts(from, from === 0 ? 500 : 499));
    expect(await commitAndGetProblem(...parts(999, 1))).toBeNull();
    expect(await commitAndGetProblem(...parts(1000, 1))).toEqual({
      code: 'domain-part-limit-reached',
      details: { limit: 1000 },
    });
  });
});
