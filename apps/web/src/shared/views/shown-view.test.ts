import { describe, expect, it } from 'vitest';
import { getShownItems, findView, type ViewTarget } from './shown-view.ts';
import type { View } from './use-views.ts';

const view = (id: string): View => ({
  documentReferenceId: id,
  documentPath: `view/${id}`,
  updatedAt: new Date(0),
  name: id,
  listColumns: [],
  cardItems: [],
  viewerTracks: [],
  thresholdsShown: [],
  scope: 'domain',
});
const VIEWS = [view('own'), view('house'), view('seller')];
const organisation = (id: string, ancestorIds: string[], defaultViewId: string | null) => ({
  documentReferenceId: id,
  ancestorIds,
  defaultViewId,
});
const HOUSES = [
  organisation('seller', [], 'seller'),
  organisation('house', ['seller'], 'house'),
  organisation('part', ['seller', 'house'], null),
  organisation('bare', ['nobody'], null),
];
const of = (shown: ViewTarget): string | null => findView(shown, VIEWS, HOUSES)?.name ?? null;

describe('the view of a room', () => {
  it.each<[ViewTarget, string | null]>([
    [{ viewId: 'own', domainId: 'house' }, 'own'],
    [{ viewId: null, domainId: 'house' }, 'house'],
    [{ viewId: null, domainId: 'part' }, 'house'],
    [{ viewId: 'gone', domainId: 'part' }, 'house'],
    [{ viewId: null, domainId: 'bare' }, null],
    [{ viewId: null, domainId: 'unseen' }, null],
    [{ viewId: null, domainId: null }, null],
  ])('the choice %j shows the view %s', (shown, name) => {
    expect(of(shown)).toBe(name);
  });

  it('a view keeps its known items in the order of the screen, and shows everything without any', () => {
    expect([
      getShownItems(['a', 'b', 'c'], ['c', 'x', 'a']),
      getShownItems(['a', 'b'], []),
      getShownItems(['a', 'b'], ['x']),
      getShownItems(['a', 'b'], undefined),
      getShownItems(['a', 'b', 'c'], ['c'], 'a'),
      getShownItems(['a', 'b'], ['x'], 'a'),
    ]).toEqual([
      ['a', 'c'],
      ['a', 'b'],
      ['a', 'b'],
      ['a', 'b'],
      ['a', 'c'],
      ['a', 'b'],
    ]);
  });
});
