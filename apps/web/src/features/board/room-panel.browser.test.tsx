import { afterEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { aLive, anAccident, aRing } from '../../shared/room-state/testing/live-builder.ts';
import { renderBoard } from './testing/board-fixture.tsx';
import { aRoom } from './testing/room-builders.ts';

const cleanups: (() => void)[] = [];
afterEach(() => cleanups.splice(0).forEach((cleanup) => cleanup()));

const STAFF = 2;
const ROOMS = [
  aRoom('a', { name: '101号室', building: '本館', floor: '2階' }),
  aRoom('b', { name: '102号室' }),
];
async function board(
  view: string,
  rooms = ROOMS,
  status: Parameters<typeof renderBoard>[2] = { kind: 'live' },
) {
  const fixture = await renderBoard(`/index-list-${view}`, rooms, status, STAFF);
  cleanups.push(() => fixture.end());
  return fixture;
}
const panel = () => page.getByRole('dialog', { name: '101号室' });
const getCard = (name: string) => page.getByRole('button', { name: new RegExp(name) }).first();

describe('a room on the board of general staff', () => {
  it.each(['smallcard', 'card', 'table'])(
    'opens a panel by click and by Enter, closes by Escape, and gives the focus back (%s)',
    async (view) => {
      const { router } = await board(view);
      await getCard('101号室').click();
      await expect.element(panel()).toBeVisible();
      await expect
        .poll(() => panel().element().textContent)
        .toMatch(/本館 2階.*睡眠中.*心拍62.*呼吸14/s);
      await userEvent.keyboard('{Escape}');
      await expect.element(panel()).not.toBeInTheDocument();
      await expect.poll(() => document.activeElement).toBe(getCard('101号室').element());
      await userEvent.keyboard('{Enter}');
      await expect.element(panel()).toBeVisible();
      expect(router.state.location.pathname).toBe(`/index-list-${view}`);
    },
  );

  it('updates while it is open: a new call can be answered there, and a deleted room is reported', async () => {
    const fixture = await board('card');
    await getCard('101号室').click();
    await expect.element(panel()).toBeVisible();
    expect(panel().element().querySelector('[role="group"]')).toBeNull();
    fixture.put(aRoom('a', { name: '101号室', live: aLive({ call: aRing() }) }));
    await expect.element(panel().getByRole('button', { name: '対応に向かう' })).toBeVisible();
    await fixture.transport.commit([{ kind: 'delete', path: 'room/a' }]);
    await expect.element(panel().getByText('この部屋は、いまの一覧にありません。')).toBeVisible();
  });

  it('answers a fall, and asks for its outcome over the panel', async () => {
    const fixture = await board('card', [
      aRoom('a', { name: '101号室', live: aLive({ accidents: [anAccident()] }) }),
    ]);
    await getCard('101号室').click();
    await expect.element(panel().getByRole('button', { name: '対応に向かう' })).toBeVisible();
    fixture.put(
      aRoom('a', {
        name: '101号室',
        live: aLive({
          accidents: [anAccident({ state: 'arrived', by: { userId: 'u', name: '夜勤 花子' } })],
        }),
      }),
    );
    await panel().getByRole('button', { name: '対応を終える' }).click();
    await expect.element(page.getByRole('dialog', { name: '対応を終える' })).toBeVisible();
  });

  it('shows that an alarm has reached no one, and what to do', async () => {
    const accidents = [anAccident({ kind: 'apnea', reach: 'nobody' })];
    await board('card', [aRoom('a', { name: '101号室', live: aLive({ accidents }) })]);
    await getCard('101号室').click();
    for (const text of ['くり返しています', 'だれにも届いていません。直接知らせてください'])
      await expect.element(panel().getByText(text, { exact: true })).toBeVisible();
  });

  it('opens by the arrow keys, as the help text describes', async () => {
    await board('smallcard');
    await expect.element(getCard('101号室')).toBeVisible();
    await getCard('101号室').click();
    await userEvent.keyboard('{Escape}');
    await expect.poll(() => document.activeElement).toBe(getCard('101号室').element());
    await userEvent.keyboard('{ArrowRight}');
    await expect.poll(() => document.activeElement).toBe(getCard('102号室').element());
    await userEvent.keyboard(' ');
    await expect.element(page.getByRole('dialog', { name: '102号室' })).toBeVisible();
  });

  it('says in the panel that the link is lost', async () => {
    await board('card', ROOMS, { kind: 'lost', since: new Date('2026-11-21T18:00:00.000Z') });
    await getCard('101号室').click();
    await expect
      .element(panel().getByText('接続が切れています。部屋を直接確認してください。'))
      .toBeVisible();
  });
});
