import { deviceTopic, encodeFields, type Write } from '@yamori/domain';
import { encodeFrame } from '@yamori/frames';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { TestViewer } from '../../../testing/live-fixture.ts';
import {
  changeLoan,
  HOUR_MS,
  startLoanFixture,
  SERIAL,
  type LoanFixture,
} from './testing/lent-device.ts';

let fixture: LoanFixture;
beforeEach(async () => {
  fixture = await startLoanFixture();
});
afterEach(() => fixture.close());

const aLoan: LoanFixture['aLoan'] = (more) => fixture.aLoan(more);
const inHours = (hours: number): Date => fixture.inHours(hours);
const commitAs: LoanFixture['commitAs'] = (cookie, writes) => fixture.commitAs(cookie, writes);
const device = async () => (await fixture.app.store.read([`device/${SERIAL}`]))[0]?.data;
const serialsIn = async (roomId: string) =>
  (await fixture.app.store.read([`room/${roomId}`]))[0]?.data['deviceSerials'];
const borrower = () => expect.poll(async () => (await device())?.['borrowedBy']);

/** The owner takes the device out of the room. */
const takeOut = () =>
  fixture.commit([
    putInto(null),
    {
      kind: 'update',
      path: 'room/mizuki-1',
      fields: [{ field: ['deviceSerials'], value: { $arrayRemove: [SERIAL] } }],
    },
  ]);
const putInto = (roomId: string | null): Write => ({
  kind: 'update',
  path: `device/${SERIAL}`,
  fields: [{ field: ['roomId'], value: roomId }],
});

/** Subscribes to the device and reports whether the server accepted, and the number of frames. */
function watch(viewer: TestViewer, id: number) {
  viewer.send({ type: 'watch', id, serial: SERIAL });
  return {
    let: () => viewer.next('watching', (message) => message.id === id),
    refused: () => viewer.next('failed', (message) => message.id === id),
  };
}

describe('openLoans', () => {
  it("lets the borrower's carers place the device and see its data, but none from before the loan", async () => {
    const [carer, owner] = [
      await fixture.signIn('carer@akane.example'),
      await fixture.signIn('carer@mizuki.example'),
    ];
    const viewers = {
      carer: await fixture.openViewer(carer),
      owner: await fixture.openViewer(owner),
    };
    expect((await watch(viewers.carer, 1).refused()).problem.code).toBe('device-not-found');
    await watch(viewers.owner, 1).let();

    await fixture.commit([aLoan()]);
    await fixture.app.devices.loans.check();
    // The device still monitors a resident, so it does not leave the room when the date passes.
    expect([
      (await device())?.['borrowedBy'],
      (await device())?.['roomId'],
      await serialsIn('mizuki-1'),
    ]).toEqual([null, 'mizuki-1', ['mizuki-A']]);
    expect(
      await commitAs(owner, [
        putInto(null),
        {
          kind: 'update',
          path: 'room/mizuki-1',
          fields: [{ field: ['deviceSerials'], value: { $arrayRemove: [SERIAL] } }],
        },
      ]),
    ).toBe('done');
    await borrower().toBe('akane');
    // The owner's carers cannot see its measurements elsewhere.
    await watch(viewers.owner, 1).refused();
    expect(await commitAs(owner, [putInto('mizuki-1')])).toBe('document-not-found');

    await watch(viewers.carer, 2).let();
    expect(await commitAs(carer, [putInto('akane-1')])).toBe('done');
    expect(await commitAs(carer, [putInto('mizuki-1')])).toBe('document-not-found');
    const sender = await fixture.connectDevice(SERIAL);
    let sequence = 0;
    // The room's state follows once the live engine knows the device's room.
    await expect
      .poll(
        async () => {
          sequence += 1;
          const frame = encodeFrame({
            streamId: 1,
            sequence,
            deviceTimeUs: Date.now() * 1000,
            channels: [Int16Array.of(1, 2, 3)],
          });
          await sender.publishAsync(deviceTopic(SERIAL, 'frames'), Buffer.from(frame), { qos: 1 });
          return (await fixture.app.store.read(['room/akane-1']))[0]?.data['live'];
        },
        { interval: 200 },
      )
      .toMatchObject({ lastFrameAt: expect.any(Date) });
    expect(viewers.carer.frames.length).toBeGreaterThan(0);
    expect(viewers.owner.frames).toEqual([]);
    await sender.endAsync();
  });

  it('takes a returned device out of the room and ends open subscriptions to it', async () => {
    const carer = await fixture.signIn('carer@akane.example');
    await takeOut();
    await fixture.commit([aLoan()]);
    await borrower().toBe('akane');
    expect(
      await commitAs(carer, [
        putInto('akane-1'),
        {
          kind: 'update',
          path: 'room/akane-1',
          fields: [{ field: ['deviceSerials'], value: { $arrayUnion: [SERIAL] } }],
        },
      ]),
    ).toBe('done');
    const viewer = await fixture.openViewer(carer);
    const view = watch(viewer, 1);
    await view.let();

    await fixture.commit([changeLoan('returnedAt', fixture.now())]);
    await borrower().toBe(null);
    await view.refused();
    expect([(await device())?.['roomId'], await serialsIn('akane-1')]).toEqual([null, ['akane-A']]);
    expect(await commitAs(carer, [putInto('akane-1')])).toBe('document-not-found');
    const owner = await fixture.signIn('carer@mizuki.example');
    expect(await commitAs(owner, [putInto('mizuki-1')])).toBe('done');
  });

  it('starts a loan on its date, continues it when overdue, and ends it when the device is back', async () => {
    const carer = await fixture.signIn('carer@akane.example');
    await takeOut();
    await fixture.commit([aLoan({ from: inHours(1), until: inHours(2) })]);
    await fixture.app.devices.loans.check();
    expect((await device())?.['borrowedBy']).toBe(null);
    fixture.clock.aheadMs = 1.5 * HOUR_MS;
    await fixture.app.devices.loans.check();
    expect((await device())?.['borrowedBy']).toBe('akane');
    expect(await commitAs(carer, [putInto('akane-1')])).toBe('done');

    const until = inHours(2);
    await fixture.commit([changeLoan('until', until)]);
    await expect.poll(async () => (await device())?.['borrowedUntil']).toEqual(until);
    expect((await device())?.['roomId']).toBe('akane-1');
    fixture.clock.aheadMs = 4 * HOUR_MS;
    await fixture.app.devices.loans.check();
    expect([(await device())?.['borrowedBy'], (await device())?.['roomId']]).toEqual([
      'akane',
      'akane-1',
    ]);
    await fixture.commit([changeLoan('returnedAt', fixture.now())]);
    await borrower().toBe(null);
    expect((await device())?.['roomId']).toBe(null);
  });

  it("the server rejects a client's write of the holder of a device", async () => {
    await fixture.addMember('maker@yamori.example', 'akane', 101);
    const maker = await fixture.signIn('maker@yamori.example');
    expect(
      await commitAs(maker, [
        {
          kind: 'update',
          path: `device/${SERIAL}`,
          fields: [{ field: ['borrowedBy'], value: 'akane' }],
        },
      ]),
    ).toBe('field-refused');
    await takeOut();
    expect(await commitAs(maker, [aLoan()])).toBe('done');
    await borrower().toBe('akane');
    expect(await commitAs(maker, [changeLoan('returnedAt', fixture.now())])).toBe('done');
    await borrower().toBe(null);
  });

  it('applies a loan to a device that is created later', async () => {
    await fixture.commit([{ kind: 'delete', path: `device/${SERIAL}` }]);
    await fixture.commit([aLoan()]);
    await fixture.app.devices.loans.check();
    await fixture.commit([
      {
        kind: 'create',
        path: `device/${SERIAL}`,
        data: encodeFields(
          {
            serial: SERIAL,
            typeId: 'bed',
            domainId: 'mizuki',
            rootDomainId: 'mizuki',
            roomId: null,
            connection: 'network',
          },
          false,
        ),
      },
    ]);
    await borrower().toBe('akane');
  });
});
