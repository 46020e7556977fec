import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ACCESS_LEVELS, ProblemError, RULES, type Write } from '@yamori/domain';
import { createDocumentAccess, type DocumentAccess } from './document-access.ts';
import {
  aDevice,
  aDomain,
  anActor,
  aRoom,
  aStaff,
  change,
  openTestDocuments,
  SERVER,
  type TestDocuments,
} from './testing/test-documents.ts';

let documents: TestDocuments;
let access: DocumentAccess;
const owner = anActor('ownerAdministrator', ['north']);
/** Can access both organisations, but must not mix them. */
const agency = anActor('agencyAdmin', ['agency', 'north', 'south']);

beforeAll(async () => {
  documents = await openTestDocuments();
  access = createDocumentAccess({ store: documents.store, rules: RULES });
  await documents.store.commit(
    [aDomain('agency', null, { kind: 'agency' }), aDomain('north'), aDomain('south')],
    SERVER,
  );
  await documents.store.commit(
    [
      aRoom('n1', 'north'),
      aRoom('s1', 'south'),
      aDevice('D-NORTH', 'north', null),
      aDevice('D-SOUTH', 'south', null),
      aDevice('D-LENT', 'agency', null, { borrowedBy: 'north' }),
      aStaff('carer-north', 'north', ACCESS_LEVELS.generalStaff),
      aStaff('carer-south', 'south', ACCESS_LEVELS.generalStaff),
      aStaff('daughter', 'south', ACCESS_LEVELS.individualUser),
    ],
    SERVER,
  );
});
afterAll(() => documents.close());

const outcome = async (writes: readonly Write[], actor = owner): Promise<object | string> =>
  access.commit(actor, writes).then(
    () => 'stored',
    (error: unknown) => (error instanceof ProblemError ? error.problem : String(error)),
  );
const invalid = (place: string, field: string) => ({
  code: 'document-invalid',
  place,
  issues: [{ field, code: 'value-wrong' }],
});

describe('rejectForeignReferences (T38)', () => {
  it('accepts own and borrowed devices', async () => {
    expect(await outcome([change('room/n1', { deviceSerials: ['D-NORTH', 'D-LENT'] })])).toBe(
      'stored',
    );
  });

  it.each([
    ['of another organisation', 'D-SOUTH'],
    ['that does not exist', 'D-NOWHERE'],
    ['with an invalid name', 'room/s1'],
  ])('rejects a device %s with the same error', async (_what, serial) => {
    for (const actor of [owner, agency]) {
      expect(
        await outcome([change('room/n1', { deviceSerials: ['D-NORTH', serial] })], actor),
      ).toEqual(invalid('room/n1', 'deviceSerials.1'));
    }
  });

  it('accepts own members and individuals', async () => {
    expect(await outcome([change('room/n1', { sharedWith: ['carer-north', 'daughter'] })])).toBe(
      'stored',
    );
  });

  it.each([
    ['of another organisation', 'carer-south'],
    ['who does not exist', 'nobody'],
  ])('rejects a member %s with the same error', async (_what, userId) => {
    expect(await outcome([change('room/n1', { sharedWith: [userId] })])).toEqual(
      invalid('room/n1', 'sharedWith.0'),
    );
  });

  it.each(['agency', 'agencyAdmin'] as const)(
    'rejects a change of the people that a room is shared with by level %s',
    async (level) => {
      const actor = anActor(level, ['agency', 'north', 'south']);
      await outcome([change('room/n1', { sharedWith: ['carer-north'] })]);
      for (const sharedWith of [['carer-north', 'daughter'], []])
        expect(await outcome([change('room/n1', { sharedWith })], actor)).toEqual({
          code: 'document-forbidden',
          place: 'room/n1',
        });
      expect(await outcome([change('room/n1', { building: level })], actor)).toBe('stored');
    },
  );

  it('rejects a foreign device that is assigned to the room, as if the room did not exist', async () => {
    expect(await outcome([change('device/D-SOUTH', { roomId: 'n1' })], agency)).toEqual({
      code: 'document-not-found',
      place: 'room/n1',
    });
    expect(await outcome([change('device/D-SOUTH', { roomId: 'nowhere' })], agency)).toEqual({
      code: 'document-not-found',
      place: 'room/nowhere',
    });
    expect(await outcome([change('device/D-SOUTH', { roomId: 's1' })], agency)).toBe('stored');
  });

  it('rejects a move of the room to another organisation without its devices', async () => {
    expect(
      await outcome([change('room/n1', { domainId: 'south', rootDomainId: 'south' })], agency),
    ).toMatchObject({ code: 'document-invalid', place: 'room/n1' });
  });
});
