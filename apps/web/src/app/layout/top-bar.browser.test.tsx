import { afterEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { createListeners } from '../../listeners.ts';
import { createSessionClient } from '../../api/session-client.ts';
import { renderLive } from '../../features/signals/testing/live-fixture.tsx';
import { SessionContext } from '../../features/sign-in/session-context.tsx';
import { createCommandSender } from '../../live/offline/command-sender.ts';
import { openOutboxChannel, Outbox } from '../../live/offline/outbox.ts';
import { OutboxContext } from '../../live/offline/outbox-context.tsx';
import { createOutboxStore } from '../../live/offline/outbox-store.ts';
import { createOfflineFixture } from '../../live/offline/testing/offline-fixture.ts';
import { LinkContext, type ConnectionStatus } from '../../shared/connection/link-context.tsx';
import { RoomsNeedingAttentionProvider } from '../../shared/room-state/rooms-needing-attention.tsx';
import { NIGHT } from '../../shared/room-state/testing/live-builder.ts';
import { openSession } from '../boot/session-store.ts';
import { signedInAs } from '../testing/sign-in-fixture.tsx';
import { TopBar } from './top-bar.tsx';

const cleanups: (() => void | Promise<void>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0)) await cleanup();
});

/** A connection whose status a test changes. */
function aConnection(first: ConnectionStatus) {
  const listeners = createListeners();
  let status = first;
  return {
    current: () => status,
    subscribe: listeners.subscribe,
    put(next: ConnectionStatus) {
      status = next;
      listeners.notify();
    },
  };
}

describe('the bar above every screen', () => {
  it('leaves the button of unsent operations in place while the connection changes', async () => {
    const offline = await createOfflineFixture();
    const outbox = new Outbox({
      store: createOutboxStore(offline.database, 'carer'),
      sendCommand: createCommandSender(() => Promise.reject(new TypeError('Failed to fetch'))),
      channel: openOutboxChannel(navigator.locks),
      clock: offline.clock,
      newId: () => crypto.randomUUID(),
      log: offline.log,
    });
    await outbox.send({
      path: '/api/x',
      body: '{}',
      about: { what: 'acknowledge', name: '305号室', target: 'room/r1' },
    });
    const session = await openSession(
      createSessionClient({ fetch: async () => Response.json(signedInAs(3)) }),
    );
    const connection = aConnection({ kind: 'opening' });
    const screen = () => (
      <SessionContext value={session}>
        <LinkContext value={connection}>
          <OutboxContext value={outbox}>
            <RoomsNeedingAttentionProvider>
              <TopBar />
            </RoomsNeedingAttentionProvider>
          </OutboxContext>
        </LinkContext>
      </SessionContext>
    );
    const fixture = await renderLive({ address: '/', screen });
    cleanups.push(
      () => fixture.end(),
      () => outbox.close(),
      () => offline.end(),
    );
    const button = page.getByRole('button', { name: '送信待ち 1件' });
    await expect.element(page.getByText('つないでいます')).toBeVisible();
    await expect.element(button).toBeVisible();
    const { left, right } = button.element().getBoundingClientRect();
    connection.put({ kind: 'live' });
    await expect.element(page.getByText('接続中')).toBeVisible();
    expect(button.element().getBoundingClientRect()).toMatchObject({ left, right });
    connection.put({ kind: 'lost', since: NIGHT });
    await expect.element(page.getByText('接続が切れています')).toBeVisible();
    expect(button.element().getBoundingClientRect()).toMatchObject({ left, right });
  });
});
