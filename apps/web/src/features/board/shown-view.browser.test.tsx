import { afterEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { aLive } from '../../shared/room-state/testing/live-builder.ts';
import { renderBoard } from './testing/board-fixture.tsx';
import { aRoom } from './testing/room-builders.ts';

const cleanups: (() => void)[] = [];
afterEach(() => cleanups.splice(0).forEach((cleanup) => cleanup()));

const view = (more: object) => ({
  name: 'view',
  listColumns: [],
  cardItems: [],
  viewerTracks: [],
  thresholdsShown: [],
  scope: 'domain',
  ...more,
});
const HOME = {
  code: 'home',
  name: 'ひなた園',
  kind: 'facility',
  parentDomainId: null,
  rootDomainId: 'home',
  ancestorIds: [],
  defaultViewId: 'house',
};
const ROOMS = [
  aRoom('a', { name: '101号室', live: aLive() }),
  aRoom('b', { name: '102号室', viewId: 'own', live: aLive() }),
];
const DOCUMENTS = {
  'domain/home': HOME,
  'view/house': view({ listColumns: ['state', 'heartRate', 'unknown'], cardItems: ['heartRate'] }),
  'view/own': view({ cardItems: ['respirationRate', 'occupant'] }),
};

async function board(address: string, documents: Readonly<Record<string, object>>) {
  const fixture = await renderBoard(
    address,
    ROOMS,
    undefined,
    undefined,
    undefined,
    undefined,
    documents,
  );
  cleanups.push(() => fixture.end());
  await expect.element(page.getByText('101号室')).toBeVisible();
  return fixture;
}
const heads = () =>
  [...document.querySelectorAll('thead th')].map(({ textContent }) => textContent);
/** Which figures a card has. */
const figures = (roomId: string) => {
  const text = document.querySelector(`[data-room="${roomId}"]`)?.innerHTML ?? '';
  return [/心拍/.test(text), /呼吸/.test(text)];
};

describe('the view of an organisation on the board', () => {
  it("selects the columns of the table; the room's name is always one", async () => {
    await board('/index-list-table', DOCUMENTS);
    await expect.poll(heads).toEqual(['部屋', '状態', '心拍 /分']);
  });

  it('shows all columns if the view names none or if there is no view', async () => {
    await board('/index-list-table', {
      ...DOCUMENTS,
      'view/house': view({ cardItems: ['heartRate'] }),
    });
    expect(heads()).toHaveLength(11);
    cleanups.splice(0).forEach((cleanup) => cleanup());
    await board('/index-list-table', {});
    expect(heads()).toHaveLength(11);
  });

  it('the open table follows changes of the view and of its choice', async () => {
    const { putDocument } = await board('/index-list-table', DOCUMENTS);
    await expect.poll(heads).toEqual(['部屋', '状態', '心拍 /分']);
    putDocument('view/house', view({ listColumns: ['posture'] }));
    await expect.poll(heads).toEqual(['部屋', '体位']);
    putDocument('view/new', view({ name: 'new', listColumns: ['place'] }));
    putDocument('domain/home', { ...HOME, defaultViewId: 'new' });
    await expect.poll(heads).toEqual(['部屋', '場所']);
  });

  it('the cards show its items, unless the room has another view', async () => {
    await board('/index-list-card', DOCUMENTS);
    await expect
      .poll(() => [figures('a'), figures('b')])
      .toEqual([
        [true, false],
        [false, true],
      ]);
  });
});
