import { randomUUID } from 'node:crypto';
import {
  accidentCollection,
  deviceTopic,
  encodeValue,
  readReply,
  roomCollection,
  type Accident,
  type AccidentReply,
  type Problem,
  type RoomAccident,
} from '@yamori/domain';
import { encodeFrame } from '@yamori/frames';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startLiveFixture, STREAMS, type LiveFixture } from '../../testing/live-fixture.ts';

const WORN = {
  streamId: 4,
  kind: 'respi-axl',
  channels: 3,
  unit: 'g',
  sampleRateHz: 50,
  scale: 1 / 8192,
  offset: 0,
};

// Frames that are 30 seconds late raise nothing, so the clock is stopped during transport.
const clock = {
  stoppedMs: null as number | null,
  now: () => new Date(clock.stoppedMs ?? Date.now()),
};
let fixture: LiveFixture;
let carer = '';
let other = '';
let manager = '';
beforeAll(async () => {
  fixture = await startLiveFixture({ now: clock.now });
  await fixture.commit([
    {
      kind: 'update',
      path: 'deviceType/bed',
      fields: [{ field: ['streams'], value: encodeValue([...STREAMS, WORN]) }],
    },
  ]);
  await fixture.addMember('other@akane.example', 'akane', 2);
  manager = await fixture.signIn('carer@akane.example');
  carer = await fixture.signIn('staff@akane.example');
  other = await fixture.signIn('other@akane.example');
  await vi.waitFor(async () => expect(await live()).not.toBeNull(), { timeout: 120_000 });
});
afterAll(() => fixture.close());

const live = async (room = 'akane-1') =>
  roomCollection.schema.shape.live.parse(
    (await fixture.app.store.read([`room/${room}`]))[0]?.data['live'] ?? null,
  );
const open = async (kind: Accident['kind']): Promise<RoomAccident | undefined> =>
  (await live())?.accidents.find((one) => one.kind === kind);
const post = (path: string, cookie: string, body: object = {}, key?: string) =>
  fetch(`${fixture.address}/api/rooms/akane-1/accidents${path}`, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: {
      cookie,
      origin: fixture.address,
      'content-type': 'application/json',
      ...(key === undefined ? {} : { 'idempotency-key': key }),
    },
  });
const sendCommand = async (
  path: string,
  cookie: string,
  body: object = {},
  key?: string,
): Promise<AccidentReply> => {
  const reply = await post(path, cookie, body, key);
  expect(reply.status, await reply.clone().text()).toBe(200);
  // What the route's own schema let out.
  return (await reply.json()) as AccidentReply;
};
const readAs = async (cookie: string, paths: readonly string[]) => {
  const reply = await fetch(`${fixture.address}/api/documents/read`, {
    method: 'POST',
    headers: { cookie, origin: fixture.address, 'content-type': 'application/json' },
    body: JSON.stringify({ paths }),
  });
  return readReply.parse(await reply.json()).documents;
};
const stored = async (id: string): Promise<Accident> =>
  accidentCollection.schema.parse(
    (await fixture.app.store.read([`room/akane-1/accident/${id}`]))[0]?.data,
  );

/** Twenty seconds of walking, an impact, and lying on the back. */
function fallFrames(): Uint8Array[] {
  const beganMs = clock.now().getTime() - 24_000;
  const g = (value: number): number => Math.round(value * 8192);
  return Array.from({ length: 24 }, (_, second) => {
    const sample = (index: number): readonly [number, number, number] => {
      if (second === 20 && index < 5) return [0.1, 0.2, -3.2];
      return second >= 20
        ? [0, 0.1, 0.99]
        : [0.05, 0.98 + 0.3 * Math.sin((2 * Math.PI * 1.8 * index) / 50), 0.2];
    };
    const channels = [0, 1, 2].map((axis) =>
      Int16Array.from({ length: 50 }, (_unused, index) => g(sample(index)[axis] ?? 0)),
    );
    return encodeFrame({
      streamId: WORN.streamId,
      sequence: second,
      deviceTimeUs: (beganMs + second * 1000) * 1000,
      channels,
    });
  });
}

describe('an alarm from the frames of a device', () => {
  it('appears in the room as a fall, with its latency', async () => {
    const device = await fixture.connectDevice('akane-A');
    clock.stoppedMs = Date.now();
    await device.publishAsync(deviceTopic('akane-A', 'frames'), Buffer.concat(fallFrames()), {
      qos: 1,
    });
    await expect.poll(() => open('fall')).toBeDefined();
    clock.stoppedMs = null;
    const fall = await open('fall');
    expect(fall).toMatchObject({ severity: 'high', state: 'raised' });
    expect((await live())?.openAccidents).toBe(1);
    await expect.poll(async () => (await stored(fall?.id ?? '')).latencyMs).toBeTypeOf('number');
    expect(fixture.app.alarms.evaluator.counts().latenciesMs.length).toBeGreaterThan(0);
    await device.endAsync();
  });

  it('moves from its first responder to its outcome, and later members see its present state', async () => {
    const id = (await open('fall'))?.id ?? '';
    const key = randomUUID();
    expect(await sendCommand(`/${id}/acknowledge`, carer, {}, key)).toMatchObject({
      state: 'acknowledged',
      own: true,
      by: 'Somebody',
    });
    const { documents } = await sendCommand(`/${id}/acknowledge`, other);
    expect(documents).toEqual(await readAs(other, ['room/akane-1', `room/akane-1/accident/${id}`]));
    expect(JSON.stringify(documents[0])).toContain('acknowledged');
    expect(await sendCommand(`/${id}/acknowledge`, other)).toMatchObject({
      state: 'acknowledged',
      own: false,
      by: 'Somebody',
    });
    expect((await post(`/${id}/withdraw`, other)).status).toBe(403);
    expect(await sendCommand(`/${id}/withdraw`, manager)).toMatchObject({
      state: 'raised',
      by: null,
    });
    // A retry with the same key, after a withdrawal, does not run the command again.
    expect(await sendCommand(`/${id}/acknowledge`, carer, {}, key)).toMatchObject({
      state: 'raised',
    });
    expect(
      await sendCommand(`/${id}/mute`, carer, { minutes: 3, reason: 'attended' }),
    ).toMatchObject({
      mutedUntil: expect.any(String),
    });
    expect(await sendCommand(`/${id}/arrive`, carer)).toMatchObject({
      state: 'arrived',
      own: true,
    });
    expect(
      await sendCommand(`/${id}/resolve`, other, {
        outcome: 'helped',
        useful: true,
        note: 'sat up again',
      }),
    ).toMatchObject({ state: 'resolved', outcome: 'helped', useful: true, mayReopen: true });
    expect(await sendCommand(`/${id}/acknowledge`, manager)).toMatchObject({
      state: 'resolved',
      own: false,
      mayReopen: true,
    });
    // Only a member who resolved the alarm may reopen it.
    expect(await sendCommand(`/${id}/acknowledge`, carer)).toMatchObject({
      state: 'resolved',
      mayReopen: false,
    });
    expect((await post(`/${id}/reopen`, carer)).status).toBe(403);
    expect(await sendCommand(`/${id}/reopen`, other)).toMatchObject({ state: 'arrived' });
    expect(
      await sendCommand(`/${id}/resolve`, carer, { outcome: 'falseAlarm', useful: false }),
    ).toMatchObject({ state: 'resolved', outcome: 'falseAlarm' });
    expect((await live())?.openAccidents).toBe(0);
    expect((await stored(id)).history.map(({ act }) => act)).toEqual([
      'raised',
      'acknowledged',
      'withdrawn',
      'muted',
      'acknowledged',
      'arrived',
      'resolved',
      'reopened',
      'resolved',
    ]);
  });

  it.each([
    ['minutes', 'mute', { minutes: 2, reason: 'attended' }],
    ['minutes', 'mute', { minutes: 16, reason: 'attended' }],
    ['minutes', 'mute', { reason: 'attended' }],
    ['reason', 'mute', { minutes: 3 }],
    ['reason', 'mute', { minutes: 3, reason: 'noise' }],
    ['outcome', 'resolve', { outcome: 'died' }],
    ['outcome', 'resolve', {}],
  ])('does not take a wrong %s: %s %j', async (field, verb, body) => {
    const { id } = await sendCommand('', carer, { note: 'wet floor' });
    const reply = await post(`/${id}/${verb}`, carer, body);
    expect(reply.status).toBe(400);
    // The reply is a problem, like every rejection.
    expect(
      ((await reply.json()) as Problem).issues?.map((issue) => issue.field.split('.').at(-1)),
    ).toContain(field);
  });
});

describe('a staff report', () => {
  it('creates its own alarm, and further reports are added to the open one', async () => {
    const before = await open('staffReport');
    if (before !== undefined)
      await sendCommand(`/${before.id}/resolve`, carer, { outcome: 'other' });
    const first = await sendCommand('', carer, { note: 'on the floor', severity: 'high' });
    expect(await sendCommand('', other, { note: 'a second look' })).toMatchObject({
      id: first.id,
      repeats: 2,
    });
    expect(await stored(first.id)).toMatchObject({
      source: 'staff',
      severity: 'high',
      note: 'on the floor\na second look',
    });
    for (const body of [
      {},
      { note: '' },
      { note: 'x', kind: 'call' },
      { note: 'x', kind: 'deviceOffline' },
      { note: 'x', severity: 'technical' },
    ])
      expect((await post('', carer, body)).status, JSON.stringify(body)).toBe(400);
    await sendCommand(`/${first.id}/resolve`, carer, { outcome: 'helped' });
  });

  it('runs once for one idempotency key', async () => {
    const key = randomUUID();
    const first = await sendCommand('', carer, { note: 'once' }, key);
    expect(await sendCommand('', carer, { note: 'once' }, key)).toMatchObject({
      id: first.id,
      repeats: 1,
    });
  });
});

describe('a call', () => {
  const press = async (sequence: number): Promise<void> => {
    const device = await fixture.connectDevice('akane-A');
    await device.publishAsync(
      deviceTopic('akane-A', 'frames'),
      Buffer.from(
        encodeFrame({
          streamId: 2,
          sequence,
          deviceTimeUs: Date.now() * 1000,
          channels: [Int16Array.of(1)],
        }),
      ),
      { qos: 1 },
    );
    await device.endAsync();
  };
  /** Newest first. */
  const calls = async (): Promise<(Accident & { readonly id: string })[]> =>
    (
      await fixture.app.store.list({
        collection: 'room/akane-1/accident',
        group: false,
        filters: [{ field: ['kind'], op: '==', value: 'call' }],
        orderBy: [{ field: ['raisedAt'], direction: 'desc' }],
        offset: 0,
      })
    ).map(({ id, data }) => ({ id, ...accidentCollection.schema.parse(data) }));

  /** The notifications of an alarm, in order. */
  const listNotifications = async (id: string) =>
    (
      await fixture.temporary.database.query<{ what: string }>({
        text: `select parameters->>'what' as what from jobs where kind = 'alarmNotice' and parameters->>'accidentId' = $1 order by parameters->>'at', created_at`,
        values: [id],
      })
    ).map(({ what }) => what);

  it('opens an alarm at its press and closes it at its end', async () => {
    const others = (await live())?.openAccidents ?? 0;
    await press(1);
    await expect.poll(() => open('call')).toBeDefined();
    const call = await open('call');
    const id = call?.id ?? '';
    const seen = { lastAt: call?.lastAt?.toISOString() };
    expect([call?.state, (await live())?.openAccidents]).toEqual(['raised', others + 1]);
    await expect.poll(async () => (await stored(id)).latencyMs).toBeTypeOf('number');
    await sendCommand(`/${id}/acknowledge`, carer, seen);
    expect(await open('call')).toMatchObject({ state: 'acknowledged' });
    await sendCommand(`/${id}/withdraw`, carer, seen);
    expect(await open('call')).toMatchObject({ state: 'raised', by: null });
    expect(await sendCommand(`/${id}/acknowledge`, other, seen)).toMatchObject({
      state: 'acknowledged',
      own: true,
    });
    await sendCommand(`/${id}/resolve`, other, { ...seen, outcome: 'helped' });
    expect(await stored(id)).toMatchObject({ state: 'resolved', outcome: 'helped' });
    await sendCommand(`/${id}/reopen`, other, seen);
    expect(await open('call')).toMatchObject({ state: 'acknowledged' });
    expect(
      await sendCommand(`/${id}/resolve`, other, {
        outcome: 'falseAlarm',
        note: 'turned in their sleep',
      }),
    ).toMatchObject({ state: 'resolved', outcome: 'falseAlarm' });
    expect(await open('call')).toBeUndefined();
    expect((await stored(id)).history.map(({ act }) => act)).toEqual([
      'raised',
      'acknowledged',
      'withdrawn',
      'acknowledged',
      'resolved',
      'reopened',
      'resolved',
    ]);
    expect(await listNotifications(id)).toEqual([
      'raised',
      'acknowledged',
      'withdrawn',
      'acknowledged',
      'resolved',
      'acknowledged',
      'resolved',
    ]);
  });

  it('a call that has ended is not withdrawn with the one that rings now', async () => {
    const before = (await calls())[0]?.id ?? '';
    await press(2);
    await expect.poll(async () => (await open('call'))?.state).toBe('raised');
    const id = (await open('call'))?.id ?? '';
    await sendCommand(`/${id}/acknowledge`, other);
    await sendCommand(`/${before}/withdraw`, other);
    await sendCommand(`/${before}/reopen`, manager);
    expect(await open('call')).toMatchObject({ id, state: 'acknowledged' });
    // The resident presses again while a responder is coming, which notifies like a first press.
    await press(3);
    await expect.poll(async () => (await open('call'))?.state).toBe('raised');
    expect(await listNotifications(id)).toEqual(['raised', 'acknowledged', 'raised']);
  });

  it('rejects a response given before its last press', async () => {
    // No channel reaches anyone here; delivery records that after the press.
    await expect.poll(async () => (await open('call'))?.reach).toBe('nobody');
    const call = await open('call');
    const id = call?.id ?? '';
    const lastMs = call?.lastAt?.getTime() ?? 0;
    const at = (ms: number) => ({ lastAt: new Date(ms).toISOString() });
    expect(await sendCommand(`/${id}/acknowledge`, carer, at(lastMs - 1))).toMatchObject({
      state: 'raised',
    });
    expect((await post(`/${id}/acknowledge`, carer, at(lastMs + 1))).status).toBe(400);
    expect((await post(`/${id}/acknowledge`, carer, { lastAt: 'now' })).status).toBe(400);
    expect(await open('call')).toEqual(call);
    await sendCommand(`/${id}/resolve`, carer, { ...at(lastMs), outcome: 'helped' });
  });

  it('supports answer, release, finish and reopen on the paths of contract version 13', async () => {
    const earlier = async (verb: string, cookie: string, body: object = {}) => {
      const reply = await fetch(`${fixture.address}/api/rooms/akane-1/call/${verb}`, {
        method: 'POST',
        headers: { cookie, origin: fixture.address, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      return { status: reply.status, ...((await reply.json()) as object) };
    };
    await press(4);
    await expect.poll(async () => (await open('call'))?.state).toBe('raised');
    const lastMs = (await open('call'))?.lastAt?.getTime() ?? 0;
    const at = (ms: number) => ({ calledAt: new Date(ms).toISOString() });
    const ringing = { status: 200, state: 'ringing' };
    // Answering an older press and finishing a released call change nothing.
    expect(await earlier('answer', carer, at(lastMs - 1))).toEqual(ringing);
    expect(await earlier('finish', carer, at(lastMs))).toEqual(ringing);
    expect(await earlier('answer', carer, at(lastMs + 1))).toMatchObject({ status: 400 });
    const answering = { status: 200, state: 'answering', by: 'Somebody' };
    expect(await earlier('answer', carer, at(lastMs))).toEqual({ ...answering, own: true });
    expect(await earlier('answer', other)).toEqual({ ...answering, own: false });
    expect(await earlier('withdraw', other)).toMatchObject({ status: 403 });
    expect(await earlier('withdraw', carer)).toEqual(ringing);
    await earlier('answer', other);
    expect(await earlier('finish', carer)).toEqual({
      status: 200,
      state: 'answered',
      mayReopen: true,
    });
    expect((await calls())[0]).toMatchObject({ state: 'resolved', outcome: 'helped' });
    expect(await earlier('reopen', other)).toMatchObject({ status: 403 });
    expect(await earlier('reopen', carer)).toEqual({ ...answering, own: false });
    await earlier('finish', carer);
    const agency = await fixture.signIn('agency@akane.example');
    for (const verb of ['answer', 'withdraw', 'finish', 'reopen']) {
      expect(await earlier(verb, agency)).toMatchObject({ status: 403 });
      expect(await earlier(verb, '')).toMatchObject({ status: 401 });
    }
  });
});

describe('alarms in the document API', () => {
  it('alarms appear in a collection-group query for the accessible rooms', async () => {
    const list = async (cookie: string, filters: object[]) => {
      const reply = await fetch(`${fixture.address}/api/documents/list`, {
        method: 'POST',
        headers: { cookie, origin: fixture.address, 'content-type': 'application/json' },
        body: JSON.stringify({
          query: {
            collection: 'accident',
            group: true,
            filters,
            orderBy: [{ field: ['raisedAt'], direction: 'desc' }],
            offset: 0,
            limit: 50,
          },
        }),
      });
      expect(reply.status).toBe(200);
      // The reply of the document layer.
      return (
        (await reply.json()) as { documents: { path: string; data: Record<string, unknown> }[] }
      ).documents;
    };
    const resolved = await list(carer, [
      { field: ['state'], op: '==', value: 'resolved' },
      { field: ['kind'], op: '==', value: 'fall' },
    ]);
    expect(resolved.map(({ path }) => path.split('/').slice(0, 2).join('/'))).toEqual([
      'room/akane-1',
    ]);
    expect(resolved[0]?.data).toHaveProperty('resolvedBy');
    expect(await list(await fixture.signIn('carer@mizuki.example'), [])).toEqual([]);
    const [toReseller] = await list(await fixture.signIn('agency@akane.example'), [
      { field: ['kind'], op: '==', value: 'fall' },
    ]);
    for (const field of [
      'acknowledgedBy',
      'arrivedBy',
      'resolvedBy',
      'unreached',
      'history',
      'note',
    ])
      expect(toReseller?.data).not.toHaveProperty(field);
  });

  it('alarms hide the responder from resellers, in the room too', async () => {
    const { id } = await sendCommand('', carer, { kind: 'bedExit', note: 'up' });
    await sendCommand(`/${id}/acknowledge`, carer);
    const read = async (cookie: string) => JSON.stringify(await readAs(cookie, ['room/akane-1']));
    expect(await read(carer)).toContain('Somebody');
    const seen = await read(await fixture.signIn('agency@akane.example'));
    expect(seen).toContain(id);
    expect(seen).not.toContain('Somebody');
  });

  it('alarms have a history that records who did what, but no note about a person', async () => {
    const entries = (
      await fixture.app.store.list({
        collection: 'updateHistory',
        group: false,
        filters: [],
        orderBy: [],
        offset: 0,
      })
    ).filter(({ data }) => JSON.stringify(data['path']).includes('/accident/'));
    expect(entries.length).toBeGreaterThan(8);
    expect(JSON.stringify(entries)).not.toMatch(/sat up again|Somebody|on the floor/);
    expect(
      entries.some(({ data }) =>
        JSON.stringify(data['changes']).includes('"after":"acknowledged"'),
      ),
    ).toBe(true);
  });
});

describe('a threshold', () => {
  const set = (path: string, value: object) =>
    fixture.app.store.commit(
      [
        {
          kind: 'update',
          path,
          fields: [{ field: ['parameterOverrides'], value: encodeValue(value) }],
        },
      ],
      { userId: null },
    );
  it.each<[string, object, string, string]>([
    [
      'room/akane-1',
      { 'accident.heartRateHigh.delayMinutes': -1 },
      'accident.heartRateHigh.delayMinutes',
      'number-at-least',
    ],
    [
      'room/akane-1',
      { 'accident.longAbsence.delayMinutes': 10_000 },
      'accident.longAbsence.delayMinutes',
      'number-at-most',
    ],
    [
      'room/akane-1',
      { 'accident.heartRateHigh.limit': 110.5 },
      'accident.heartRateHigh.limit',
      'type-wrong',
    ],
    [
      'domain/akane',
      { 'accident.heartRateLow.limit': 120 },
      'accident.heartRateLow.limit',
      'number-less-than',
    ],
    [
      'domain/akane',
      { 'accident.heartRate.limit': 120 },
      'accident.heartRate.limit',
      'keys-unknown',
    ],
    ['room/akane-1', { 'accident.fall.enabled': 'yes' }, 'accident.fall.enabled', 'type-wrong'],
  ])('%s %j is refused at its field', async (path, overrides, key, code) => {
    await expect(set(path, overrides)).rejects.toMatchObject({
      problem: {
        code: 'document-invalid',
        issues: [{ field: `parameterOverrides.\`${key}\``, code }],
      },
    });
  });

  it('the threshold of a room is checked against that of its organisation', async () => {
    await set('domain/akane', { 'accident.heartRateHigh.limit': 90 });
    await expect(set('room/akane-1', { 'accident.heartRateLow.limit': 95 })).rejects.toMatchObject({
      problem: { code: 'document-invalid' },
    });
    await set('room/akane-1', { 'accident.heartRateLow.limit': 50 });
    await set('domain/akane', {});
    await set('room/akane-1', {});
  });
});
