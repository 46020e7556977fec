import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { encodeFields } from '@yamori/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
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
});
afterAll(() => documents.close());

const calledAt = new Date('2026-11-21T18:00:00.123Z');

describe('rooms from before calls had a state', () => {
  it('keep a call that stands, and lose nothing else', async () => {
    const {
      store,
      temporary: { database },
    } = documents;
    await store.commit(
      [aDomain('d'), ...['calls', 'calm', 'empty'].map((id) => aRoom(id, 'd'))],
      SERVER,
    );
    const before = async (id: string, live: object) =>
      database.query({
        text: "update documents set data = jsonb_set(data, '{live}', $2::jsonb) where path = $1",
        values: [`room/${id}`, JSON.stringify(encodeFields({ ...live }, false))],
      });
    await before('calls', { ...aRoomLive(), calledAt, openAccidents: 2 });
    await before('calm', { ...aRoomLive(), calledAt: null, openAccidents: 0 });
    await database.query({
      text: await readFile(join(MIGRATIONS_FOLDER, '071-room-calls.sql'), 'utf8'),
    });
    const rooms = await store.read(['room/calls', 'room/calm', 'room/empty']);
    expect(rooms.map((room) => [room?.bare, room?.data['live']])).toEqual([
      [
        false,
        {
          ...aRoomLive(),
          openAccidents: 2,
          accidents: [],
          call: { state: 'ringing', since: calledAt, pressedAt: calledAt, press: null },
        },
      ],
      [false, { ...aRoomLive(), openAccidents: 0, accidents: [], call: null }],
      [false, null],
    ]);
  });
});
