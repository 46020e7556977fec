import { describe, expect, it } from 'vitest';
import {
  compareDocuments,
  EVERYTHING,
  readQuery,
  runQuery,
  type WireChange,
  type WireDocument,
} from '@yamori/domain';
import type { FeedChange } from '../change-feed.ts';
import { splitDocumentPath, type PlacedRow } from '../document-row.ts';
import { formatSnapshot, parseSnapshot, hasSeenAll, sawTransaction } from './feed-snapshot.ts';
import { createPendingChanges } from './live-listener.ts';
import type { LiveTarget } from './live-target.ts';
import { NO_TOKEN, readToken, writeToken } from './resume-token.ts';
import { aQuery } from '../testing/test-documents.ts';
import { bufferedDocuments, createWindowBuffer, windowBefore } from './window-buffer.ts';

const aRow = (id: string, rank: number, version = '1'): PlacedRow => ({
  ...splitDocumentPath(`room/${id}`),
  data: { rank },
  createdAt: new Date(0),
  updatedAt: new Date(0),
  version,
  placement: { rootDomainId: 'd', domainIds: ['d'], sharedWith: [] },
});
const aTarget = (limit: number, key = 'a key'): LiveTarget => ({
  key,
  query: readQuery(aQuery('room', { limit, orderBy: [{ field: ['rank'], direction: 'asc' }] })),
  visibility: EVERYTHING,
  hidden: [],
  path: null,
});
const aChange = (before: PlacedRow | null, after: PlacedRow | null): FeedChange => ({
  path: (after ?? before)?.path ?? '',
  collection: 'room',
  parentPath: '',
  xid: 1n,
  before,
  after,
});

describe('snapshot', () => {
  it('a snapshot contains earlier committed transactions, but no open ones', () => {
    const snapshot = parseSnapshot('10:20:12,15');
    expect([9n, 10n, 12n, 15n, 19n, 20n, 21n].map((xid) => sawTransaction(snapshot, xid))).toEqual([
      true,
      true,
      false,
      false,
      true,
      false,
      false,
    ]);
    expect(parseSnapshot('10:10:').open.size).toBe(0);
    expect(['10:20:12,15', '10:10:'].map((text) => formatSnapshot(parseSnapshot(text)))).toEqual([
      '10:20:12,15',
      '10:10:',
    ]);
  });

  it.each([
    ['10:20:12,15', '10:20:12,15', true],
    ['10:20:12', '10:20:12,15', true],
    ['10:20:12,15', '10:20:12', false],
    ['10:20:12', '10:21:12', false],
    ['10:20:12', '10:22:12,20,21', true],
    ['30:30:', '10:20:12', true],
    ['10:20:12', '30:30:', false],
  ])('hasSeenAll for %s and %s is %s', (snapshot, other, sawAll) => {
    expect(hasSeenAll(parseSnapshot(snapshot), parseSnapshot(other))).toBe(sawAll);
  });
});

describe('resume token', () => {
  it('a token is valid for its target and a limited time only', () => {
    const seen = parseSnapshot('12345678901:12345678950:12345678901,12345678944');
    const token = writeToken(aTarget(3), { seen, issuedAtMs: 1_000 });
    expect(readToken(token, aTarget(3), 121_000, 120_000)).toEqual({ seen, issuedAtMs: 1_000 });
    expect(readToken(token, aTarget(3), 121_001, 120_000)).toBeNull();
    expect(readToken(token, aTarget(3, 'other rights'), 1_000, 120_000)).toBeNull();
    for (const broken of [
      '',
      '-',
      '1.2',
      `${token}0`,
      '1..0123456789abcdef',
      'x.1.0123456789abcdef',
    ])
      expect(readToken(broken, aTarget(3), 0, 120_000)).toBeNull();
  });

  it.each(['0:5:', '9:5:', '3:9:2', '3:9:9', '3:9:5,4'])(
    'a token with the invalid snapshot %s is rejected',
    (text) => {
      const token = writeToken(aTarget(3), { seen: parseSnapshot(text), issuedAtMs: 1_000 });
      expect(readToken(token, aTarget(3), 1_000, 120_000)).toBeNull();
    },
  );

  it('a snapshot with too many open transactions gives no token', () => {
    const open = Array.from({ length: 400 }, (_, index) => 1_000_000 + index).join(',');
    const seen = parseSnapshot(`1000000:1000500:${open}`);
    expect(writeToken(aTarget(3), { seen, issuedAtMs: 1_000 })).toBe(NO_TOKEN);
  });
});

describe('pending changes', () => {
  const aDocument = (path: string, version: string): WireDocument => ({
    path,
    data: {},
    createdAt: '',
    updatedAt: '',
    version,
  });
  const added = (path: string, version = '1'): WireChange => ({
    kind: 'added',
    document: aDocument(path, version),
  });
  const modified = (path: string, version: string): WireChange => ({
    kind: 'modified',
    document: aDocument(path, version),
  });
  const removed = (path: string): WireChange => ({ kind: 'removed', path });
  const taken = (...changes: WireChange[]) => {
    const pending = createPendingChanges(10);
    pending.add(changes);
    return pending.take();
  };

  it('changes are coalesced to one per document', () => {
    expect(taken(added('a'), modified('a', '2'))).toEqual([added('a', '2')]);
    expect(taken(modified('a', '2'), modified('a', '3'))).toEqual([modified('a', '3')]);
    expect(taken(modified('a', '2'), removed('a'))).toEqual([removed('a')]);
    expect(taken(removed('a'), added('a', '4'))).toEqual([modified('a', '4')]);
    expect(taken(added('a'), removed('a'))).toEqual([]);
    expect(taken(modified('a', '2'), added('b'), modified('a', '3'))).toEqual([
      added('b'),
      modified('a', '3'),
    ]);
  });

  it('the cap limits the number of pending changes', () => {
    const pending = createPendingChanges(2);
    expect(pending.add([added('a'), added('b'), modified('a', '2')])).toBe(true);
    expect(pending.add([added('c')])).toBe(false);
  });
});

describe('window buffer', () => {
  const limit = 4;
  const target = aTarget(limit);
  /** All states of a random walk of 300 changes over 40 documents, with a fixed seed. */
  function walk(): { states: PlacedRow[][]; changes: FeedChange[] } {
    let seed = 7;
    const next = (below: number): number => {
      seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0;
      return (seed >>> 8) % below;
    };
    const rows = new Map(
      Array.from({ length: 40 }, (_, index) => [`room/r${index}`, aRow(`r${index}`, next(50))]),
    );
    const states = [[...rows.values()]];
    const changes = Array.from({ length: 300 }, (_, step): FeedChange => {
      const id = `r${next(40)}`;
      const before = rows.get(`room/${id}`) ?? null;
      const after = before && next(3) === 0 ? null : aRow(id, next(50), String(step + 2));
      if (after) rows.set(after.path, after);
      else rows.delete(`room/${id}`);
      states.push([...rows.values()]);
      return aChange(before, after);
    });
    return { states, changes };
  }
  const selectWindow = (rows: readonly PlacedRow[]) =>
    runQuery(target.query, rows).map(({ path, version }) => `${path} ${version}`);
  const shown = (rows: readonly PlacedRow[]) =>
    rows.map(({ path, version }) => `${path} ${version}`);
  const takeFirst = (rows: readonly PlacedRow[], count: number) =>
    rows.toSorted(compareDocuments(target.query)).slice(0, count);

  it('the window equals the query result after every change, or is null', () => {
    const { states, changes } = walk();
    let loads = 0;
    let buffer = createWindowBuffer(
      target,
      limit,
      takeFirst(states[0] ?? [], bufferedDocuments(limit)),
    );
    changes.forEach((change, index) => {
      const before = shown(buffer.window() ?? []);
      if (!buffer.apply(change)) expect(shown(buffer.window() ?? [])).toEqual(before);
      const now = states[index + 1] ?? [];
      const window = buffer.window();
      if (window !== null) {
        expect(shown(window)).toEqual(selectWindow(now));
        return;
      }
      loads += 1;
      buffer = createWindowBuffer(target, limit, takeFirst(now, bufferedDocuments(limit)));
    });
    expect(loads).toBeLessThan(30);
  });

  it('the buffer ignores changes elsewhere, beyond its end, and of other documents', () => {
    const ownTarget: LiveTarget = {
      ...target,
      visibility: { kind: 'some', grants: [{ domainIds: new Set(['d']) }] },
    };
    const rows = Array.from({ length: bufferedDocuments(limit) }, (_, index) =>
      aRow(`r${index}`, index),
    );
    const buffer = createWindowBuffer(ownTarget, limit, rows);
    const elsewhere: PlacedRow = {
      ...aRow('x', 0),
      placement: { rootDomainId: 'e', domainIds: ['e'], sharedWith: [] },
    };
    expect([
      buffer.apply(aChange(null, elsewhere)),
      buffer.apply(aChange(null, aRow('far', 999))),
      buffer.apply(aChange(elsewhere, null)),
    ]).toEqual([false, false, false]);
    expect([
      buffer.apply(aChange(null, aRow('near', 0))),
      buffer.apply(aChange(rows[1] ?? null, null)),
    ]).toEqual([true, true]);
  });

  it('windowBefore restores the window before any sequence of changes', () => {
    const { states, changes } = walk();
    for (const [from, to] of [
      [0, 10],
      [5, 60],
      [100, 101],
      [200, 300],
      [0, 300],
    ] as const) {
      const since = changes.slice(from, to);
      const changed = new Set(since.map(({ path }) => path)).size;
      const before = windowBefore(
        target,
        limit,
        takeFirst(states[to] ?? [], limit + changed),
        since,
      );
      expect(shown(before)).toEqual(selectWindow(states[from] ?? []));
    }
  });
});
