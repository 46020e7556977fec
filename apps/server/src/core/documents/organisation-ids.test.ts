import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { COLLECTIONS, ProblemError, RULES } from '@yamori/domain';
import { openTemporaryDatabase, type TemporaryDatabase } from '../../testing/temporary-database.ts';
import { createInProcessBus } from '../messaging/in-process-bus.ts';
import { createDocumentAccess, type DocumentAccess } from './document-access.ts';
import { createDocumentStore } from './document-store.ts';
import { aDomain, anActor, SERVER } from './testing/test-documents.ts';

const held: { temporary?: TemporaryDatabase } = {};
let access: DocumentAccess;
beforeAll(async () => {
  held.temporary = await openTemporaryDatabase();
  const log = pino({ level: 'silent' });
  const store = createDocumentStore({
    database: held.temporary.database,
    bus: createInProcessBus(log),
    collections: COLLECTIONS,
    clock: () => new Date(),
    log,
    records: true,
  });
  access = createDocumentAccess({ store, rules: RULES });
  await store.commit([aDomain('north'), aDomain('south'), aDomain('gone')], SERVER);
  const maker = anActor('seniorDeveloper', null);
  await access.commit(maker, [aDomain('gone-below', 'south')]);
  await access.commit(maker, [{ kind: 'delete', path: 'domain/gone' }]);
  await access.commit(maker, [{ kind: 'delete', path: 'domain/gone-below' }]);
});
afterAll(() => held.temporary?.drop());

const create = async (
  id: string,
  level: 'privilegeAdministrator' | 'agencyAdmin' | 'developer',
): Promise<string> =>
  access
    .commit(anActor(level, level === 'developer' ? null : ['north']), [aDomain(id, 'north')])
    .then(
      () => 'stored',
      (error: unknown) => (error instanceof ProblemError ? error.problem.code : String(error)),
    );

describe.each(['privilegeAdministrator', 'agencyAdmin', 'developer'] as const)(
  'the id of an organisation that level %s creates',
  (level) => {
    it.each([
      ["the system's", 'system'],
      ['the id of a deleted root organisation', 'gone'],
      ['the id of an organisation deleted below another', 'gone-below'],
    ])('cannot be %s', async (_what, id) => {
      expect(await create(id, level)).toBe('document-forbidden');
    });

    it('any other id is accepted', async () => {
      expect(await create(`new-${level}`, level)).toBe('stored');
    });
  },
);
