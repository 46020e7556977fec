import { encodeValue, overrideCounts, overridesReply, type AccessLevelName, type ProblemIssue, type Write } from '@yamori/domain';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openLiveStage, type LiveStage } from '../../testing/live-stage.ts';
import { plantTree, type TreeMembers } from '../../testing/organisation-tree.ts';

let stage: LiveStage;
let members: TreeMembers;
beforeAll(async () => {
  stage = await openLiveStage();
  members = await plantTree(stage);
});
afterAll(() => stage.close());
afterEach(async () => void await stage.temporary.database.query({ text: `delete from documents where collection = 'parameter' and path <> 'parameter/p'` }));

const ask = async (method: 'GET' | 'POST', url: string, payload?: object, level: AccessLevelName = 'seniorDeveloper') => {
  const reply = await stage.app.server.inject({ method, url, headers: { cookie: members.cookies.get(level) ?? '' }, ...(payload === undefined ? {} : { payload }) });
  return { status: reply.statusCode, body: reply.json<{ code?: string; issues?: ProblemIssue[]; values?: { key: string; value: unknown }[] }>() };
};
const commit = (writes: Write[], level?: AccessLevelName) => ask('POST', '/api/documents/commit', { writes }, level);
const put = (key: string, value: unknown, more: object = {}, level?: AccessLevelName) => commit([{ kind: 'set', path: `parameter/${key}`, data: { key, name: key, kind: typeof value === 'number' ? 'number' : typeof value === 'boolean' ? 'toggle' : 'text', scope: 'room', default: encodeValue(value), ...more } }], level);
const faults = async (answer: ReturnType<typeof put>) => { const { status, body } = await answer; return [status, ...(body.issues ?? []).map(({ field, code }) => `${field} ${code}`)]; };
const held = async (key: string) => (await ask('GET', '/api/rooms/r-own/inherited-thresholds')).body.values?.find((one) => one.key === key)?.value;

describe('the value that holds where nobody sets one', () => {
  it('is changed by the maker and holds in rooms, and what the catalogue says holds again once it is taken back', async () => {
    expect(await held('accident.heartRateHigh.limit')).toBe(110);
    expect(await faults(put('accident.heartRateHigh.limit', 120))).toEqual([200]);
    expect(await held('accident.heartRateHigh.limit')).toBe(120);
    expect((await commit([{ kind: 'delete', path: 'parameter/accident.heartRateHigh.limit' }])).status).toBe(200);
    expect(await held('accident.heartRateHigh.limit')).toBe(110);
  });

  it.each<[string, string, unknown, (string | number)[]]>([
    ['below its range', 'accident.heartRateHigh.limit', 19, [400, 'default number-at-least']], ['above its range', 'accident.heartRateHigh.limit', 221, [400, 'default number-at-most']],
    ['of another kind', 'accident.fall.enabled', 'yes', [400, 'default type-wrong']], ['no time of day', 'accident.fall.from', '25:00', [400, 'default format-time']],
    ['at its high limit', 'accident.heartRateLow.limit', 110, [400, 'default number-less-than']], ['of a rule that there is not', 'accident.fall.colour', 1, [400, 'key keys-unknown']],
  ])('is refused when it is %s', async (_, key, value, expected) => {
    expect(await faults(put(key, value))).toEqual(expected);
  });

  it('is not taken back below a limit that was moved beside it', async () => {
    await put('accident.heartRateHigh.limit', 200);
    await put('accident.heartRateLow.limit', 150);
    expect(await faults(commit([{ kind: 'delete', path: 'parameter/accident.heartRateHigh.limit' }]))).toEqual([400, 'default number-more-than']);
    // Both at once are well again.
    expect((await commit([{ kind: 'delete', path: 'parameter/accident.heartRateHigh.limit' }, { kind: 'delete', path: 'parameter/accident.heartRateLow.limit' }])).status).toBe(200);
  });

  it('of two people who move a low and a high limit past each other at one instant, one is refused', async () => {
    const answers = await Promise.all([put('accident.heartRateHigh.limit', 60), put('accident.heartRateLow.limit', 80)]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400]);
    // Either may have been the one.
    for (const key of ['accident.heartRateHigh.limit', 'accident.heartRateLow.limit']) await commit([{ kind: 'delete', path: `parameter/${key}` }]);
  });

  it('lies within the range that another parameter has itself', async () => {
    expect(await faults(put('report.rows', 500, { min: 1, max: 100 }))).toEqual([400, 'default number-at-most']);
    expect(await faults(put('report.rows', 50, { min: 100, max: 1 }))).toEqual([400, 'max number-at-least']);
    expect(await faults(put('report.rows', 50, { min: 1, max: 100 }))).toEqual([200]);
    expect(await faults(put('report.look', 'blue', { kind: 'choice', choices: ['red'] }))).toEqual([400, 'default choice-wrong']);
  });

  it.each(['developer', 'agencyAdmin', 'ownerAdministrator', 'generalStaff'] as const)('is not changed by %s', async (level) => {
    expect((await put('accident.heartRateHigh.limit', 120, {}, level)).status).toBe(403);
  });

  it('is what thresholds are measured by', async () => {
    await put('accident.heartRateHigh.limit', 60);
    const low: Write = { kind: 'update', path: 'room/r-own', fields: [{ field: ['parameterOverrides', 'accident.heartRateLow.limit'], value: 70 }] };
    expect(await faults(commit([low]))).toEqual([400, 'parameterOverrides.`accident.heartRateLow.limit` number-less-than']);
    await put('accident.heartRateHigh.limit', 110);
    expect((await commit([low])).status).toBe(200);
  });
});

describe('who sets a value themselves', () => {
  it('is counted and told by name, organisations first', async () => {
    await stage.commit([
      { kind: 'update', path: 'domain/own', fields: [{ field: ['parameterOverrides', 'accident.fall.enabled'], value: false }] },
      { kind: 'update', path: 'room/r-below', fields: [{ field: ['parameterOverrides', 'accident.fall.enabled'], value: true }] },
    ]);
    const counts = overrideCounts.parse((await ask('GET', '/api/parameters/overrides')).body).parameters;
    expect(counts.find(({ key }) => key === 'accident.fall.enabled')).toEqual({ key: 'accident.fall.enabled', domains: 1, rooms: 1 });
    expect(overridesReply.parse((await ask('GET', '/api/parameters/accident.fall.enabled/overrides')).body)).toEqual({
      total: 2, places: [{ kind: 'domain', id: 'own', name: 'own', domainName: 'own', value: false }, { kind: 'room', id: 'r-below', name: 'r-below', domainName: 'below', value: true }],
    });
    expect(overridesReply.parse((await ask('GET', '/api/parameters/nothing/overrides')).body)).toEqual({ total: 0, places: [] });
  });
});
