import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  DISCLOSURES,
  COLLECTIONS,
  encodeFields,
  query,
  type AccessLevelName,
  type CollectionName,
  type ServerMessage,
  type SubscriptionTarget,
} from '@yamori/domain';
import { encodeFrame } from '@yamori/frames';
import { frameSubject } from '../../core/messaging/device-event.ts';
import { startLiveFixture, type LiveFixture, type TestViewer } from '../../testing/live-fixture.ts';
import {
  deviceAt,
  LEVELS,
  plantTree,
  PLACES,
  SHARED_PLACE,
  type Place,
  type TreeMembers,
} from '../../testing/organisation-tree.ts';

// Object.keys loses the key types; the keys are exactly these.
const NAMES = Object.keys(COLLECTIONS) as CollectionName[];
const MANAGERS: AccessLevelName[] = [
  'administrator',
  'privilegeAdministrator',
  'ownerAdministrator',
];
const CARE: AccessLevelName[] = ['generalStaff', ...MANAGERS];
const AGENCY: AccessLevelName[] = ['agency', 'agencyAdmin'];
const MAKER: AccessLevelName[] = ['developer', 'seniorDeveloper'];
const EVERYONE: AccessLevelName[] = ['individualUser', ...CARE, ...AGENCY, ...MAKER];

/** The fields of a document that decide who may see it; `place` is null for the whole system. */
type Fact = { readonly place: Place | null; readonly id: string; readonly accessLevel: number };
type Sees = (level: AccessLevelName, fact: Fact, ownId: string) => boolean;

const reached = ({ place }: Fact): boolean => place === 'own' || place === 'below';
const ofRoom: Sees = (level, fact) =>
  MAKER.includes(level) ||
  ([...CARE, ...AGENCY].includes(level) && reached(fact)) ||
  (level === 'individualUser' && fact.place === SHARED_PLACE);
const within =
  (...levels: AccessLevelName[]): Sees =>
  (level, fact) =>
    MAKER.includes(level) || (levels.includes(level) && reached(fact));
const ofAgency: Sees = (level, fact) =>
  MAKER.includes(level) || (level === 'agencyAdmin' && fact.place === 'own');
const master: Sees = (level) => EVERYONE.includes(level);

/**
 * Written from the specification, not from the rules; a collection without a row does not compile.
 */
const EXPECTED: Record<CollectionName, Sees> = {
  room: ofRoom,
  device: ofRoom,
  sleep: ofRoom,
  accident: ofRoom,
  uploadHistory: within(...CARE, ...AGENCY),
  note: within(...CARE),
  deviceService: within(...CARE, ...AGENCY),
  deviceType: master,
  parameter: master,
  view: master,
  domain: (level, fact, ownId) =>
    within(...CARE, ...AGENCY)(level, fact, ownId) ||
    (level === 'individualUser' && fact.place === 'own'),
  partner: ofAgency,
  bill: ofAgency,
  billTerms: ofAgency,
  deviceLoan: within(...MANAGERS, ...AGENCY),
  updateHistory: (level, fact) =>
    level === 'seniorDeveloper' ||
    (['privilegeAdministrator', 'ownerAdministrator'].includes(level) && reached(fact)),
  staff: (level, fact, ownId) => {
    if (level === 'individualUser') return fact.id === ownId;
    if (AGENCY.includes(level)) return fact.place === 'own';
    return (
      within(...MANAGERS)(level, fact, ownId) ||
      (level === 'generalStaff' && reached(fact) && fact.accessLevel <= 2)
    );
  },
};

const HISTORY = 'updateHistory/';

let fixture: LiveFixture;
let members: TreeMembers;
beforeAll(async () => {
  fixture = await startLiveFixture();
  members = await plantTree(fixture);
});
afterAll(() => fixture.close());

type Stored = Awaited<ReturnType<LiveFixture['app']['store']['list']>>[number];
const stored = (): Promise<Stored[][]> =>
  Promise.all(
    NAMES.map((name) => fixture.app.store.list(query.parse({ collection: name, group: true }))),
  );

function toFact({ path, data }: Stored): Fact {
  const [, id = ''] = path.split('/');
  const place =
    PLACES.find((name) => id === name || id.endsWith(`-${name}`)) ??
    ([...members.userIds.values()].includes(id) ? 'own' : null);
  return {
    place: place ?? (/akane|mizuki/.test(JSON.stringify(data)) ? 'foreign' : null),
    id,
    accessLevel: Number(data['accessLevel'] ?? 0),
  };
}

const mayDeliver = (level: AccessLevelName, document: Stored): boolean =>
  // These documents were listed by COLLECTIONS, so EXPECTED has a key for each.
  EXPECTED[document.collection as CollectionName](
    level,
    toFact(document),
    members.userIds.get(level) ?? '',
  );

const listDeliveredPaths = (messages: readonly ServerMessage[]): string[] =>
  messages.flatMap((message) =>
    message.type === 'changes'
      ? message.changes.map((change) =>
          change.kind === 'removed' ? change.path : change.document.path,
        )
      : [],
  );
const openFor = (level: AccessLevelName): Promise<TestViewer> =>
  fixture.openViewer(members.cookies.get(level) ?? '');
const current = (viewer: TestViewer, id: number) =>
  viewer.next('changes', (message) => message.id === id && message.current);

describe.each(LEVELS)('the live socket of %s', (level) => {
  it('delivers the permitted documents and their changes in every collection, and nothing else', async () => {
    // Reading creates audit entries (decision 026), which subscribers with access receive.
    const all = (await stored())
      .flat()
      .filter(({ data }) => !DISCLOSURES.some((action) => action === data['action']));
    const allowed = all.filter((document) => mayDeliver(level, document)).map(({ path }) => path);
    const viewer = await openFor(level);
    const targets: SubscriptionTarget[] = [
      ...NAMES.map((name): SubscriptionTarget => ({
        kind: 'query',
        query: query.parse({ collection: name, group: true }),
      })),
      ...all.map(({ path }): SubscriptionTarget => ({ kind: 'document', path })),
    ];
    targets.forEach((target, index) => viewer.send({ type: 'subscribe', id: index + 1, target }));
    await Promise.all(targets.map((_target, index) => current(viewer, index + 1)));
    const [known, seesHistory] = [
      new Set(all.map(({ path }) => path)),
      allowed.some((path) => path.startsWith(HISTORY)),
    ];
    const listPaths = (messages: readonly ServerMessage[]): string[] =>
      [...new Set(listDeliveredPaths(messages))]
        .filter((path) => !seesHistory || known.has(path) || !path.startsWith(HISTORY))
        .toSorted();
    expect(listPaths(viewer.messages)).toEqual(allowed.toSorted());

    const messageCount = viewer.messages.length;
    // Wait as long for absent messages as for expected ones.
    const watcher = await openFor('seniorDeveloper');
    watcher.send({
      type: 'subscribe',
      id: 1,
      target: { kind: 'document', path: 'domain/foreign' },
    });
    await current(watcher, 1);
    await fixture.commit(
      all.map(({ path, data }) => ({ kind: 'set', path, data: encodeFields(data, false) })),
    );
    await watcher.next('changes', ({ changes }) => changes.some(({ kind }) => kind === 'modified'));
    await expect
      .poll(() => listPaths(viewer.messages.slice(messageCount)))
      .toEqual(allowed.toSorted());
    for (const message of viewer.messages)
      if (message.type === 'failed') expect(message.problem.code).toBe('nothing may fail');
    viewer.socket.close();
    watcher.socket.close();
  });

  it('delivers the frames of visible devices and of no other', async () => {
    const viewer = await openFor(level);
    PLACES.forEach((place, index) =>
      viewer.send({ type: 'watch', id: index + 1, serial: deviceAt(place), historySeconds: 30 }),
    );
    const devices = (
      await fixture.app.store.read(PLACES.map((place) => `device/${deviceAt(place)}`))
    ).flatMap((device) => (device === null ? [] : [device]));
    const allowed = new Set(
      PLACES.flatMap((place, index) =>
        devices.some((device) => device.id === deviceAt(place) && mayDeliver(level, device))
          ? [index + 1]
          : [],
      ),
    );
    const slots = new Map<number, number>();
    for (const id of PLACES.keys()) {
      if (allowed.has(id + 1))
        slots.set((await viewer.next('watching', (message) => message.id === id + 1)).slot, id);
      else
        expect((await viewer.next('failed', (message) => message.id === id + 1)).problem.code).toBe(
          'device-not-found',
        );
    }
    // A frame’s sequence identifies its device.
    PLACES.forEach((place, index) =>
      fixture.bus.publish(
        frameSubject(deviceAt(place)),
        encodeFrame({
          streamId: 1,
          sequence: index,
          deviceTimeUs: 1,
          channels: [Int16Array.of(1)],
        }),
      ),
    );
    await expect.poll(() => viewer.frames.length).toBeGreaterThanOrEqual(allowed.size);
    await fixture.bus.flush();
    for (const { slot, bytes } of viewer.frames)
      expect(bytes).toEqual(
        encodeFrame({
          streamId: 1,
          sequence: slots.get(slot) ?? -1,
          deviceTimeUs: 1,
          channels: [Int16Array.of(1)],
        }),
      );
    viewer.socket.close();
  });
});
