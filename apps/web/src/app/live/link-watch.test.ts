import { describe, expect, it } from 'vitest';
import type { ConnectionState } from '../../live/connection/connection-state.ts';
import { watchLink } from './link-watch.ts';

const since = new Date('2026-11-21T03:00:00+09:00');

/** A link whose state a test moves. */
function movedLink(first: ConnectionState) {
  const listeners = new Set<(state: ConnectionState) => void>();
  let state = first;
  return {
    state: () => state,
    onState: (listener: (next: ConnectionState) => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    move: (next: ConnectionState) => {
      state = next;
      for (const listener of listeners) listener(next);
    },
  };
}

const watched = (...states: ConnectionState[]) => {
  const link = movedLink({ kind: 'stale', since });
  const seen: string[] = [];
  const watch = watchLink(link, () => seen.push('doubt'), false);
  watch.subscribe(() => seen.push(watch.current().kind));
  for (const state of states) link.move(state);
  return seen;
};

describe('the displayed state of the connection', () => {
  it('changes from opening to live without a request for the session', () => {
    expect(watched({ kind: 'stale', since }, { kind: 'live' })).toEqual(['opening', 'live']);
  });

  it('asks who is signed in, and with which rights, whenever it is back', () => {
    expect(
      watched(
        { kind: 'live' },
        { kind: 'stale', since },
        { kind: 'live' },
        { kind: 'lost', since },
        { kind: 'live' },
      ),
    ).toEqual(['live', 'stale', 'live', 'doubt', 'lost', 'live', 'doubt']);
  });

  it('asks so too when the server refuses it', () => {
    expect(watched({ kind: 'live' }, { kind: 'refused', code: 'session-ended' })).toEqual([
      'live',
      'refused',
      'doubt',
    ]);
  });
});
