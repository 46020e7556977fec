import {
  accidentCollection,
  ACCESS_LEVELS,
  ACCIDENT_TRAITS,
  CONTRACT_VERSION,
  deviceTopic,
  encodeFields,
  roomCollection,
  raisedAccident,
  withAccident,
  type AccidentReply,
  type RoomAccident,
} from '@yamori/domain';
import { encodeFrame, scanFrames } from '@yamori/frames';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { WebSocket } from 'ws';
import { startLiveFixture, type LiveFixture } from '../../testing/live-fixture.ts';
import { aRoomLive } from './testing/live-states.ts';
import { BAD_MESSAGE_CODE, VERSION_CODE } from './viewers/live-session.ts';

let fixture: LiveFixture;
let carer = '';
let stranger = '';
beforeAll(async () => {
  fixture = await startLiveFixture();
  // The room-state engine follows new devices from the next tick.
  await vi.waitFor(() => expect(fixture.app.telemetry.live.counts().devices).toBe(2), {
    timeout: 120_000,
  });
  carer = await fixture.signIn('carer@akane.example');
  stranger = await fixture.signIn('carer@mizuki.example');
});
afterAll(() => fixture.close());

const byText = (a: unknown, b: unknown): number => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1);
const rooms = {
  kind: 'query',
  query: { collection: 'room', group: false, filters: [], orderBy: [], offset: 0 },
} as const;
const aFrame = (sequence: number, streamId = 1): Uint8Array =>
  encodeFrame({
    streamId,
    sequence,
    deviceTimeUs: Date.now() * 1000 + sequence,
    channels: [
      Int16Array.from({ length: streamId === 1 ? 50 : 1 }, (_, index) => index + sequence),
    ],
  });
const VERBS = ['acknowledge', 'withdraw', 'arrive', 'resolve', 'reopen'] as const;
type Verb = (typeof VERBS)[number];
const sendCommand = (verb: Verb, room: string, id: string, cookie: string, body: object = {}) =>
  fetch(`${fixture.address}/api/rooms/${room}/accidents/${id}/${verb}`, {
    method: 'POST',
    headers: { cookie, origin: fixture.address, 'content-type': 'application/json' },
    body: JSON.stringify(verb === 'resolve' ? { outcome: 'helped', ...body } : body),
  });
const openCall = async (roomId: string): Promise<RoomAccident | undefined> => {
  const [room] = await fixture.app.store.read([`room/${roomId}`]);
  const live = roomCollection.schema.shape.live.parse(room?.data['live'] ?? null);
  return live?.accidents.find(({ kind }) => kind === 'call');
};
const until = (holds: () => boolean | Promise<boolean>): Promise<void> =>
  expect.poll(holds).toBe(true);

describe('the path from device to browser', () => {
  it('forwards frames byte for byte, stores them, and updates the room', async () => {
    const viewer = await fixture.openViewer(carer);
    viewer.send({ type: 'subscribe', id: 1, target: rooms });
    viewer.send({ type: 'watch', id: 2, serial: 'akane-A', historySeconds: 0 });
    const { slot, streams } = await viewer.next('watching');
    expect(streams.map((stream) => stream.kind)).toEqual(['impe', 'button', 'temperature']);

    const device = await fixture.connectDevice('akane-A');
    const sent = [aFrame(0), aFrame(1), aFrame(2)];
    for (const frame of sent)
      await device.publishAsync(deviceTopic('akane-A', 'frames'), Buffer.from(frame), { qos: 1 });
    await until(() => viewer.frames.length >= 3);
    expect(viewer.frames.map((frame) => frame.slot)).toEqual([slot, slot, slot]);
    expect(viewer.frames.map((frame) => frame.bytes)).toEqual(sent);

    const alive = await viewer.next('changes', ({ changes }) =>
      changes.some(
        (change) =>
          change.kind !== 'removed' &&
          JSON.stringify(change.document.data).includes('"fault":"none"'),
      ),
    );
    expect(alive.id).toBe(1);
    const [first] = sent.map((frame) => scanFrames(frame).frames[0]);
    const stored = await fixture.app.timeline.read({
      serial: 'akane-A',
      streamId: 1,
      fromUs: (first?.deviceTimeUs ?? 0) - 1,
      toUs: (first?.deviceTimeUs ?? 0) + 1e9,
    });
    expect(stored.flatMap((run) => [...(run.channels[0] ?? [])]).length).toBe(150);
    await device.endAsync();
    viewer.socket.close();
  });

  it('shows a device as offline after fifteen silent seconds', async () => {
    const viewer = await fixture.openViewer(carer);
    const device = await fixture.connectDevice('akane-A');
    await device.publishAsync(deviceTopic('akane-A', 'frames'), Buffer.from(aFrame(10)), {
      qos: 1,
    });
    viewer.send({ type: 'subscribe', id: 1, target: { kind: 'document', path: 'room/akane-1' } });
    await viewer.next('changes', ({ changes }) =>
      JSON.stringify(changes).includes('"fault":"none"'),
    );
    device.stream.destroy();
    await viewer.next('changes', ({ changes }) =>
      JSON.stringify(changes).includes('"fault":"deviceOffline"'),
    );
    viewer.socket.close();
  });

  it('lets the care team answer a call once and lets only the responder and a manager release it', async () => {
    const device = await fixture.connectDevice('akane-A');
    await device.publishAsync(deviceTopic('akane-A', 'frames'), Buffer.from(aFrame(1, 2)), {
      qos: 1,
    });
    // This installation has no channel.
    await until(async () => (await openCall('akane-1'))?.reach === 'nobody');
    const first = await openCall('akane-1');
    const id = first?.id ?? '';
    const second = await fixture.signIn('staff@akane.example');
    const agency = await fixture.signIn('agency@akane.example');
    for (const verb of VERBS) {
      expect((await sendCommand(verb, 'akane-1', id, '')).status).toBe(401);
      expect((await sendCommand(verb, 'akane-1', id, stranger)).status).toBe(404);
      expect((await sendCommand(verb, 'akane-1', id, agency)).status).toBe(403);
    }
    expect(await openCall('akane-1')).toEqual(first);

    // Another viewer receives each decision live.
    const viewer = await fixture.openViewer(carer);
    viewer.send({ type: 'subscribe', id: 1, target: { kind: 'document', path: 'room/akane-1' } });
    const reply = async (verb: Verb, cookie: string): Promise<AccidentReply> =>
      // The reply of the route's own schema.
      (await (await sendCommand(verb, 'akane-1', id, cookie)).json()) as AccidentReply;
    const answer = { state: 'acknowledged', by: 'Somebody' };
    const replies = await Promise.all([reply('acknowledge', second), reply('acknowledge', second)]);
    expect(replies).toMatchObject([1, 2].map(() => ({ ...answer, own: true })));
    expect(await reply('acknowledge', carer)).toMatchObject({ ...answer, own: false });
    await viewer.next('changes', ({ changes }) =>
      JSON.stringify(changes).includes('"state":"acknowledged"'),
    );

    // The senior carer may release the call; a peer of the second carer may not.
    expect(await reply('withdraw', carer)).toMatchObject({ state: 'raised', by: null });
    expect(await openCall('akane-1')).toMatchObject({
      state: 'raised',
      waitingSince: first?.waitingSince,
      lastAt: first?.lastAt,
    });
    await reply('acknowledge', carer);
    expect((await sendCommand('withdraw', 'akane-1', id, second)).status).toBe(403);
    // Only the carer who resolved it and the senior carer may reopen it.
    const resolved = { state: 'resolved', outcome: 'helped' };
    expect(await reply('resolve', second)).toMatchObject({ ...resolved, mayReopen: true });
    expect(await reply('withdraw', carer)).toMatchObject({ ...resolved, mayReopen: true });
    // The carer who withdraws an accidental press does not end the other response.
    expect(await reply('reopen', second)).toMatchObject({ ...answer, own: false });
    expect(await reply('reopen', second)).toMatchObject({ ...answer, own: false });
    await reply('resolve', carer);
    expect(await reply('resolve', second)).toMatchObject({ ...resolved, mayReopen: false });
    expect((await sendCommand('reopen', 'akane-1', id, second)).status).toBe(403);
    viewer.socket.close();
    await device.endAsync();
  });
});

describe('a call and an individual user', () => {
  const pressedAt = new Date('2026-11-21T18:00:00.000Z');
  const callRoom = (id: string, domainId: string, sharedWith: string[]) => {
    const call = raisedAccident({
      kind: 'call',
      severity: ACCIDENT_TRAITS.call.severity,
      source: ACCIDENT_TRAITS.call.source,
      at: pressedAt,
      since: pressedAt,
      serial: null,
      streamId: null,
      reason: null,
      by: null,
      note: '',
      escalatesAt: null,
    });
    const live = { ...aRoomLive(), openAccidents: 1, accidents: withAccident([], 'call', call) };
    return fixture.commit([
      {
        kind: 'create',
        path: `room/${id}`,
        data: encodeFields({ domainId, rootDomainId: domainId, name: id, sharedWith, live }, false),
      },
      { kind: 'create', path: `room/${id}/accident/call`, data: encodeFields(call, false) },
    ]);
  };
  let family = '';
  let atHome = '';
  beforeAll(async () => {
    await fixture.commit([
      {
        kind: 'create',
        path: 'domain/home',
        data: {
          code: 'home',
          name: 'home',
          kind: 'individual',
          parentDomainId: null,
          rootDomainId: 'home',
          ancestorIds: [],
        },
      },
    ]);
    const familyId = await fixture.addMember(
      'family@akane.example',
      'akane',
      ACCESS_LEVELS.individualUser,
    );
    const homeId = await fixture.addMember(
      'owner@home.example',
      'home',
      ACCESS_LEVELS.individualUser,
    );
    await callRoom('shared', 'akane', [familyId, homeId]);
    await callRoom('at-home', 'home', [familyId, homeId]);
    family = await fixture.signIn('family@akane.example');
    atHome = await fixture.signIn('owner@home.example');
  });

  it('the server lets no individual user answer, release or complete a call in a facility', async () => {
    for (const cookie of [family, atHome])
      for (const verb of VERBS)
        expect((await sendCommand(verb, 'shared', 'call', cookie)).status, verb).toBe(403);
    for (const verb of VERBS)
      expect((await sendCommand(verb, 'at-home', 'call', family)).status, verb).toBe(403);
    expect(await openCall('shared')).toMatchObject({ state: 'raised' });
    await sendCommand('acknowledge', 'shared', 'call', carer);
    const ahead = { lastAt: '2999-01-01T00:00:00.000Z' };
    expect((await sendCommand('resolve', 'shared', 'call', family, ahead)).status).toBe(403);
    expect((await sendCommand('resolve', 'shared', 'call', carer, ahead)).status).toBe(400);
    expect(await openCall('shared')).toMatchObject({ state: 'acknowledged' });
  });

  it('the server lets an individual user handle a call at home', async () => {
    const reply = async (verb: Verb, body: object = {}) =>
      (await sendCommand(verb, 'at-home', 'call', atHome, body)).json();
    expect(await reply('acknowledge')).toMatchObject({
      state: 'acknowledged',
      by: 'Somebody',
      own: true,
    });
    expect(await reply('withdraw')).toMatchObject({ state: 'raised' });
    await reply('acknowledge');
    expect(await reply('resolve', { lastAt: pressedAt.toISOString() })).toMatchObject({
      state: 'resolved',
      mayReopen: true,
    });
  });

  it('the history names who changed a call, without room state', async () => {
    const staff = await fixture.signIn('staff@akane.example');
    const reply = await sendCommand('resolve', 'shared', 'call', staff);
    expect(await reply.json()).toMatchObject({ state: 'resolved', mayReopen: true });
    const [document] = await fixture.app.store.read(['room/shared/accident/call']);
    const ended = accidentCollection.schema.parse(document?.data);
    expect(ended.resolvedBy?.name).toBe('Somebody');
    expect(ended.resolvedBy?.userId).not.toBe(ended.acknowledgedBy?.userId);
    const listEntries = async (path: string) =>
      (
        await fixture.app.store.list({
          collection: 'updateHistory',
          group: false,
          filters: [{ field: ['path'], op: '==', value: path }],
          orderBy: [],
          offset: 0,
        })
      ).map(({ data }) => data);
    const shared = await listEntries('room/shared/accident/call');
    expect(shared.map(({ actorId }) => actorId).toSorted(byText)).toEqual(
      [ended.acknowledgedBy?.userId, ended.resolvedBy?.userId].toSorted(byText),
    );
    for (const { address } of shared) expect(address).not.toBe('');
    expect(await listEntries('room/shared')).toEqual([]);
    expect(await listEntries('room/at-home/accident/call')).toHaveLength(4);
  });
});

describe('access of a viewer', () => {
  it('the socket watches no device of another organisation', async () => {
    const viewer = await fixture.openViewer(stranger);
    viewer.send({ type: 'watch', id: 7, serial: 'akane-A', historySeconds: 10 });
    expect((await viewer.next('failed')).problem.code).toBe('device-not-found');
    expect(viewer.frames).toEqual([]);
    viewer.send({ type: 'watch', id: 8, serial: 'no-such-device', historySeconds: 0 });
    expect((await viewer.next('failed', ({ id }) => id === 8)).problem.code).toBe(
      'device-not-found',
    );
    viewer.socket.close();
  });

  it('the socket shows no room of another organisation', async () => {
    const viewer = await fixture.openViewer(stranger);
    viewer.send({ type: 'subscribe', id: 1, target: rooms });
    const { changes } = await viewer.next('changes', ({ current }) => current);
    expect(
      changes.map((change) => (change.kind === 'removed' ? change.path : change.document.path)),
    ).toEqual(['room/mizuki-1']);
    viewer.socket.close();
  });

  it('the socket ends a watch when the device moves to another organisation', async () => {
    const viewer = await fixture.openViewer(stranger);
    viewer.send({ type: 'watch', id: 3, serial: 'mizuki-A', historySeconds: 0 });
    await viewer.next('watching');
    const place = (domain: string) => [
      { field: ['domainId'], value: domain },
      { field: ['rootDomainId'], value: domain },
      { field: ['roomId'], value: null },
    ];
    await fixture.commit([{ kind: 'update', path: 'device/mizuki-A', fields: place('akane') }]);
    expect((await viewer.next('failed')).problem.code).toBe('device-not-found');
    await fixture.commit([{ kind: 'update', path: 'device/mizuki-A', fields: place('mizuki') }]);
    viewer.socket.close();
  });

  it.each([
    ['text that is not JSON', 'not json', BAD_MESSAGE_CODE],
    ['an unknown message type', '{"type":"shout"}', BAD_MESSAGE_CODE],
    ['a message with an unknown field', '{"type":"unwatch","id":1,"extra":1}', BAD_MESSAGE_CODE],
    [
      'a hello of another version',
      JSON.stringify({ type: 'hello', version: CONTRACT_VERSION + 1 }),
      VERSION_CODE,
    ],
  ])('the socket closes on %s', async (_name, text, code) => {
    const viewer = await fixture.openViewer(carer);
    viewer.socket.send(text);
    expect(await viewer.closed).toBe(code);
  });

  it('the socket closes on bytes and on requests before the hello', async () => {
    const viewer = await fixture.openViewer(carer);
    viewer.socket.send(new Uint8Array([1, 2, 3]), { binary: true });
    expect(await viewer.closed).toBe(BAD_MESSAGE_CODE);
    const silent = new WebSocket(`${fixture.address.replace('http', 'ws')}/live`, {
      headers: { cookie: carer },
      origin: fixture.address,
    });
    const closed = new Promise((resolve) => silent.on('close', resolve));
    silent.on('open', () => silent.send('{"type":"unwatch","id":1}'));
    expect(await closed).toBe(BAD_MESSAGE_CODE);
  });

  it('the socket rejects a reused id and a watch beyond the limit', async () => {
    const viewer = await fixture.openViewer(carer);
    viewer.send({ type: 'subscribe', id: 1, target: rooms });
    viewer.send({ type: 'subscribe', id: 1, target: rooms });
    expect((await viewer.next('failed')).problem.code).toBe('subscription-id-taken');
    for (let id = 100; id < 229; id++)
      viewer.send({ type: 'watch', id, serial: 'akane-A', historySeconds: 0 });
    const { id, problem } = await viewer.next(
      'failed',
      (message) => message.problem.code === 'limit-watches',
    );
    expect([id, problem.details?.['limit']]).toEqual([228, 128]);
    viewer.socket.close();
  });
});
