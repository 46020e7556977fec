import { useState } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { SearchSelectField } from '../form/search-select-field.tsx';
import { CommandPalette } from '../palette/command-palette.tsx';
import { commit, compose, COMPOSING_KEYS, pressComposing } from '../testing/composing.ts';
import { expectAccessible } from '../testing/expect-accessible.ts';
import { renderUi } from '../testing/ui-fixture.tsx';

const cleanups: (() => void)[] = [];
afterEach(() => cleanups.splice(0).forEach((cleanup) => cleanup()));
const NAMES = [...Array.from({ length: 12 }, (_, index) => `東棟${index + 1}`), 'ヤモリ棟'];
const chosen: string[] = [];

function Field() {
  const [value, setValue] = useState('');
  return (
    <SearchSelectField
      label="棟"
      name="wing"
      value={value}
      choices={NAMES.map((name) => ({ value: name, label: name }))}
      onChange={(next) => {
        chosen.push(next);
        setValue(next);
      }}
    />
  );
}

function Palette() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        探す
      </button>
      <CommandPalette
        open={open}
        title="棟"
        groups={[
          { label: '東', commands: NAMES.slice(0, 12).map(toCommand) },
          { label: 'その他', commands: NAMES.slice(12).map(toCommand) },
        ]}
        nothingFound="見つかりません。"
        onClose={() => setOpen(false)}
      />
    </>
  );
}

const toCommand = (name: string) => ({
  id: name,
  label: name,
  icon: null,
  run: () => void chosen.push(name),
});

const field = () => page.getByRole('combobox', { name: '棟' });
const press = (keys: string) => userEvent.keyboard(keys);
const shown = () => [...document.querySelectorAll("[role='option']")].map((one) => one.textContent);
const attribute = (name: string) => field().query()?.getAttribute(name) ?? null;
const active = () =>
  document.getElementById(attribute('aria-activedescendant') ?? '')?.textContent ?? null;

const HOSTS = {
  'a field with a list': {
    async open(): Promise<void> {
      cleanups.push((await renderUi(<Field />)).end);
      await field().click();
      await expect.poll(shown).toEqual(NAMES);
    },
    isClosed: () => attribute('aria-expanded') === 'false',
  },
  'the command palette': {
    async open(): Promise<void> {
      cleanups.push((await renderUi(<Palette />)).end);
      await page.getByRole('button', { name: '探す' }).click();
      await expect.element(field()).toHaveFocus();
      await expect.poll(shown).toEqual(NAMES);
    },
    isClosed: () => document.querySelector("[data-modal='open']") === null,
  },
} as const;

describe.each(['a field with a list', 'the command palette'] as const)('%s', (name) => {
  const { isClosed } = HOSTS[name];
  const open = async (): Promise<void> => {
    chosen.length = 0;
    await HOSTS[name].open();
  };

  it('the field is a combobox that controls a listbox with a name', async () => {
    await open();
    const list = document.getElementById(attribute('aria-controls') ?? '');
    expect([
      attribute('aria-expanded'),
      attribute('aria-autocomplete'),
      list?.role,
      list?.getAttribute('aria-label'),
    ]).toEqual(['true', 'list', 'listbox', '棟']);
  });

  it.each([
    ['the first option is active at first', '', '東棟1'],
    ['Arrow Down moves to the next option', '{ArrowDown}', '東棟2'],
    ['Arrow Up goes from the first option to the last', '{ArrowUp}', 'ヤモリ棟'],
    ['Arrow Down goes from the last option to the first', '{ArrowUp}{ArrowDown}', '東棟1'],
    ['Page Down moves on by eight options', '{PageDown}', '東棟9'],
    ['Page Down stops at the last option', '{PageDown}{PageDown}', 'ヤモリ棟'],
    ['Page Up moves back by eight options', '{PageDown}{ArrowDown}{PageUp}', '東棟2'],
    ['Home and End are left to the caret', '{ArrowDown}{End}{Home}', '東棟2'],
    ['typing makes the first match active', '{ArrowDown}1', '東棟1'],
  ])('%s', async (_, keys, option) => {
    await open();
    if (keys !== '') await press(keys);
    await expect.poll(active).toBe(option);
    await expect.element(field()).toHaveFocus();
  });

  it('kana, width and case make no difference to the search', async () => {
    await open();
    await field().fill('やもり');
    await expect.poll(shown).toEqual(['ヤモリ棟']);
    await field().fill('１２');
    await expect.poll(shown).toEqual(['東棟12']);
  });

  it('Enter chooses the active option and closes the list', async () => {
    await open();
    await press('{ArrowDown}{Enter}');
    await expect.poll(isClosed).toBe(true);
    expect(chosen).toEqual(['東棟2']);
  });

  it('a click chooses an option', async () => {
    await open();
    await page.getByRole('option', { name: '東棟3' }).click();
    await expect.poll(isClosed).toBe(true);
    expect(chosen).toEqual(['東棟3']);
  });

  it('Escape closes the list without a choice', async () => {
    await open();
    await press('{ArrowDown}{Escape}');
    await expect.poll(isClosed).toBe(true);
    expect(chosen).toEqual([]);
  });

  it('a search without a match says so in a live region, and Enter then does nothing', async () => {
    await open();
    await field().fill('南');
    await expect.element(page.getByRole('status').last()).toHaveTextContent('見つかりません。');
    await press('{Enter}');
    expect([chosen, attribute('aria-activedescendant')]).toEqual([[], null]);
  });

  it.each(COMPOSING_KEYS)(
    'keys of an input method choose, move and close nothing (%s)',
    async (_, mark) => {
      await open();
      await compose('ひがし');
      expect(
        ['Enter', 'ArrowDown', 'PageDown', 'Escape'].map((key) => pressComposing(key, mark)),
      ).toEqual([true, true, true, true]);
      expect([chosen, isClosed()]).toEqual([[], false]);
      await commit('東');
      await expect.poll(active).toBe('東棟1');
    },
  );

  it('an open list passes the accessibility check', async () => {
    await open();
    await expectAccessible(document.body);
  });
});

describe('the command palette', () => {
  it('returns the focus to what opened it', async () => {
    await HOSTS['the command palette'].open();
    await press('{Escape}');
    await expect.element(page.getByRole('button', { name: '探す' })).toHaveFocus();
  });

  it('forgets the last search when it opens again', async () => {
    await HOSTS['the command palette'].open();
    await field().fill('やもり');
    await press('{Escape}');
    await page.getByRole('button', { name: '探す' }).click();
    await expect.element(field()).toHaveValue('');
    await expect.poll(shown).toEqual(NAMES);
  });

  it('keeps the key that opens it from the browser', async () => {
    await HOSTS['the command palette'].open();
    const isLeft = document.activeElement?.dispatchEvent(
      new KeyboardEvent('keydown', { key: 'k', ctrlKey: true, bubbles: true, cancelable: true }),
    );
    expect(isLeft).toBe(false);
  });
});
