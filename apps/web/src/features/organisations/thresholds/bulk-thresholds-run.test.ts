import { COLLECTIONS, type ParameterOverrides } from '@yamori/domain';
import { describe, expect, it } from 'vitest';
import { createDocuments } from '../../../live/documents/documents-client.ts';
import { keptLog } from '../../../live/testing/kept-log.ts';
import { MemoryTransport } from '../../../live/testing/memory-transport.ts';
import { createBulkRun } from '../../../kit/list/bulk-run.ts';
import { bulkThresholdItems, changesSince, commonValues } from './bulk-thresholds-run.ts';
import { MIXED } from './threshold-values.ts';

const [HEART, BREATH, FALL] = [
  'accident.heartRateHigh.limit',
  'accident.respirationHigh.limit',
  'accident.fall.enabled',
] as const;
const open = (overrides: Readonly<Record<string, ParameterOverrides>>) => {
  const transport = new MemoryTransport(() => new Date('2026-11-21T00:00:00Z'));
  const put = (id: string, parameterOverrides: ParameterOverrides): void =>
    transport.put(`room/${id}`, {
      domainId: 'd',
      rootDomainId: 'd',
      name: id,
      parameterOverrides: { ...parameterOverrides },
    });
  for (const [id, values] of Object.entries(overrides)) put(id, values);
  const documents = createDocuments({ transport, collections: COLLECTIONS, log: keptLog() });
  const rooms = Object.entries(overrides).map(([id, parameterOverrides]) => ({
    documentReferenceId: id,
    name: id,
    domainId: 'd',
    parameterOverrides,
  }));
  return {
    documents,
    rooms,
    put,
    set: (id: string) => transport.documents.get(`room/${id}`)?.data['parameterOverrides'],
  };
};

describe('thresholds of several rooms', () => {
  it('the form shows common values and writes only changed ones', () => {
    const opened = commonValues([
      { parameterOverrides: { [HEART]: 120, [FALL]: false } },
      { parameterOverrides: { [HEART]: 110, [FALL]: false } },
    ]);
    expect([opened[HEART], opened[FALL], opened[BREATH]]).toEqual([MIXED, false, null]);
    expect(changesSince(opened, opened)).toEqual({});
    expect(changesSince(opened, { ...opened, [HEART]: null, [BREATH]: 25 })).toEqual({
      [HEART]: null,
      [BREATH]: 25,
    });
  });

  it('rooms are changed one by one, keep their other values, and are undone unless they changed again', async () => {
    const { documents, rooms, put, set } = open({
      a: { [HEART]: 120, [FALL]: false },
      b: {},
      c: { [HEART]: 115 },
    });
    const done = await createBulkRun(
      bulkThresholdItems(documents, rooms, { [HEART]: 115, [BREATH]: 25 }),
    ).start();
    expect([set('a'), set('b'), set('c'), done.failures]).toEqual([
      { [HEART]: 115, [FALL]: false, [BREATH]: 25 },
      { [HEART]: 115, [BREATH]: 25 },
      { [HEART]: 115, [BREATH]: 25 },
      [],
    ]);
    put('b', { [HEART]: 99, [BREATH]: 25 });
    await createBulkRun(done.undos).start();
    expect([set('a'), set('b'), set('c')]).toEqual([
      { [HEART]: 120, [FALL]: false },
      { [HEART]: 99 },
      { [HEART]: 115 },
    ]);
  });

  it('a room with a concurrent change is skipped and named, and an unchanged room is not written', async () => {
    const { documents, rooms, put, set } = open({
      a: { [HEART]: 120 },
      b: { [HEART]: 115 },
      c: {},
    });
    put('a', { [HEART]: 130 });
    put('c', { [FALL]: false });
    const done = await createBulkRun(
      bulkThresholdItems(documents, rooms, { [HEART]: 115 }),
    ).start();
    expect([set('a'), set('b'), set('c')]).toEqual([
      { [HEART]: 130 },
      { [HEART]: 115 },
      { [HEART]: 115, [FALL]: false },
    ]);
    expect([done.failures, done.undos.map(({ id }) => id)]).toEqual([
      [{ id: 'a', name: 'a', problem: { code: 'document-conflict' } }],
      ['c'],
    ]);
  });
});
