import {
  encodeValue,
  parameterKey,
  type ParameterOverrides,
  type WatchedKind,
} from '@yamori/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aDomain, SERVER } from '../../core/documents/testing/test-documents.ts';
import { startAccidentFixture, type AccidentFixture } from './testing/accident-fixture.ts';

let fixture: AccidentFixture;
beforeAll(async () => {
  fixture = await startAccidentFixture();
});
afterAll(() => fixture.close());

const set = (path: string, parameterOverrides: ParameterOverrides) =>
  fixture.documents.store.commit(
    [
      {
        kind: 'update',
        path,
        fields: [{ field: ['parameterOverrides'], value: encodeValue(parameterOverrides) }],
      },
    ],
    SERVER,
  );

/** These tests share one reader without a restart. */
describe('the config of a room', () => {
  it('follows changed thresholds of the room and its organisations within seconds', async () => {
    const [roomId, server] = [await fixture.room(), fixture.server()];
    const findLimit = async (kind: WatchedKind) =>
      (await server.rules.getConfig(roomId))?.rules.find((rule) => rule.kind === kind)?.limit;
    expect([await findLimit('heartRateHigh'), await findLimit('temperatureHigh')]).toEqual([
      110,
      undefined,
    ]);
    await set(`domain/d-${roomId}`, {
      [parameterKey('heartRateHigh', 'limit')]: 100,
      [parameterKey('temperatureHigh', 'enabled')]: true,
    });
    await expect.poll(() => findLimit('heartRateHigh')).toBe(100);
    expect(await findLimit('temperatureHigh')).toBe(38);
    await set(`room/${roomId}`, { [parameterKey('heartRateHigh', 'limit')]: 90 });
    await expect.poll(() => findLimit('heartRateHigh')).toBe(90);
    await set(`room/${roomId}`, {});
    await expect.poll(() => findLimit('heartRateHigh')).toBe(100);
    await set(`domain/d-${roomId}`, {});
    await expect.poll(() => findLimit('heartRateHigh')).toBe(110);
  });

  it('follows its organisation to a new parent, with thresholds and groups', async () => {
    const [roomId, server] = [await fixture.room(), fixture.server()];
    const config = async () => {
      const found = await server.rules.getConfig(roomId);
      return [
        found?.rules.find(({ kind }) => kind === 'heartRateHigh')?.limit,
        found?.groups.map(({ name }) => name).join(),
      ];
    };
    const house = `house-${roomId.slice(-12)}`;
    await fixture.documents.store.commit(
      [
        aDomain(house, null, {
          parameterOverrides: { 'accident.heartRateHigh.limit': 95 },
          escalation: [{ name: 'house', userIds: [], afterMinutes: 1 }],
        }),
      ],
      SERVER,
    );
    expect(await config()).toEqual([110, '']);
    await fixture.documents.store.commit(
      [
        {
          kind: 'update',
          path: `domain/d-${roomId}`,
          fields: [
            { field: ['parentDomainId'], value: house },
            { field: ['ancestorIds'], value: [house] },
          ],
        },
      ],
      SERVER,
    );
    await expect.poll(config).toEqual([95, 'house']);
  });
});
