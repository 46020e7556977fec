import { listReply } from '@yamori/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aDevice } from '../../core/documents/testing/test-documents.ts';
import { startLiveFixture, type LiveFixture } from '../../testing/live-fixture.ts';

let fixture: LiveFixture;
beforeAll(async () => {
  fixture = await startLiveFixture();
  await fixture.addMember('maker@tree.example', 'akane', 101);
});
afterAll(() => fixture.close());

const send = async (who: string, serial: string): Promise<readonly string[]> => {
  const reply = await fixture.app.server.inject({
    url: `/api/devices/${serial}/alike`,
    headers: { cookie: await fixture.signIn(who) },
  });
  return listReply.parse(reply.json()).documents.map(({ path }) => path);
};

describe('similar-serials endpoint', () => {
  it('finds a serial in any letter case, and no other serials', async () => {
    expect(await send('maker@tree.example', 'AKANE-a')).toEqual(['device/akane-A']);
    expect(await send('maker@tree.example', 'akane-A')).toEqual(['device/akane-A']);
    expect(await send('maker@tree.example', 'akane-')).toEqual([]);
  });

  it("lists the organisation's own device even if many others have a similar serial", async () => {
    const cases = Array.from({ length: 25 }, (_, at) =>
      'sabcdefg'
        .split('')
        .map((letter, index) => ((at >> index) % 2 === 0 ? letter.toUpperCase() : letter))
        .join(''),
    );
    await fixture.commit([
      ...cases.map((serial) => aDevice(serial, 'mizuki', null)),
      aDevice('sabcdefg', 'akane', null),
    ]);
    expect(await send('carer@akane.example', 'SABCDEFG')).toEqual(['device/sabcdefg']);
  });

  it.each(['akane%25', '%0A', '-akane', 'a'.repeat(41)])(
    'rejects %s, which is not a valid serial',
    async (serial) => {
      const reply = await fixture.app.server.inject({
        url: `/api/devices/${serial}/alike`,
        headers: { cookie: await fixture.signIn('maker@tree.example') },
      });
      expect([reply.statusCode, reply.json<{ code: string }>().code]).toEqual([
        400,
        'request-invalid',
      ]);
    },
  );

  it('returns only devices and fields that the member can see', async () => {
    expect(await send('carer@akane.example', 'AKANE-A')).toEqual(['device/akane-A']);
    expect(await send('carer@akane.example', 'MIZUKI-A')).toEqual([]);
    const reply = await fixture.app.server.inject({
      url: '/api/devices/AKANE-A/alike',
      headers: { cookie: await fixture.signIn('carer@akane.example') },
    });
    expect(reply.json<{ documents: { data: object }[] }>().documents[0]?.data).not.toHaveProperty(
      'keyHash',
    );
    expect(
      (await fixture.app.server.inject({ url: '/api/devices/akane-A/alike' })).statusCode,
    ).toBe(401);
  });
});
