import {
  encodeDocument,
  type AccidentReply,
  type RoomAccident,
  type StoredDocument,
} from '@yamori/domain';
import { useState } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { aRoom } from '../../features/board/testing/room-builders.ts';
import { renderLive } from '../../features/signals/testing/live-fixture.tsx';
import { isWhole } from '../../live/documents/document-reader.ts';
import { useLiveDocument } from '../../live/documents/documents-context.tsx';
import { ManualClock } from '../../live/testing/manual-clock.ts';
import { aGoing, aLive, aRing, NIGHT } from '../room-state/testing/live-builder.ts';
import { AlarmActions } from './alarm-actions.tsx';

const cleanups: (() => void)[] = [];
const asked: { readonly path: string; readonly body: unknown }[] = [];
const REPLY: AccidentReply = {
  id: 'call',
  kind: 'call',
  severity: 'high',
  state: 'acknowledged',
  repeats: 1,
  by: '夜勤 花子',
  own: true,
  raisedAt: NIGHT.toISOString(),
  mutedUntil: null,
  resolvedAt: null,
  outcome: null,
  useful: null,
  mayReopen: false,
  documents: [],
};
let answer: object = REPLY;
const RESOLVED: Partial<AccidentReply> = { state: 'resolved', outcome: 'helped', mayReopen: true };
beforeEach(() => {
  asked.length = 0;
  // The server's side is tested in its modules/telemetry/rooms.
  const others = globalThis.fetch;
  vi.stubGlobal('fetch', async (...call: Parameters<typeof fetch>) => {
    const [path, init] = call;
    if (typeof path !== 'string' || !path.startsWith('/api/rooms/')) return others(...call);
    asked.push({ path, body: typeof init?.body === 'string' ? JSON.parse(init.body) : null });
    return Response.json(answer);
  });
});
afterEach(() => {
  cleanups.splice(0).forEach((cleanup) => cleanup());
  vi.unstubAllGlobals();
});

/** The fixture's clock is five seconds after `NIGHT`. */
async function actions(call: RoomAccident, accessLevel: 1 | 2 | 3 | 50 = 2, timers?: ManualClock) {
  const fixture = await renderLive({
    address: '/',
    screen: () => (
      <div data-screen>
        <AlarmActions roomId="r1" roomName="101号室" domainId="akane" accident={call} />
      </div>
    ),
    accessLevel,
    after: timers?.after,
  });
  cleanups.push(() => fixture.end());
  await expect.poll(() => fixture.place.querySelector('[data-screen]')).not.toBeNull();
  return {
    ...fixture,
    buttons: () =>
      [...fixture.place.querySelectorAll('button')].map((button) => button.textContent),
  };
}

describe('AlarmActions for a call', () => {
  it.each<[string, RoomAccident, 1 | 2 | 3 | 50, string[]]>([
    ['nothing of one that is over', { ...aGoing('佐藤'), state: 'resolved' }, 2, []],
    ['of a ringing call', aRing(), 2, ['対応に向かう']],
    ['of a call with another responder', aGoing('佐藤'), 2, ['対応を終える']],
    [
      'of a call that the user answered',
      aGoing('夜勤 花子', NIGHT, 'u'),
      2,
      ['対応を終える', '取り消す'],
    ],
    ["of another responder's call for a manager", aGoing('佐藤'), 3, ['対応を終える', '取り消す']],
    ['of a call for an agency: none', aRing(), 50, []],
    ['of a call for an individual outside their home: none', aRing(), 1, []],
  ])('shows the buttons %s', async (_what, call, accessLevel, expected) => {
    const { buttons } = await actions(call, accessLevel);
    await expect.poll(buttons).toEqual(expected);
  });

  it.each([
    [{}, '101号室へ向かうと記録しました'],
    [{ by: '佐藤', own: false }, '101号室には佐藤さんが向かっています'],
    [{ by: '', own: false }, '101号室にはほかの方が向かっています'],
    [{ state: 'raised', by: null, own: false }, '新しい呼び出しがあります'],
    [RESOLVED, '101号室の呼び出しへの対応は終わっています'],
  ])('sends the call that the user saw, and shows the reply: %j', async (reply, words) => {
    answer = { ...REPLY, ...reply };
    const { told } = await actions(aRing());
    await userEvent.click(page.getByRole('button', { name: '対応に向かう' }));
    await expect.poll(told).toEqual([expect.stringContaining(words)]);
    expect(asked).toEqual([
      { path: '/api/rooms/r1/accidents/call/acknowledge', body: { lastAt: NIGHT.toISOString() } },
    ]);
  });

  it('ignores the second click of a double click, and shows that it does', async () => {
    const timers = new ManualClock();
    const { place } = await actions(aGoing('夜勤 花子', NIGHT, 'u'), 2, timers);
    const unpressable = (): number => place.querySelectorAll('button[aria-disabled="true"]').length;
    await userEvent.click(page.getByRole('button', { name: '対応を終える' }), { force: true });
    await userEvent.click(page.getByRole('button', { name: '取り消す' }), { force: true });
    expect([asked, unpressable()]).toEqual([[], 2]);
    timers.advance(1000);
    await expect.poll(unpressable).toBe(0);
    answer = { ...REPLY, ...RESOLVED };
    await userEvent.click(page.getByRole('button', { name: '対応を終える' }));
    await expect
      .poll(() => asked.map(({ path }) => path))
      .toEqual(['/api/rooms/r1/accidents/call/resolve']);
  });

  it('reopens a call that was closed too soon, with a message over the rooms', async () => {
    const { told, place } = await actions(aGoing('夜勤 花子', NIGHT, 'u'));
    await expect.poll(() => place.querySelectorAll('button[aria-disabled="true"]').length).toBe(0);
    answer = { ...REPLY, ...RESOLVED };
    await userEvent.click(page.getByRole('button', { name: '対応を終える' }));
    await expect.poll(told).toEqual([expect.stringContaining('101号室の対応を終えました')]);
    answer = REPLY;
    await userEvent.click(page.getByRole('button', { name: 'まだ終えていない' }));
    await expect.poll(told).toEqual([expect.stringContaining('101号室を対応中に戻しました')]);
    const lastAt = NIGHT.toISOString();
    expect(asked.map(({ path, body }) => [path, body])).toEqual([
      ['/api/rooms/r1/accidents/call/resolve', { outcome: 'helped', lastAt }],
      ['/api/rooms/r1/accidents/call/reopen', { lastAt }],
    ]);
    expect(document.querySelector('[data-position="top"] [data-type]')).not.toBeNull();
  });

  it("offers no reopening after another responder's end", async () => {
    const { told, place } = await actions(aGoing('佐藤'));
    await expect.poll(() => place.querySelectorAll('button[aria-disabled="true"]').length).toBe(0);
    answer = { ...REPLY, ...RESOLVED, mayReopen: false };
    await userEvent.click(page.getByRole('button', { name: '対応を終える' }));
    await expect.poll(told).toEqual([expect.stringContaining('101号室の対応を終えました')]);
    expect(page.getByRole('button', { name: 'まだ終えていない' }).elements()).toEqual([]);
  });

  it('shows the responder from the reply, and offers a new call', async () => {
    const Live = () => {
      const room = useLiveDocument('room/r1');
      const call =
        'value' in room && room.value !== null && isWhole(room.value)
          ? room.value.live?.accidents[0]
          : undefined;
      return call === undefined ? null : (
        <AlarmActions roomId="r1" roomName="101号室" domainId="akane" accident={call} />
      );
    };
    const room = (call: RoomAccident) => aRoom('r1', { live: aLive({ accidents: [call] }) });
    const fixture = await renderLive({
      address: '/',
      screen: Live,
      accessLevel: 2,
      rooms: [room(aRing())],
    });
    cleanups.push(() => fixture.end());
    const {
      documentReferenceId: _,
      documentPath: path,
      createdAt = NIGHT,
      updatedAt,
      ...data
    } = room(aGoing('夜勤 花子', NIGHT, 'u'));
    // The builders hold only document values.
    const after = { data: data as unknown as StoredDocument['data'], version: 'after' };
    answer = { ...REPLY, documents: [encodeDocument({ path, createdAt, updatedAt, ...after })] };
    await userEvent.click(page.getByRole('button', { name: '対応に向かう' }));
    await expect.element(page.getByRole('button', { name: '対応を終える' })).toBeVisible();
    fixture.putRoom(room(aRing(new Date(NIGHT.getTime() + 2000))));
    await expect.element(page.getByRole('button', { name: '対応に向かう' })).toBeEnabled();
  });

  it('keeps the focus when the next action replaces the answer', async () => {
    let put: (call: RoomAccident) => void = () => undefined;
    const Changing = () => {
      const [call, setCall] = useState<RoomAccident>(aRing());
      put = setCall;
      return (
        <div data-screen>
          <AlarmActions roomId="r1" roomName="101号室" domainId="akane" accident={call} />
        </div>
      );
    };
    const fixture = await renderLive({ address: '/', screen: Changing, accessLevel: 2 });
    cleanups.push(() => fixture.end());
    await expect.element(page.getByRole('button', { name: '対応に向かう' })).toBeVisible();
    page.getByRole('button', { name: '対応に向かう' }).element().focus();
    put(aGoing('夜勤 花子', NIGHT, 'u'));
    await expect.poll(() => document.activeElement?.textContent).toBe('対応を終える');
  });
});
