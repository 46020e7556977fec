import { createSessionClient } from '../../client/session-client.ts';
import type { Backend } from './backend.ts';
import { openSession } from './session-store.ts';

/** Reads who is signed in; no connection is opened for somebody who is signed out. */
export async function openBackend(view: Window): Promise<Backend> {
  const client = createSessionClient({ fetch: (url, init) => view.fetch(url, init) });
  return { session: await openSession(client) };
}
