import type { WireChange } from '@yamori/domain';
import type { FeedChange } from '../change-feed.ts';
import type { Queries } from '../../database/database.ts';
import { holdSnapshot, hasSeenAll, sawTransaction, type FeedSnapshot } from './feed-snapshot.ts';
import type { LiveListener } from './live-listener.ts';
import type { LiveTarget } from './live-target.ts';
import {
  changesSince,
  issueToken,
  type LiveContext,
  type SharedSubscription,
} from './shared-subscription.ts';
import type { PlacedRow } from '../document-row.ts';
import { NO_TOKEN, type ResumePoint } from './resume-token.ts';
import {
  bufferedDocuments,
  createWindowBuffer,
  windowBefore,
  type WindowBuffer,
} from './window-buffer.ts';

type Window = ReadonlyMap<string, PlacedRow>;
/** `held`: the window last delivered, null before the first. A slow reader keeps an older one. */
type Reader = { held: Window | null; unsettled: boolean; resuming: boolean; behind: boolean };

type State = {
  buffer: WindowBuffer | null;
  window: Window | null;
  ahead: FeedSnapshot | null;
  queue: FeedChange[];
  loadNumber: number;
  dirty: boolean;
};

/**
 * Subscription to a query with a limit. Membership of a document depends on the others, so the
 * window is held in memory, once for all readers.
 */
export function createLimitedSubscription(
  target: LiveTarget,
  limit: number,
  context: LiveContext,
): SharedSubscription {
  const { counters } = context;
  const readers = new Map<LiveListener, Reader>();
  const state: State = {
    buffer: null,
    window: null,
    ahead: null,
    queue: [],
    loadNumber: 0,
    dirty: false,
  };

  const deliverTo = (listener: LiveListener, reader: Reader, always = false): void => {
    const { window } = state;
    // During a reload the window is older than the position that a token would name.
    if (window === null || state.buffer === null || reader.resuming) return;
    reader.behind = reader.held !== null && listener.isLagging();
    if (reader.behind) return;
    const token = issueToken(target, context, state.ahead);
    const changes = difference(reader.held, window, (row) => context.encode(row, target));
    const reset = reader.held === null;
    reader.held = window;
    if (changes.length === 0 && !reset && !always && !(reader.unsettled && token !== NO_TOKEN))
      return;
    reader.unsettled = token === NO_TOKEN;
    counters.delivered += changes.length;
    listener.deliver({ changes, reset, current: context.position() !== null, token });
  };
  const deliverToAll = (): void => {
    for (const [listener, reader] of readers) deliverTo(listener, reader);
  };

  const load = (): void => {
    state.loadNumber += 1;
    const number = state.loadNumber;
    state.buffer = null;
    state.queue = [];
    readFirst(target, limit, context)
      .then(({ rows, snapshot }) => {
        if (number !== state.loadNumber) return;
        counters.loads += 1;
        const buffer = createWindowBuffer(target, limit, rows);
        for (const change of state.queue)
          if (!sawTransaction(snapshot, change.xid)) buffer.apply(change);
        state.queue = [];
        state.buffer = buffer;
        state.ahead = context.getMissing(snapshot);
        show();
      })
      .catch((error: unknown) => {
        const problem = context.explain(error);
        [...readers.keys()].forEach((listener) => listener.fail(problem));
      });
  };
  /** Delivers the buffer's window; reads the database if the buffer is too short. */
  const show = (): void => {
    const rows = state.buffer?.window();
    if (rows === null) return load();
    if (rows) state.window = new Map(rows.map((row) => [row.path, row]));
    deliverToAll();
  };
  const resumeAt = (listener: LiveListener, reader: Reader, point: ResumePoint): void => {
    readWindowAt(target, limit, context, point)
      .then((held) => {
        reader.held = held;
        counters.resumed += held === null ? 0 : 1;
      }, context.explain)
      .then(() => {
        reader.resuming = false;
        if (readers.has(listener)) deliverTo(listener, reader);
      })
      .catch(context.explain);
  };

  return {
    target,
    collect: (change) => {
      if (state.buffer === null) state.queue.push(change);
      else if (
        (!state.ahead || !sawTransaction(state.ahead, change.xid)) &&
        state.buffer.apply(change)
      )
        state.dirty = true;
    },
    settle: () => {
      const position = context.position();
      if (state.ahead && position !== null && hasSeenAll(position, state.ahead)) state.ahead = null;
      if (state.buffer === null) return;
      if (state.dirty) show();
      else deliverToAll();
      state.dirty = false;
    },
    join: (listener, resume) => {
      const reader: Reader = {
        held: null,
        unsettled: true,
        resuming: resume !== null,
        behind: false,
      };
      readers.set(listener, reader);
      if (resume) resumeAt(listener, reader, resume);
      if (state.loadNumber === 0) load();
      else if (state.buffer !== null) deliverTo(listener, reader);
    },
    leave: (listener) => {
      readers.delete(listener);
    },
    size: () => readers.size,
    isUnsettled: () =>
      state.buffer === null ||
      [...readers.values()].some(({ unsettled, resuming }) => unsettled || resuming),
    reload: load,
    catchUp: () => {
      const late = [...readers].filter(([, reader]) => reader.behind);
      for (const [listener, reader] of late) deliverTo(listener, reader);
      return late.length > 0;
    },
    refresh: () => {
      for (const [listener, reader] of readers)
        if (!reader.unsettled) deliverTo(listener, reader, true);
    },
  };
}

/** Reads slightly more than the window; a window may be as large as the scan limit. */
const readWindow = (
  target: LiveTarget,
  limit: number,
  context: LiveContext,
  queries: Queries,
): Promise<PlacedRow[]> =>
  context.store.rows(
    { ...target.query, limit },
    target.visibility,
    queries,
    Math.max(limit, context.limits.scannedDocuments),
  );

const readFirst = (target: LiveTarget, limit: number, context: LiveContext) =>
  context.database.transaction(async (queries) => {
    const snapshot = await holdSnapshot(queries);
    const rows = await readWindow(target, bufferedDocuments(limit), context, queries);
    return { snapshot, rows };
  });

/**
 * The window that a reader held at a resume point, computed by undoing the changes since; null if
 * there are too many.
 */
const readWindowAt = (
  target: LiveTarget,
  limit: number,
  context: LiveContext,
  { seen }: ResumePoint,
): Promise<Window | null> =>
  context.database.transaction(async (queries) => {
    const snapshot = await holdSnapshot(queries);
    const changes =
      seen.high > snapshot.high
        ? null
        : await changesSince(queries, target, seen, context.limits.resumeChanges);
    if (changes === null) return null;
    const changed = new Set(changes.map(({ path }) => path)).size;
    const rows = await readWindow(target, limit + changed, context, queries);
    return new Map(windowBefore(target, limit, rows, changes).map((row) => [row.path, row]));
  });

function difference(
  held: Window | null,
  window: Window,
  encode: (row: PlacedRow) => Extract<WireChange, { kind: 'added' }>['document'],
): WireChange[] {
  if (held === window) return [];
  const gone = [...(held?.keys() ?? [])]
    .filter((path) => !window.has(path))
    .map((path): WireChange => ({ kind: 'removed', path }));
  const shown = [...window.values()].flatMap((row): WireChange[] => {
    const known = held?.get(row.path);
    if (known?.version === row.version) return [];
    return [{ kind: known ? 'modified' : 'added', document: encode(row) }];
  });
  return [...gone, ...shown];
}
