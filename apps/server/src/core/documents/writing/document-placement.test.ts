import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  aDevice,
  aDomain,
  anAccident,
  aRoom,
  change,
  openTestDocuments,
  SERVER,
  type TestDocuments,
} from '../testing/test-documents.ts';

let documents: TestDocuments;
beforeAll(async () => {
  documents = await openTestDocuments();
  await documents.store.commit([aDomain('d'), aDomain('e')], SERVER);
});
afterAll(() => documents.close());

const placementAt = async (path: string) => (await documents.store.read([path]))[0]?.placement;
const countChanges = async (path: string): Promise<number> => {
  const rows = await documents.temporary.database.query({
    text: 'select 1 from document_changes where path = $1',
    values: [path],
  });
  return rows.length;
};

describe('placement of stored documents', () => {
  it('a placement follows a holder in the same batch, in any order', async () => {
    await documents.store.commit(
      [aDevice('A', 'd', 'r1'), aRoom('r1', 'd', { sharedWith: ['anna'] }), anAccident('r1', 'x')],
      SERVER,
    );
    expect(await placementAt('device/A')).toEqual({
      rootDomainId: 'd',
      domainIds: ['d'],
      sharedWith: ['anna'],
    });
    expect(await placementAt('room/r1/accident/x')).toEqual(await placementAt('room/r1'));
  });

  it('the placement of a device follows it into another room and out of every room', async () => {
    await documents.store.commit([aRoom('r2', 'd', { sharedWith: ['ben'] })], SERVER);
    await documents.store.commit([change('device/A', { roomId: 'r2' })], SERVER);
    expect((await placementAt('device/A'))?.sharedWith).toEqual(['ben']);
    await documents.store.commit([change('device/A', { roomId: null })], SERVER);
    expect((await placementAt('device/A'))?.sharedWith).toEqual([]);
  });

  it('a device loses its placement with its room, and regains it with the room', async () => {
    await documents.store.commit([change('device/A', { roomId: 'r2' })], SERVER);
    await documents.store.commit([{ kind: 'delete', path: 'room/r2' }], SERVER);
    expect((await placementAt('device/A'))?.sharedWith).toEqual([]);
    await documents.store.commit([aRoom('r2', 'd', { sharedWith: ['carl'] })], SERVER);
    expect((await placementAt('device/A'))?.sharedWith).toEqual(['carl']);
  });

  it("documents follow only changes of their holder's placement, which the feed reports", async () => {
    const before = await countChanges('room/r1/accident/x');
    await documents.store.commit([change('room/r1', { floor: '3' })], SERVER);
    expect(await countChanges('room/r1/accident/x')).toBe(before);
    await documents.store.commit([change('room/r1', { domainId: 'e', rootDomainId: 'e' })], SERVER);
    expect(await countChanges('room/r1/accident/x')).toBe(before + 1);
    expect(await placementAt('room/r1/accident/x')).toEqual({
      rootDomainId: 'e',
      domainIds: ['e'],
      sharedWith: ['anna'],
    });
  });

  it('placements stay correct when rooms move during other writes', async () => {
    await documents.store.commit([aRoom('r3', 'd')], SERVER);
    await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        documents.store.commit(
          [
            index % 4 === 0
              ? change(
                  'room/r3',
                  index % 8 === 0
                    ? { domainId: 'e', rootDomainId: 'e' }
                    : { domainId: 'd', rootDomainId: 'd' },
                )
              : anAccident('r3', `a${index}`),
          ],
          SERVER,
        ),
      ),
    );
    const room = await placementAt('room/r3');
    for (let index = 0; index < 40; index += 1)
      if (index % 4 !== 0)
        expect(await placementAt(`room/r3/accident/a${index}`), `a${index}`).toEqual(room);
  });
});
