import type { RoomCall } from '@yamori/domain';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { stageLive } from '../../features/raw/testing/live-stage.tsx';
import { aGoing, aRing, NIGHT } from '../room-state/testing/live-builder.ts';
import { CallActions } from './call-actions.tsx';

const ends: (() => void)[] = [];
const asked: { readonly path: string; readonly body: unknown }[] = [];
let answer: object = { state: 'none' };
beforeEach(() => {
  asked.length = 0;
  // The server's side is tested with the server (features/live); here is what the page makes of its answers.
  const others = globalThis.fetch;
  vi.stubGlobal('fetch', async (...call: Parameters<typeof fetch>) => {
    const [path, init] = call;
    if (typeof path !== 'string' || !path.startsWith('/api/rooms/')) return others(...call);
    asked.push({ path, body: typeof init?.body === 'string' ? JSON.parse(init.body) : null });
    return Response.json(answer);
  });
});
afterEach(() => {
  ends.splice(0).forEach((end) => end());
  vi.unstubAllGlobals();
});

/** The clock of the stage stands at five seconds after the night's instant. */
async function actions(call: RoomCall | null, accessLevel: 1 | 2 | 3 | 50 = 2) {
  const stage = await stageLive({ address: '/', screen: () => <div data-screen><CallActions roomId="r1" roomName="101号室" domainId="akane" call={call} /></div>, accessLevel });
  ends.push(() => stage.end());
  await expect.poll(() => stage.place.querySelector('[data-screen]')).not.toBeNull();
  return { ...stage, buttons: () => [...stage.place.querySelectorAll('button')].map((button) => button.textContent) };
}

describe('what can be said of a call', () => {
  it.each<[string, RoomCall | null, 1 | 2 | 3 | 50, string[]]>([
    ['nothing without one', null, 2, []],
    ['nothing of one that is over', { ...aGoing('佐藤'), state: 'answered', endedAt: NIGHT, endedBy: null }, 2, []],
    ['that one goes', aRing(), 2, ['対応に向かう']],
    ['that another was there', aGoing('佐藤'), 2, ['対応を終える']],
    ['that oneself was there, or does not go', aGoing('夜勤 花子', NIGHT, 'u'), 2, ['対応を終える', '取り消す']],
    ['of another as a manager also that nobody goes', aGoing('佐藤'), 3, ['対応を終える', '取り消す']],
    ['nothing for an agency', aRing(), 50, []],
    ['nothing for an individual in a room that is not of their home', aRing(), 1, []],
  ])('is %s', async (_what, call, accessLevel, expected) => {
    const { buttons } = await actions(call, accessLevel);
    await expect.poll(buttons).toEqual(expected);
  });

  it.each([
    [{ state: 'answering', by: '夜勤 花子', own: true }, '101号室へ向かうと記録しました'], [{ state: 'answering', by: '佐藤', own: false }, '101号室には佐藤さんが向かっています'],
    [{ state: 'answering', by: '', own: false }, '101号室にはほかの職員が向かっています'], [{ state: 'ringing' }, '新しい呼び出しがあります'], [{ state: 'answered' }, '101号室の呼び出しへの対応は終わっています'],
  ])('names the call that is meant, and says how it stands: %j', async (reply, words) => {
    answer = reply;
    const { told } = await actions(aRing());
    await userEvent.click(page.getByRole('button', { name: '対応に向かう' }));
    await expect.poll(told).toEqual([expect.stringContaining(words)]);
    expect(asked).toEqual([{ path: '/api/rooms/r1/call/answer', body: { calledAt: NIGHT.toISOString() } }]);
  });

  it('does not take the second press of a hurried hand for another word', async () => {
    const { place } = await actions(aGoing('夜勤 花子', NIGHT, 'u'));
    // The stage's clock stands still: no time has passed since the buttons came.
    await userEvent.click(page.getByRole('button', { name: '対応を終える' }));
    await userEvent.click(page.getByRole('button', { name: '取り消す' }));
    expect(asked).toEqual([]);
    expect(place.querySelectorAll('button:disabled').length).toBe(0);
  });
});
