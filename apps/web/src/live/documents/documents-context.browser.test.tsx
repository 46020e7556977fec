import { COLLECTIONS } from '@yamori/domain';
import { Profiler } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, describe, expect, it } from 'vitest';
import { isWhole } from './document-reader.ts';
import { createDocuments } from './documents-client.ts';
import {
  DocumentsProvider,
  useLiveDocument,
  useDocuments,
  useConnectionState,
  useLiveQuery,
  useRow,
  useRows,
  useRowStore,
} from './documents-context.tsx';
import type { ConnectionState } from '../connection/connection-state.ts';
import type { LiveConnection } from '../connection/live-connection.ts';
import { keptLog } from '../testing/kept-log.ts';
import { MemoryTransport } from '../testing/memory-transport.ts';

const NOW = new Date('2026-11-21T03:00:00+09:00');
const cleanups: (() => void)[] = [];
afterEach(() => cleanups.splice(0).forEach((cleanup) => cleanup()));

/** A connection whose state a test sets. */
function setLink(transport: MemoryTransport) {
  const listeners = new Set<(state: ConnectionState) => void>();
  let state: ConnectionState = { kind: 'live' };
  const link: LiveConnection = {
    state: () => state,
    subscribe: transport.subscribe,
    watch: () => () => undefined,
    onState: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    clockOffsetMs: () => 0,
    framesDropped: () => 0,
    wake: () => undefined,
    close: () => undefined,
  };
  return {
    link,
    put: (next: ConnectionState) => {
      state = next;
      listeners.forEach((listener) => listener(state));
    },
  };
}

function setUp(children: React.ReactNode) {
  const transport = new MemoryTransport(() => NOW);
  const { link, put: putLink } = setLink(transport);
  const documents = createDocuments({ transport, collections: COLLECTIONS, log: keptLog() });
  const place = document.createElement('div');
  document.body.append(place);
  const root = createRoot(place);
  const show = (content: React.ReactNode): void =>
    root.render(
      <DocumentsProvider documents={documents} link={link}>
        {content}
      </DocumentsProvider>,
    );
  const putRoom = (id: string, name: string, floor = '1'): void =>
    transport.put(`room/${id}`, {
      domainId: 'home',
      rootDomainId: 'home',
      name,
      building: 'A',
      floor,
      tags: [],
      capacity: 1,
      occupant: null,
      deviceSerials: [],
      sharedWith: [],
      viewId: null,
      parameterOverrides: {},
      live: null,
    });
  const expectText = (text: string) => expect.poll(() => place.textContent).toBe(text);
  cleanups.push(() => {
    root.unmount();
    place.remove();
  });
  return { transport, putLink, putRoom, says: expectText, show, start: () => show(children) };
}

function Names({ floor }: { floor: string }) {
  const rooms = useLiveQuery(
    useDocuments().collection('room').where('floor', '==', floor).orderBy('name'),
  );
  switch (rooms.kind) {
    case 'loading':
      return '…';
    case 'ready':
      return rooms.value
        .filter(isWhole)
        .map(({ name }) => name)
        .join(' ');
    case 'stale':
      return `${rooms.value.length} since ${rooms.since.toISOString()}`;
    case 'failed':
    case 'refused':
      return `${rooms.kind} ${rooms.problem.code}`;
  }
}

describe('a query in a component', () => {
  it('the component shows the documents and their changes', async () => {
    const fixture = setUp(<Names floor="1" />);
    fixture.putRoom('a', '101');
    fixture.start();
    await fixture.says('101');
    fixture.putRoom('b', '100');
    await fixture.says('100 101');
    fixture.putRoom('b', '100', '2');
    await fixture.says('101');
  });

  it('the component subscribes again only when its query changes', async () => {
    const fixture = setUp(<Names floor="1" />);
    let asked = 0;
    const subscribe = fixture.transport.subscribe;
    Reflect.set(fixture.transport, 'subscribe', (...args: Parameters<typeof subscribe>) => {
      asked += 1;
      return subscribe(...args);
    });
    fixture.putRoom('a', '101');
    fixture.putRoom('b', '201', '2');
    fixture.show(<Names floor="1" />);
    await fixture.says('101');
    fixture.show(<Names floor="1" />);
    await fixture.says('101');
    const before = asked;
    fixture.show(<Names floor="2" />);
    await fixture.says('201');
    expect(asked - before).toBeLessThanOrEqual(1);
  });

  it('the component shows the age of stale data and is fresh again after a reconnect', async () => {
    const fixture = setUp(<Names floor="1" />);
    fixture.putRoom('a', '101');
    fixture.start();
    await fixture.says('101');
    fixture.putLink({ kind: 'lost', since: NOW });
    await fixture.says(`1 since ${NOW.toISOString()}`);
    fixture.putLink({ kind: 'live' });
    await fixture.says('101');
  });

  it.each([
    ['query-refused', 'refused'],
    ['session-required', 'refused'],
    ['server-failed', 'failed'],
  ])('a query that ends with %s is %s', async (code, kind) => {
    const fixture = setUp(<Names floor="1" />);
    fixture.putRoom('a', '101');
    fixture.start();
    await fixture.says('101');
    fixture.transport.failAll(code);
    await fixture.says(`${kind} ${code}`);
  });
});

function OneRoom() {
  const room = useLiveDocument('room/a');
  if (room?.kind !== 'ready') return room?.kind ?? 'none';
  return room.value === null ? 'gone' : isWhole(room.value) ? room.value.name : 'bare';
}

describe('one document in a component', () => {
  it('the document appears, changes and disappears', async () => {
    const fixture = setUp(<OneRoom />);
    fixture.start();
    await fixture.says('gone');
    fixture.putRoom('a', '101');
    await fixture.says('101');
    await fixture.transport.commit([{ kind: 'delete', path: 'room/a' }]);
    await fixture.says('gone');
  });
});

function Board({ drawn }: { drawn: Map<string, number> }) {
  const store = useRowStore(useDocuments().collection('room').orderBy('name'));
  const rows = useRows(store);
  if (rows.kind !== 'ready') return rows.kind;
  return rows.value.map((path) => (
    <Profiler key={path} id={path} onRender={() => drawn.set(path, (drawn.get(path) ?? 0) + 1)}>
      <Row store={store} path={path} />
    </Profiler>
  ));
}

function Row({
  store,
  path,
}: {
  store: ReturnType<typeof useRowStore<typeof COLLECTIONS.room>>;
  path: string;
}) {
  const room = useRow(store, path);
  return room !== undefined && isWhole(room) ? `[${room.name}]` : '[]';
}

describe('a board row by row', () => {
  it('the board renders only the row that changed', async () => {
    const drawn = new Map<string, number>();
    const fixture = setUp(<Board drawn={drawn} />);
    for (const id of ['a', 'b', 'c']) fixture.putRoom(id, `10${id}`);
    fixture.start();
    await fixture.says('[10a][10b][10c]');
    const before = new Map(drawn);
    fixture.putRoom('b', '10b');
    fixture.putRoom('b', '10b2');
    await fixture.says('[10a][10b2][10c]');
    expect([drawn.get('room/a'), drawn.get('room/c')]).toEqual([
      before.get('room/a'),
      before.get('room/c'),
    ]);
    expect((drawn.get('room/b') ?? 0) - (before.get('room/b') ?? 0)).toBeLessThanOrEqual(2);
  });

  it('rows change places with their order', async () => {
    const fixture = setUp(<Board drawn={new Map()} />);
    fixture.putRoom('a', '101');
    fixture.putRoom('b', '102');
    fixture.start();
    await fixture.says('[101][102]');
    fixture.putRoom('a', '103');
    await fixture.says('[102][103]');
  });
});

const LinkWord = () => useConnectionState().kind;

describe('the connection in a component', () => {
  it('the component follows its changes', async () => {
    const fixture = setUp(<LinkWord />);
    fixture.start();
    await fixture.says('live');
    fixture.putLink({ kind: 'stale', since: NOW });
    await fixture.says('stale');
  });
});
