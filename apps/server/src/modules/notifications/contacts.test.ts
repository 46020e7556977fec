import { ACCESS_LEVELS, COLLECTIONS } from '@yamori/domain';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../core/database/database.ts';
import { createDocumentStore, type DocumentStore } from '../../core/documents/document-store.ts';
import {
  aDomain,
  aRoom,
  aStaff,
  openTestDocuments,
  SERVER,
  type TestDocuments,
} from '../../core/documents/testing/test-documents.ts';
import { readMemberActors } from '../identity/member-actor.ts';
import { readProviderSubjects } from '../identity/federation/linked-accounts.ts';
import { findAccounts, insertAccount } from '../identity/registration/accounts.ts';
import { findRecipients } from './recipients.ts';
import { createInProcessBus } from '../../core/messaging/in-process-bus.ts';
import { readContacts } from './module.ts';

const HERE = Array.from({ length: 30 }, (_, index) => `here-${index}`);
const ABOVE = ['above-0', 'above-1'];
/** Records statements and their maximum concurrency. */
const counts = { all: 0, active: 0, maxActive: 0 };
let documents: TestDocuments;
let database: Database;
let store: DocumentStore;
beforeAll(async () => {
  documents = await openTestDocuments();
  const { database: real } = documents.temporary;
  database = {
    ...real,
    query: async (statement) => {
      counts.all += 1;
      counts.active += 1;
      counts.maxActive = Math.max(counts.maxActive, counts.active);
      return real.query<never>(statement).finally(() => {
        counts.active -= 1;
      });
    },
  };
  store = createDocumentStore({
    database,
    bus: createInProcessBus(pino({ level: 'silent' })),
    collections: COLLECTIONS,
    clock: () => new Date(),
    log: { warn: () => undefined },
  });
  const people = [...HERE, ...ABOVE, 'away', 'far', 'closed'];
  for (const userId of people)
    await insertAccount(
      real,
      {
        userId,
        name: userId,
        email: `${userId}@ward.example`,
        isEmailVerified: true,
        language: 'ja',
        passwordHash: null,
      },
      new Date(),
    );
  await documents.store.commit(
    [
      aDomain('top'),
      aDomain('ward', 'top'),
      aDomain('elsewhere'),
      aRoom('room', 'ward', { rootDomainId: 'top' }),
      ...HERE.map((userId) =>
        aStaff(userId, 'ward', ACCESS_LEVELS.generalStaff, { rootDomainId: 'top' }),
      ),
      ...ABOVE.map((userId) => aStaff(userId, 'top', ACCESS_LEVELS.ownerAdministrator)),
      aStaff('away', 'ward', ACCESS_LEVELS.generalStaff, {
        rootDomainId: 'top',
        state: 'suspended',
      }),
      aStaff('far', 'elsewhere', ACCESS_LEVELS.generalStaff),
      aStaff('closed', 'top', ACCESS_LEVELS.agency),
    ],
    SERVER,
  );
});
afterAll(() => documents.close());

describe('recipients of a notification', () => {
  const listRecipients = async (userIds: readonly string[] | null): Promise<readonly string[]> => {
    Object.assign(counts, { all: 0, active: 0, maxActive: 0 });
    const [room] = await documents.store.read(['room/room']);
    const people = await findRecipients(
      {
        store,
        readActors: (ids) => readMemberActors(database, ids),
        getContacts: (ids) =>
          readContacts(
            {
              findAccounts: (userIds) => findAccounts(database, userIds),
              lineSubjects: (userIds) => readProviderSubjects(database, userIds, 'line'),
            },
            ids,
            true,
          ),
      },
      {
        room: room ?? expect.fail('no room'),
        place: { domainId: 'ward' },
        userIds,
        isTheirs: false,
      },
    );
    return people.map(({ userId }) => userId).toSorted();
  };

  it('the lookup runs at most 8 statements, one at a time, for any number of members', async () => {
    expect(await listRecipients(null)).toEqual([...HERE, ...ABOVE].toSorted());
    expect(counts.maxActive).toBe(1);
    expect(counts.all).toBeLessThanOrEqual(8);
  });

  it('the group is notified, except suspended members and those who no longer see the room', async () => {
    expect(await listRecipients(['here-1', 'away', 'far', 'nobody'])).toEqual(['here-1']);
    expect(counts.all).toBeLessThanOrEqual(6);
  });

  it('everyone with access is notified if no group member may respond', async () => {
    expect(await listRecipients(['away'])).toEqual([...HERE, ...ABOVE].toSorted());
  });
});
