import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  ACCESS_LEVELS,
  COLLECTIONS,
  isVisible,
  RULES,
  type AccessLevelName,
  type Actor,
  type CollectionName,
  type Write,
} from '@yamori/domain';
import { createChangeFeed, type ChangeFeed } from './change-feed.ts';
import { createDocumentAccess, type DocumentAccess } from './document-access.ts';
import { createSubscriptions, type Subscriptions } from './subscriptions.ts';
import {
  aDevice,
  aDomain,
  anAccident,
  anActor,
  aQuery,
  aRoom,
  aStaff,
  openTestDocuments,
  SERVER,
  type TestDocuments,
} from './testing/test-documents.ts';
import { create, createInEveryCollection } from './testing/every-collection.ts';
import { aReader } from './testing/test-reader.ts';

// Object.keys loses the key types; the keys are exactly these.
const LEVELS = Object.keys(ACCESS_LEVELS) as AccessLevelName[];
const NAMES = Object.keys(COLLECTIONS) as CollectionName[];
const DOMAINS = ['above', 'own', 'below', 'beside'];

/** A document of every collection in every domain; one user can see the room above. */
const everywhere = (domain: string): Write[] => [
  aRoom(`r-${domain}`, domain, {
    rootDomainId: 'above',
    sharedWith: domain === 'above' ? ['me'] : [],
  }),
  aDevice(`S-${domain}`, domain, `r-${domain}`, { rootDomainId: 'above' }),
  aDevice(`L-${domain}`, domain === 'beside' ? 'own' : 'beside', `r-${domain}`, {
    rootDomainId: 'above',
    borrowedBy: domain,
  }),
  aStaff(`s-${domain}`, domain, 2, { rootDomainId: 'above' }),
  aStaff(`b-${domain}`, domain, 5, { rootDomainId: 'above' }),
  anAccident(`r-${domain}`, 'a'),
  ...createInEveryCollection({ domainId: domain, roomId: `r-${domain}`, serial: `S-${domain}` }),
];

const createActor = (level: AccessLevelName): Actor =>
  level === 'developer' || level === 'seniorDeveloper'
    ? anActor(level, null, { userId: 'me' })
    : anActor(level, ['own', 'below'], { userId: 'me' });

let documents: TestDocuments;
let access: DocumentAccess;
let feed: ChangeFeed;
let subscriptions: Subscriptions;
beforeAll(async () => {
  documents = await openTestDocuments();
  const options = {
    database: documents.temporary.database,
    clock: () => new Date(),
    log: { warn: () => undefined },
  };
  await documents.store.commit(
    [
      aDomain('above'),
      ...['own', 'below', 'beside'].map((id) => aDomain(id, 'above')),
      ...DOMAINS.flatMap(everywhere),
    ],
    SERVER,
  );
  await documents.store.commit(
    [
      create('deviceType/t', {
        code: 't',
        name: 't',
        streams: [
          {
            streamId: 1,
            kind: 'button',
            channels: 1,
            unit: '',
            sampleRateHz: 0,
            scale: 1,
            offset: 0,
          },
        ],
      }),
      create('parameter/p', { key: 'p', name: 'p', kind: 'number', default: 1, scope: 'system' }),
      create('view/v', { name: 'v', scope: 'system' }),
    ],
    SERVER,
  );
  access = createDocumentAccess({ store: documents.store, rules: RULES });
  feed = createChangeFeed({ ...options, bus: documents.bus });
  await feed.start();
  subscriptions = createSubscriptions({ ...options, store: documents.store, rules: RULES, feed });
});
afterAll(async () => {
  subscriptions.close();
  await feed.close();
  await documents.close();
});

describe('createDocumentAccess by level', () => {
  it.each(LEVELS)(
    'shows level %s exactly what the rules allow, in every collection and place',
    async (level) => {
      const actor = createActor(level);
      for (const name of NAMES) {
        const query = aQuery(name, { group: true, limit: 100 });
        const all = await documents.store.list(query);
        expect(all.length, name).toBeGreaterThan(0);
        const allowed = all
          .filter((document) => isVisible(document, RULES[name].visibleTo(actor)))
          .map(({ path }) => path);
        const read = await access.read(
          actor,
          all.map(({ path }) => path),
        );
        expect(
          read.flatMap((document) => document?.path ?? []),
          `${name} read`,
        ).toEqual(allowed);
        expect(
          (await access.list(actor, query)).map(({ path }) => path),
          `${name} list`,
        ).toEqual(allowed);
        expect(await access.count(actor, query), `${name} count`).toBe(allowed.length);
        for (const live of [query, aQuery(name, { group: true })]) {
          const reader = aReader(actor, { kind: 'query', query: live });
          reader.connect(subscriptions);
          await expect.poll(() => reader.seen.current, { interval: 2 }).toBe(true);
          expect([...reader.held.keys()], `${name} live`).toEqual(expect.arrayContaining(allowed));
          expect(reader.held.size, `${name} live`).toBe(allowed.length);
          const hidden = RULES[name].hiddenFields(actor);
          for (const document of reader.held.values())
            expect(
              Object.keys(document.data).filter((field) => hidden.includes(field)),
              name,
            ).toEqual([]);
          reader.disconnect();
        }
      }
    },
  );
});
