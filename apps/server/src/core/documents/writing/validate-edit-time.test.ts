import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  COLLECTIONS,
  encodeFields,
  RULES,
  type DocumentMap,
  type DocumentValue,
  type Write,
} from '@yamori/domain';
import { createInProcessBus } from '../../messaging/in-process-bus.ts';
import {
  openTemporaryDatabase,
  type TemporaryDatabase,
} from '../../../testing/temporary-database.ts';
import { createDocumentAccess, type DocumentAccess } from '../document-access.ts';
import { createDocumentStore } from '../document-store.ts';
import { aDomain, anActor, aRoom, change, SERVER } from '../testing/test-documents.ts';
import { MAX_CORRECTION_LAG_MS, MAX_CORRECTIONS_PER_MEMBER } from './validate-edit-time.ts';

const NOW = new Date('2026-11-22T03:00:00.000Z');
const held: { temporary?: TemporaryDatabase } = {};
let access: DocumentAccess;
const aNight = (night: string): Write => ({
  kind: 'create',
  path: `room/101/sleep/${night}`,
  data: encodeFields({ night, from: NOW, to: NOW, state: 'done' }, false),
});
beforeAll(async () => {
  held.temporary = await openTemporaryDatabase();
  const log = pino({ level: 'silent' });
  const store = createDocumentStore({
    database: held.temporary.database,
    bus: createInProcessBus(log),
    collections: COLLECTIONS,
    clock: () => NOW,
    log,
  });
  access = createDocumentAccess({ store, rules: RULES });
  await store.commit([aDomain('ward')], SERVER);
  await store.commit([aRoom('101', 'ward'), aNight('2026-11-20'), aNight('2026-11-21')], SERVER);
});
afterAll(() => held.temporary?.drop());

const carer = anActor('generalStaff', ['ward'], { userId: 'carer' });
const other = anActor('generalStaff', ['ward'], { userId: 'other' });
const edit = (id: number, editedBy: string, editedAt: Date = NOW): DocumentMap => ({
  id: `${editedBy}-${id}`,
  from: NOW,
  to: NOW,
  change: { kind: 'stage', stage: 'wake' },
  editedBy,
  editedAt,
  undone: false,
});
const correct = (actor: typeof carer, night: string, edits: DocumentValue[]) =>
  access.commit(actor, [change(`room/101/sleep/${night}`, { edits })]);

describe('validateEditTime', () => {
  it.each([
    ['long ago', new Date('2001-01-01T00:00:00.000Z')],
    ['a little too early', new Date(NOW.getTime() - MAX_CORRECTION_LAG_MS - 1)],
    ['ahead', new Date(NOW.getTime() + MAX_CORRECTION_LAG_MS + 1)],
  ])('rejects a time %s', async (_what, at) => {
    await expect(correct(carer, '2026-11-20', [edit(1, 'carer', at)])).rejects.toMatchObject({
      problem: { code: 'correction-time-invalid' },
    });
  });

  it.each([
    ['text', '2026-11-22T03:00:00.000Z'],
    ['null', null],
  ])('rejects %s instead of a time', async (_what, editedAt) => {
    await expect(
      correct(carer, '2026-11-20', [{ ...edit(1, 'carer'), editedAt }]),
    ).rejects.toMatchObject({
      problem: { code: expect.stringMatching(/^(correction-time|document)-invalid$/) },
    });
  });

  it('allows for the clock of a device, and checks only new corrections', async () => {
    const early = edit(1, 'carer', new Date(NOW.getTime() - MAX_CORRECTION_LAG_MS));
    await correct(carer, '2026-11-20', [early]);
    await correct(other, '2026-11-20', [
      early,
      edit(1, 'other', new Date(NOW.getTime() + MAX_CORRECTION_LAG_MS)),
    ]);
    await expect(correct(other, '2026-11-20', [{ ...early, editedAt: NOW }])).rejects.toMatchObject(
      { problem: { code: 'document-forbidden' } },
    );
  });
});

describe('validateEditTime, number of corrections', () => {
  it('limits corrections per member and night, and still allows their removal', async () => {
    const full = Array.from({ length: MAX_CORRECTIONS_PER_MEMBER }, (_, index) =>
      edit(index, 'carer'),
    );
    await correct(carer, '2026-11-21', full);
    await expect(
      correct(carer, '2026-11-21', [...full, edit(1000, 'carer')]),
    ).rejects.toMatchObject({
      problem: { code: 'correction-limit-reached', details: { limit: MAX_CORRECTIONS_PER_MEMBER } },
    });
    await correct(other, '2026-11-21', [...full, edit(1, 'other')]);
    await correct(carer, '2026-11-21', [
      { ...full[0], undone: true },
      ...full.slice(1),
      edit(1, 'other'),
    ]);
  });
});
