import { encodeFields, encodeValue, ProblemError, type Problem, type Write } from '@yamori/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openLiveStage, type LiveStage } from '../../testing/live-stage.ts';

let stage: LiveStage;
beforeAll(async () => {
  stage = await openLiveStage();
  const parameter = (index: number): Write => ({
    kind: 'create',
    path: `parameter/p${index}`,
    data: encodeFields(
      { key: `note.${index}`, name: `${index}`, kind: 'text', default: '', scope: 'domain' },
      false,
    ),
  });
  await stage.commit(Array.from({ length: 202 }, (_, index) => parameter(index)));
});
afterAll(() => stage.close());

/** What the store says of writes, whoever asks for them. */
const said = async (...writes: Write[]): Promise<Problem | null> => {
  try {
    await stage.app.store.commit(writes, { userId: null });
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

describe('an organisation', () => {
  it('sets 200 values beside its rules of accidents and no more', async () => {
    expect(
      await said(
        put('parameterOverrides', { ...values(200), 'accident.heartRateHigh.limit': 120 }),
      ),
    ).toBeNull();
    expect(await said(put('parameterOverrides', values(201)))).toMatchObject({
      code: 'document-invalid',
      issues: [{ field: 'parameterOverrides', code: 'map-at-most', details: { limit: 200 } }],
    });
  });

  it('sets texts of 400 characters, refused at their key, and keeps a longer one that was there', async () => {
    expect(await said(put('parameterOverrides', values(1, 'あ'.repeat(400))))).toBeNull();
    expect(
      await said(put('parameterOverrides', { ...values(1), 'note.1': 'あ'.repeat(401) })),
    ).toMatchObject({
      issues: [
        { field: 'parameterOverrides.`note.1`', code: 'string-at-most', details: { limit: 400 } },
      ],
    });
    // As it stood before there was a bound.
    await stage.commit([put('parameterOverrides', { 'note.1': 'x'.repeat(900) })]);
    expect(await said(put('name', 'あかね荘 別館'))).toBeNull();
    expect(await said(put('parameterOverrides', {}))).toBeNull();
  });

  it('has twenty identity providers', async () => {
    expect(
      await said(
        put(
          'samlProviderIds',
          Array.from({ length: 21 }, (_, index) => `saml.${index}`),
        ),
      ),
    ).toMatchObject({ issues: [{ field: 'samlProviderIds', code: 'array-at-most' }] });
  });

  it('stands in a time zone that there is, and keeps one that was there', async () => {
    for (const zone of ['Nowhere/Land', '', 'Asia/Tokyo\n', '+09:00', "'; select 1"])
      expect(await said(put('timeZone', zone)), zone).toEqual({
        code: 'document-invalid',
        place: 'domain/akane',
        issues: [{ field: 'timeZone', code: 'value-wrong' }],
      });
    expect(await said(put('timeZone', 'Europe/Berlin'))).toBeNull();
    await stage.commit([put('timeZone', 'Nowhere/Land')]);
    expect(await said(put('contact', 'x'))).toBeNull();
    expect(await said(put('timeZone', 'Asia/Tokyo'))).toBeNull();
  });

  it('has a thousand organisations directly below it', async () => {
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
    for (const from of [0, 500]) await stage.commit(parts(from, from === 0 ? 500 : 499));
    expect(await said(...parts(999, 1))).toBeNull();
    expect(await said(...parts(1000, 1))).toEqual({
      code: 'domain-part-limit-reached',
      details: { limit: 1000 },
    });
  });
});
