import { ACCESS_LEVELS, updateHistoryCollection } from '@yamori/domain';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { demoChanges } from './fill-demo.ts';
import { DEMONSTRATION_MEMBERS } from './accounts.ts';
import { domainDocuments, findRoot, DOMAIN_IDS } from './domains.ts';
import { startLiveFixture, type LiveFixture } from '../testing/live-fixture.ts';

let fixture: LiveFixture;
beforeAll(async () => {
  fixture = await startLiveFixture();
});
afterAll(() => fixture.close());

it('seeding the demo records changes by members of each level, once', async () => {
  // Fields of the demo are plain texts, lists and maps.
  await fixture.commit(
    domainDocuments().map(([path, data]) => ({
      kind: 'create',
      path,
      data: JSON.parse(JSON.stringify(data)),
    })),
  );
  for (const { userId, domainId, levelName, email } of DEMONSTRATION_MEMBERS) {
    // Object.entries loses the key type; the keys are exactly those.
    const key = Object.entries(DOMAIN_IDS).find(
      ([, id]) => id === domainId,
    )?.[0] as keyof typeof DOMAIN_IDS;
    await fixture.app.identity.createUser({
      userId,
      email,
      password: 'gecko beneath the eaves',
      name: levelName,
    });
    await fixture.commit([
      {
        kind: 'set',
        path: `staff/${userId}`,
        data: {
          userId,
          domainId,
          rootDomainId: findRoot(key),
          name: levelName,
          accessLevel: ACCESS_LEVELS[levelName],
          email,
          state: 'active',
        },
      },
    ]);
  }
  const seed = () =>
    demoChanges(fixture.app, {
      database: fixture.temporary.database,
      log: pino({ level: 'silent' }),
    });
  const entries = async () =>
    (
      await fixture.app.store.list({
        collection: 'updateHistory',
        group: false,
        filters: [],
        orderBy: [{ field: ['at'], direction: 'asc' }],
        offset: 0,
      })
    ).map(({ data }) => {
      const { actorId, action, path } = updateHistoryCollection.schema.parse(data);
      return `${actorId} ${action} ${path}`;
    });
  await seed();
  const first = await entries();
  expect(first.toSorted()).toEqual([
    'demo-administrator update domain/demo-akane',
    'demo-agency-admin update domain/demo-mizuki',
    'demo-owner update domain/demo-akane',
    'demo-senior-developer create parameter/accident.batteryLow.escalateAfterMinutes',
    'demo-senior-developer create view/demo-round',
  ]);
  await seed();
  expect(await entries()).toEqual(first);
});
