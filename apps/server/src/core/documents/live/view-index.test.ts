import { describe, expect, it } from 'vitest';
import { RULES, type SubscriptionTarget } from '@yamori/domain';
import { anActor, aQuery } from '../testing/test-documents.ts';
import type { FeedChange } from './feed-page.ts';
import { readTarget, type LiveTarget } from './live-target.ts';
import type { LiveView } from './live-view.ts';
import { createViewIndex } from './view-index.ts';

const owner = anActor('ownerAdministrator', ['d', 'e']);
const toTarget = (target: SubscriptionTarget, actor = owner): LiveTarget =>
  readTarget(target, actor, RULES);
const nothing = (): void => undefined;
const aView = (target: LiveTarget): LiveView => ({
  target,
  collect: nothing,
  settle: nothing,
  join: nothing,
  leave: nothing,
  size: () => 1,
  isUnsettled: () => false,
  reload: nothing,
  catchUp: () => false,
  refresh: nothing,
});
const aChange = (path: string): FeedChange => {
  const names = path.split('/');
  return {
    path,
    collection: names.at(-2) ?? '',
    parentPath: names.slice(0, -2).join('/'),
    xid: 1n,
    before: null,
    after: null,
  };
};

describe('readTarget', () => {
  it('returns equal keys for actors with the same rights', () => {
    const rooms: SubscriptionTarget = { kind: 'query', query: aQuery('room') };
    const key = toTarget(rooms).key;
    expect(
      toTarget(rooms, {
        ...owner,
        userId: 'another',
        reach: { kind: 'domains', domainIds: new Set(['e', 'd']) },
      }).key,
    ).toBe(key);
    expect(toTarget(rooms, anActor('ownerAdministrator', ['d'])).key).not.toBe(key);
    expect(toTarget(rooms, anActor('agency', ['d', 'e'])).key).not.toBe(key);
    expect(toTarget({ kind: 'query', query: aQuery('room', { limit: 5 }) }).key).not.toBe(key);
  });
});

describe('createViewIndex', () => {
  const targets: SubscriptionTarget[] = [
    { kind: 'query', query: aQuery('room') },
    { kind: 'document', path: 'room/a' },
    { kind: 'query', query: aQuery('accident', { group: true }) },
    { kind: 'query', query: aQuery('room/a/accident') },
    { kind: 'query', query: aQuery('device') },
  ];

  it('finds exactly the views that a change may affect', () => {
    const index = createViewIndex();
    const views = targets.map((target) => aView(toTarget(target)));
    views.forEach(index.add);
    const touched = (path: string) =>
      index
        .touchedBy(aChange(path))
        .map((view) => views.indexOf(view))
        .toSorted((a, b) => a - b);
    expect(touched('room/a')).toEqual([0, 1]);
    expect(touched('room/b')).toEqual([0]);
    expect(touched('room/a/accident/x')).toEqual([2, 3]);
    expect(touched('room/b/accident/x')).toEqual([2]);
    expect(touched('staff/x')).toEqual([]);
  });

  it('removes a view', () => {
    const index = createViewIndex();
    const view = aView(toTarget({ kind: 'query', query: aQuery('room') }));
    index.add(view);
    expect(index.find(view.target.key)).toBe(view);
    index.remove(view);
    expect([index.find(view.target.key), index.touchedBy(aChange('room/a')), index.all()]).toEqual([
      undefined,
      [],
      [],
    ]);
  });
});
