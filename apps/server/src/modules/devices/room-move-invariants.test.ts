import { encodeFields, type Write } from '@yamori/domain';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { aDevice, aDomain, aRoom, change } from '../../core/documents/testing/test-documents.ts';
import { startLiveFixture, type LiveFixture } from '../../testing/live-fixture.ts';

let fixture: LiveFixture;
let agency = '';
const inTree = { rootDomainId: 'agency' };
beforeAll(async () => {
  fixture = await startLiveFixture();
  const customer = { ...inTree, ancestorIds: ['agency'] };
  await fixture.commit([
    aDomain('agency', null, { kind: 'agency' }),
    aDomain('north', 'agency', customer),
    aDomain('north-2f', 'north', { ...inTree, ancestorIds: ['agency', 'north'] }),
    aDomain('south', 'agency', customer),
  ]);
  await fixture.addMember('rep@agency.example', 'agency', 50, 'agency');
  agency = await fixture.signIn('rep@agency.example');
});
afterAll(() => fixture.close());

const write = async (...writes: readonly Write[]): Promise<unknown> => {
  const reply = await fetch(`${fixture.address}/api/documents/commit`, {
    method: 'POST',
    headers: { cookie: agency, origin: fixture.address, 'content-type': 'application/json' },
    body: JSON.stringify({ writes }),
  });
  return reply.ok ? 'stored' : reply.json();
};
const room = (id: string) => aRoom(id, 'north', { ...inTree, name: id });
const moved = (id: string, domainId: string) => change(`room/${id}`, { domainId });
const note: Write = {
  kind: 'create',
  path: 'room/noted/note/n',
  data: encodeFields(
    { text: 'x', from: new Date('2026-01-01T00:00:00Z'), to: null, writtenBy: 'u' },
    false,
  ),
};

it('a room with a device of its organisation cannot move to another one', async () => {
  await fixture.commit([room('full'), aDevice('D-STANDS', 'north', 'full', inTree)]);
  expect(await write(moved('full', 'south'))).toEqual({
    code: 'room-devices-in-use',
    details: { count: 1 },
  });
  expect(await write(moved('full', 'south'), change('device/D-STANDS', { roomId: null }))).toBe(
    'stored',
  );
});

it('a room moves with its devices', async () => {
  await fixture.commit([room('both'), aDevice('D-MOVES', 'north', 'both', inTree)]);
  expect(await write(moved('both', 'south'), change('device/D-MOVES', { domainId: 'south' }))).toBe(
    'stored',
  );
});

it('a room with records of its resident moves within its house only', async () => {
  await fixture.commit([room('noted'), note]);
  expect(await write(moved('noted', 'south'))).toEqual({ code: 'room-recorded-in-use' });
  expect(await write(moved('noted', 'north-2f'))).toBe('stored');
  expect(await write(moved('noted', 'north'))).toBe('stored');
});
