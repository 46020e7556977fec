import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  accidentCollection,
  encodeFields,
  raisedAccident,
  roomCollection,
  waitingSince,
  withAccident,
  type Accident,
} from '@yamori/domain';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { MIGRATIONS_FOLDER } from '../../core/database/migration-runner.ts';
import {
  aDomain,
  aRoom,
  openTestDocuments,
  SERVER,
  type TestDocuments,
} from '../../core/documents/testing/test-documents.ts';
import { aRoomLive } from '../telemetry/testing/live-states.ts';

let documents: TestDocuments;
beforeAll(async () => {
  documents = await openTestDocuments();
  await documents.store.commit([aDomain('d')], SERVER);
});
afterAll(() => documents.close());

const since = new Date('2026-11-21T18:00:00.123Z');
const pressedAt = new Date('2026-11-21T18:00:20.000Z');
const answeredAt = new Date('2026-11-21T18:01:00.000Z');
const by = { userId: 'sato', name: '佐藤' };
const ringing = { state: 'ringing', since, pressedAt, press: null };
const answering = { ...ringing, state: 'answering', by, answeredAt };
const createAlarm = (kind: Accident['kind']): Accident =>
  raisedAccident({
    kind,
    severity: 'high',
    source: 'sensor',
    at: since,
    since,
    serial: null,
    streamId: null,
    reason: null,
    by: null,
    note: '',
    escalatesAt: null,
  });

let rooms = 0;
let roomId = '';
beforeEach(async () => {
  roomId = `r${(rooms += 1)}`;
  await documents.store.commit([aRoom(roomId, 'd', { sharedWith: ['anna'] })], SERVER);
});

async function migrate(live: object | null): Promise<void> {
  const { database } = documents.temporary;
  await database.query({
    text: "update documents set data = jsonb_set(data, '{live}', $2::jsonb) where path = $1",
    values: [
      `room/${roomId}`,
      JSON.stringify(live === null ? null : encodeFields({ ...live }, false)),
    ],
  });
  const text = await readFile(join(MIGRATIONS_FOLDER, '172-calls-are-alarms.sql'), 'utf8');
  await database.query({ text });
}

async function read() {
  const [room] = await documents.store.read([`room/${roomId}`]);
  expect(room?.bare).toBe(false);
  return roomCollection.schema.shape.live.parse(room?.data['live'] ?? null);
}

async function calls() {
  const found = await documents.store.list({
    collection: `room/${roomId}/accident`,
    group: false,
    filters: [],
    orderBy: [],
    offset: 0,
  });
  return found.map((document) => {
    expect([document.bare, document.placement.sharedWith]).toEqual([false, ['anna']]);
    return { id: document.id, ...accidentCollection.schema.parse(document.data) };
  });
}

describe('migration 172', () => {
  it('gives a ringing call without an alarm its alarm', async () => {
    await migrate({ ...aRoomLive(), call: ringing, openAccidents: 0 });
    const [call, ...others] = await calls();
    expect(others).toEqual([]);
    expect(call).toMatchObject({
      kind: 'call',
      state: 'raised',
      raisedAt: since,
      lastAt: pressedAt,
      acknowledgedBy: null,
    });
    expect(call === undefined ? null : waitingSince(call)).toEqual(since);
    const live = await read();
    expect(live?.openAccidents).toBe(1);
    expect(live?.accidents).toMatchObject([
      { id: call?.id, kind: 'call', state: 'raised', waitingSince: since, lastAt: pressedAt },
    ]);
  });

  it('keeps the responder of a call without an alarm, and the other alarms of the room', async () => {
    const accidents = withAccident([], 'fall', createAlarm('fall'));
    await migrate({ ...aRoomLive(), call: answering, openAccidents: 1, accidents });
    expect(await calls()).toMatchObject([
      { state: 'acknowledged', acknowledgedBy: by, acknowledgedAt: answeredAt },
    ]);
    const live = await read();
    expect(live?.openAccidents).toBe(2);
    expect(live?.accidents).toMatchObject([
      { kind: 'call', state: 'acknowledged', by, acknowledgedAt: answeredAt },
      accidents[0],
    ]);
  });

  it('adds the last press to the entry of a call that has an alarm, and counts it', async () => {
    const [entry] = withAccident([], 'call-1', createAlarm('call'));
    const { lastAt: _lastAt, waitingSince: _since, ...stored } = entry ?? expect.fail('no entry');
    const offline = withAccident([], 'lost', createAlarm('deviceOffline'));
    const accidents = [...offline, stored];
    await migrate({ ...aRoomLive(), call: ringing, openAccidents: 0, accidents });
    expect(await calls()).toEqual([]);
    const live = await read();
    expect(live?.accidents).toEqual([
      offline[0],
      { ...entry, waitingSince: since, lastAt: pressedAt },
    ]);
    expect(live?.openAccidents).toBe(1);
  });

  it.each([
    ['a finished call', { ...answering, state: 'answered', endedAt: answeredAt, endedBy: by }],
    ['no call', null],
  ])('removes the field of a room with %s', async (_what, call) => {
    await migrate({ ...aRoomLive(), call, openAccidents: 0, accidents: [] });
    expect(await calls()).toEqual([]);
    expect(await read()).toEqual({ ...aRoomLive(), openAccidents: 0, accidents: [] });
  });

  it('leaves a room without a live state unchanged', async () => {
    await migrate(null);
    expect(await read()).toBeNull();
  });
});
