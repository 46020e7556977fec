import { afterEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { changeLanguage } from '../../locales/translation.ts';
import { watchUnsavedWork } from '../../kit/pages/unsaved-work.ts';
import { renderUi } from '../../kit/testing/ui-fixture.tsx';
import { watchOffline } from './offline-notice.ts';
import { createOpenAlarms } from './open-alarms.ts';
import { createUpdateNotice } from './update-notice.ts';

const cleanups: (() => void)[] = [];
afterEach(() => cleanups.splice(0).forEach((cleanup) => cleanup()));

const FORM = (
  <form aria-label="form" onSubmit={(event) => event.preventDefault()}>
    <input aria-label="field" />
    <button type="submit">send</button>
  </form>
);

async function setUp() {
  const fixture = await renderUi(
    <>
      {FORM}
      <input aria-label="search" />
      <p>ready</p>
    </>,
  );
  const unsaved = watchUnsavedWork(globalThis.window);
  const alarms = createOpenAlarms();
  const done: string[] = [];
  const looks = new Set<() => void>();
  const everySecond = (look: () => void) => {
    looks.add(look);
    return () => void looks.delete(look);
  };
  const notice = createUpdateNotice({
    ...fixture,
    unsaved,
    alarms,
    everySecond,
    reload: () => done.push('reload'),
  });
  cleanups.push(fixture.end, unsaved.close);
  await expect.element(page.getByText('ready')).toBeVisible();
  return {
    ...fixture,
    unsaved,
    alarms,
    done,
    notice,
    looks,
    aSecondPasses: () => looks.forEach((look) => look()),
    shown: () =>
      fixture.toasts
        .current()
        .map(
          ({ message, timeoutMs, position }) =>
            `${position} ${timeoutMs} ${typeof message === 'string' ? message : message(fixture.translation.language)}`,
        ),
  };
}

const update = () => page.getByRole('button', { name: '更新', exact: true });
const anyway = () => page.getByRole('button', { name: 'それでも更新する' });

/** A server that was there from the start. */
const ANSWERED = { answered: () => true, onAnswered: () => undefined };

describe('the notice of a new version', () => {
  it('stays at the top with the text and the action of the specification, and updates immediately without a risk', async () => {
    const { notice, shown, done } = await setUp();
    notice.onWaiting(() => done.push('taken'));
    expect(shown()).toEqual(['top 0 新しいバージョンが利用可能です']);
    await update().click();
    expect(done).toEqual(['taken']);
  });

  it('asks first when something was typed and not sent', async () => {
    const { notice, done, shown, unsaved } = await setUp();
    notice.onWaiting(() => done.push('taken'));
    await page.getByLabelText('field').fill('half a sentence');
    expect(unsaved.exists()).toBe(true);
    await update().click();
    expect(done).toEqual([]);
    expect(shown()[1]).toContain('入力中の内容があります');
    await anyway().click();
    expect(done).toEqual(['taken']);
    expect(shown()).toHaveLength(1);
  });

  it('asks first while a room calls or an accident is open', async () => {
    const { notice, alarms, done, shown } = await setUp();
    alarms.report('calls', 1);
    notice.onWaiting(() => done.push('taken'));
    await update().click();
    expect([done, shown()[1]]).toEqual([[], expect.stringContaining('呼び出し中の部屋')]);
    alarms.report('calls', 0);
    await update().click();
    expect(done).toEqual(['taken']);
  });

  it('takes the warning back once nothing of what it says is at stake, and looks no further', async () => {
    const { notice, alarms, done, shown, looks, aSecondPasses } = await setUp();
    notice.onWaiting(() => done.push('taken'));
    await page.getByLabelText('field').fill('half a sentence');
    await update().click();
    aSecondPasses();
    expect(shown()).toHaveLength(2);
    await page.getByRole('button', { name: 'send' }).click();
    aSecondPasses();
    expect([shown(), looks.size, done]).toEqual([['top 0 新しいバージョンが利用可能です'], 0, []]);
    alarms.report('calls', 1);
    await update().click();
    expect(shown()).toHaveLength(2);
    alarms.report('calls', 0);
    aSecondPasses();
    expect([shown(), looks.size, done]).toEqual([['top 0 新しいバージョンが利用可能です'], 0, []]);
  });

  it('updates this tab after another one, unless a user would lose input', async () => {
    const { notice, done, shown } = await setUp();
    await page.getByLabelText('field').fill('half a sentence');
    notice.onTakenElsewhere();
    expect([done, shown()]).toEqual([
      [],
      ['top 0 新しいバージョンに切り替わりました。入力を終えてから更新してください'],
    ]);
    await page.getByRole('button', { name: 'send' }).click();
    await update().click();
    expect(done).toEqual(['reload']);
    const other = await setUp();
    other.notice.onTakenElsewhere();
    expect(other.done).toEqual(['reload']);
  });

  it('follows the chosen language while it is shown, as does the notice of the network', async () => {
    const { notice, shown, translation, toasts } = await setUp();
    notice.onWaiting(() => undefined);
    let onLine = false;
    const view = Object.assign(new EventTarget(), {
      navigator: {
        get onLine() {
          return onLine;
        },
      },
    });
    // Contains only the properties of a window that the notice uses.
    cleanups.push(
      watchOffline(toasts, view as unknown as Window, ANSWERED, (word) => translation.t(word)),
    );
    expect(shown()).toEqual([
      'top 0 新しいバージョンが利用可能です',
      'bottom 0 インターネットに接続されていません',
    ]);
    await changeLanguage(translation, 'en');
    expect(shown()).toEqual([
      'top 0 A new version is available',
      'bottom 0 Not connected to the internet',
    ]);
    onLine = true;
    view.dispatchEvent(new Event('online'));
    expect(shown()).toEqual(['top 0 A new version is available']);
  });
});

describe('the notice of the network', () => {
  it('stays while a page that opened without the server waits for it, even if the browser reports a network', async () => {
    const { shown, translation, toasts } = await setUp();
    const view = Object.assign(new EventTarget(), { navigator: { onLine: true } });
    const reach = { answered: false, told: (): void => undefined };
    cleanups.push(
      watchOffline(
        toasts,
        view as unknown as Window,
        {
          answered: () => reach.answered,
          onAnswered: (told) => {
            reach.told = told;
          },
        },
        (word) => translation.t(word),
      ),
    );
    expect(shown()).toEqual([
      'bottom 0 サーバーに接続できません。ネットワークの接続を確認してください',
    ]);
    view.dispatchEvent(new Event('offline'));
    expect(shown()).toEqual(['bottom 0 インターネットに接続されていません']);
    view.dispatchEvent(new Event('online'));
    expect(shown()).toEqual([
      'bottom 0 サーバーに接続できません。ネットワークの接続を確認してください',
    ]);
    reach.answered = true;
    reach.told();
    expect(shown()).toEqual([]);
  });
});

describe('unsaved work', () => {
  it('includes form input until it is sent, reset or removed, but no search', async () => {
    const { unsaved, place } = await setUp();
    await page.getByLabelText('search').fill('201');
    expect(unsaved.exists()).toBe(false);
    for (const settle of [
      () => page.getByRole('button', { name: 'send' }).click(),
      async () => place.querySelector('form')?.reset(),
      async () => place.remove(),
    ]) {
      await userEvent.type(page.getByLabelText('field'), 'x');
      expect(unsaved.exists()).toBe(true);
      await settle();
      expect(unsaved.exists()).toBe(false);
    }
  });

  it('includes the state that a form declares itself', async () => {
    const { unsaved, place } = await setUp();
    const form = place.querySelector('form');
    if (form === null) throw new Error('the form is there');
    form.dataset['unsaved'] = 'true';
    expect(unsaved.exists()).toBe(true);
    form.dataset['unsaved'] = 'false';
    await userEvent.type(page.getByLabelText('field'), 'x');
    expect(unsaved.exists()).toBe(false);
  });

  it('blocks leaving the page, unless the user agreed', async () => {
    const { unsaved } = await setUp();
    const leave = (): boolean =>
      globalThis.dispatchEvent(new Event('beforeunload', { cancelable: true }));
    expect(leave()).toBe(true);
    await userEvent.type(page.getByLabelText('field'), 'x');
    expect(leave()).toBe(false);
    const asksItself = (event: Event): void => event.preventDefault();
    globalThis.addEventListener('beforeunload', asksItself);
    cleanups.push(() => globalThis.removeEventListener('beforeunload', asksItself));
    unsaved.giveUp();
    expect(leave()).toBe(true);
  });
});
