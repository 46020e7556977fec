import { COLLECTIONS } from '@yamori/domain';
import { describe, expect, it } from 'vitest';
import { createDocuments } from '../../live/documents/documents-client.ts';
import { keptLog } from '../../live/testing/kept-log.ts';
import { MemoryTransport } from '../../live/testing/memory-transport.ts';
import { NEW_ROOM, saveRoom, toValues } from './room-values.ts';

const ROOM = {
  domainId: 'd',
  rootDomainId: 'd',
  name: '201',
  building: '東館',
  floor: '2階',
  tags: ['a'],
  capacity: 1,
  occupant: { alias: 'Sさん', sex: 'female', birthYear: 1938, note: '' },
};
const open = () => {
  const transport = new MemoryTransport(() => new Date('2026-11-21T00:00:00Z'));
  transport.put('room/r', ROOM);
  return {
    transport,
    documents: createDocuments({ transport, collections: COLLECTIONS, log: keptLog() }),
    data: () => transport.documents.get('room/r')?.data,
  };
};
const base = {
  ...NEW_ROOM,
  name: '201',
  building: '東館',
  floor: '2階',
  tags: ['a'],
  isOccupied: true,
  alias: 'Sさん',
  sex: 'female' as const,
  birthYear: 1938,
};

describe('saving a room', () => {
  it('a save writes local changes and keeps concurrent ones', async () => {
    const { transport, documents, data } = open();
    transport.put('room/r', {
      ...ROOM,
      floor: '3階',
      occupant: { ...ROOM.occupant, note: '夜間トイレ' },
    });
    expect(
      await saveRoom(documents, 'r', base, { ...base, name: ' 202 ', birthYear: 1940 }),
    ).toMatchObject({ kind: 'saved' });
    expect(data()).toMatchObject({
      name: '202',
      floor: '3階',
      occupant: { alias: 'Sさん', sex: 'female', birthYear: 1940, note: '夜間トイレ' },
    });
  });

  it('a save writes nothing on a conflict and returns both values', async () => {
    const { transport, documents, data } = open();
    transport.put('room/r', { ...ROOM, building: '西館' });
    const saved = await saveRoom(documents, 'r', base, { ...base, building: '南館', floor: '1階' });
    expect(saved).toMatchObject({
      kind: 'conflict',
      conflicts: [{ name: 'building', mine: '南館', theirs: '西館' }],
    });
    expect(data()).toMatchObject({ building: '西館', floor: '2階' });
    // The user has seen the conflict and decides.
    if (saved.kind !== 'conflict') return;
    expect(
      await saveRoom(documents, 'r', saved.theirs, { ...base, building: '南館', floor: '1階' }),
    ).toMatchObject({ kind: 'saved' });
    expect(data()).toMatchObject({ building: '南館', floor: '1階' });
  });

  it('a save removes and adds the occupant', async () => {
    const { documents, data } = open();
    const saved = await saveRoom(documents, 'r', base, { ...base, isOccupied: false });
    expect(data()).toMatchObject({ occupant: null });
    if (saved.kind !== 'saved') throw new Error('expected no conflict');
    expect(saved.values).toMatchObject({ isOccupied: false, alias: '', birthYear: null });
    await saveRoom(documents, 'r', saved.values, { ...base, alias: 'Tさん' });
    expect(data()).toMatchObject({ occupant: { alias: 'Tさん' } });
  });

  it('a save fails when the room is gone', async () => {
    const { documents } = open();
    await expect(saveRoom(documents, 'gone', base, { ...base, name: 'x' })).rejects.toMatchObject({
      problem: { code: 'document-not-found' },
    });
  });

  it('readers without access to the occupant get an empty one', () => {
    // As an agency receives it: without the field.
    expect(
      toValues({ ...ROOM, occupant: undefined } as unknown as Parameters<typeof toValues>[0]),
    ).toMatchObject({ isOccupied: false, alias: '' });
  });
});
