import { useState } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { Menu, MenuChoices, MenuDivider, MenuItem, MenuLabel, MenuText } from '../menu/menu.tsx';
import { expectAccessible } from '../testing/expect-accessible.ts';
import { renderUi } from '../testing/ui-fixture.tsx';

const cleanups: (() => void)[] = [];
afterEach(() => cleanups.splice(0).forEach((cleanup) => cleanup()));
const chosen: string[] = [];

function Example() {
  const [isLoud, setIsLoud] = useState(false);
  const [size, setSize] = useState<'small' | 'large'>('small');
  const [isThere, setIsThere] = useState(true);
  return (
    <>
      <button type="button">前</button>
      <Menu button="操作">
        <MenuLabel>記録</MenuLabel>
        <MenuItem onChoose={() => chosen.push('open')}>開く</MenuItem>
        <MenuItem disabled onChoose={() => chosen.push('disabled')}>
          使えません
        </MenuItem>
        <MenuItem checked={isLoud} onChoose={() => setIsLoud(!isLoud)}>
          音を出す
        </MenuItem>
        <MenuText>音は隣の部屋にも聞こえます。</MenuText>
        <MenuChoices
          label="大きさ"
          choices={[
            { value: 'small', label: '小' },
            { value: 'large', label: '大' },
          ]}
          chosen={size}
          onChoose={setSize}
        />
        {isThere ? (
          <MenuItem staysOpen onChoose={() => setIsThere(false)}>
            一度だけ
          </MenuItem>
        ) : null}
        <MenuDivider />
        <MenuItem onChoose={() => chosen.push('print')}>Print</MenuItem>
      </Menu>
      <button type="button">後</button>
    </>
  );
}

async function renderMenu(): Promise<HTMLElement> {
  chosen.length = 0;
  const fixture = await renderUi(<Example />);
  cleanups.push(fixture.end);
  await expect.element(button()).toBeVisible();
  const element = button().element();
  if (!(element instanceof HTMLElement)) throw new Error('no button');
  element.focus();
  return element;
}

const button = () => page.getByRole('button', { name: '操作' });
const menu = () => page.getByRole('menu', { name: '操作' });
const isOpen = () => menu().query() !== null;
const focused = () => document.activeElement?.textContent;
const focusedState = () => document.activeElement?.getAttribute('aria-checked');
const press = (keys: string) => userEvent.keyboard(keys);

/** Opens the menu; the focus is on its first item. */
async function openMenu(): Promise<void> {
  await renderMenu();
  await press('{Enter}');
  await expect.poll(focused).toBe('開く');
}

describe('a menu button', () => {
  it.each([
    ['Enter opens the menu at its first item', '{Enter}', '開く'],
    ['Space opens the menu at its first item', '[Space]', '開く'],
    ['Arrow Down opens the menu at its first item', '{ArrowDown}', '開く'],
    ['Arrow Up opens the menu at its last item', '{ArrowUp}', 'Print'],
  ])('%s', async (_, keys, item) => {
    await renderMenu();
    await press(keys);
    await expect.poll(focused).toBe(item);
    expect(chosen).toEqual([]);
  });

  it.each([
    ['Arrow Down moves to the next item', '{ArrowDown}{ArrowDown}', '音を出す'],
    ['Arrow Down reaches an item that cannot be used', '{ArrowDown}', '使えません'],
    ['Arrow Down goes from the last item to the first', '{End}{ArrowDown}', '開く'],
    ['Arrow Up goes from the first item to the last', '{ArrowUp}', 'Print'],
    ['Arrow Up moves to the item before', '{End}{ArrowUp}', '一度だけ'],
    ['Arrow Right moves along a row of choices', '{ArrowDown>3/}{ArrowRight}', '大'],
    ['Arrow Left moves back along a row of choices', '{ArrowDown>4/}{ArrowLeft}', '小'],
    ['End moves to the last item', '{End}', 'Print'],
    ['Home moves to the first item', '{End}{Home}', '開く'],
    ['a letter moves to the next item that begins with it', 'p', 'Print'],
    ['a letter that begins no item leaves the focus where it is', 'z', '開く'],
    ['a letter with Control leaves the focus where it is', '{Control>}p{/Control}', '開く'],
  ])('%s', async (_, keys, item) => {
    await openMenu();
    await press(keys);
    await expect.poll(focused).toBe(item);
  });

  it.each([
    ['Escape closes the menu and returns the focus to the button', '{Escape}', '操作'],
    ['Tab closes the menu and moves on from the button', '{Tab}', '後'],
    ['Shift Tab closes the menu and moves back from the button', '{Shift>}{Tab}{/Shift}', '前'],
  ])('%s', async (_, keys, next) => {
    await openMenu();
    await press(keys);
    await expect.poll(isOpen).toBe(false);
    await expect.poll(focused).toBe(next);
  });

  it.each([
    ['Enter chooses an item, closes the menu and returns the focus', '{Enter}', ['open']],
    ['Space chooses an item, closes the menu and returns the focus', '[Space]', ['open']],
  ])('%s', async (_, keys, expected) => {
    await openMenu();
    await press(keys);
    await expect.poll(isOpen).toBe(false);
    expect([chosen, focused()]).toEqual([expected, '操作']);
  });

  it('an item that cannot be used does nothing and says that it is disabled', async () => {
    await openMenu();
    await press('{ArrowDown}{Enter}');
    expect([isOpen(), chosen]).toEqual([true, []]);
    expect(document.activeElement?.getAttribute('aria-disabled')).toBe('true');
  });

  it('a switch changes its state and leaves the menu open', async () => {
    await openMenu();
    await press('{ArrowDown}{ArrowDown}');
    expect([document.activeElement?.role, focusedState()]).toEqual(['menuitemcheckbox', 'false']);
    await press('{Enter}');
    await expect.poll(focusedState).toBe('true');
    expect(isOpen()).toBe(true);
  });

  it('one choice of a group is checked, and the menu stays open', async () => {
    await openMenu();
    await press('{ArrowDown>4/}[Space]');
    await expect.poll(focusedState).toBe('true');
    expect(isOpen()).toBe(true);
    const group = page.getByRole('group', { name: '大きさ' });
    await expect
      .element(group.getByRole('menuitemradio', { name: '小' }))
      .toHaveAttribute('aria-checked', 'false');
  });

  it('a click opens the menu at its first item, and a second click closes it', async () => {
    await renderMenu();
    await button().click();
    await expect.poll(focused).toBe('開く');
    await button().click();
    await expect.poll(isOpen).toBe(false);
  });

  it('a press elsewhere closes the menu', async () => {
    await openMenu();
    await page.getByRole('button', { name: '後' }).click();
    await expect.poll(isOpen).toBe(false);
  });

  it('an Enter that is held down after opening chooses nothing', async () => {
    await openMenu();
    const isLeft = document.activeElement?.dispatchEvent(
      new KeyboardEvent('keydown', {
        key: 'Enter',
        repeat: true,
        bubbles: true,
        cancelable: true,
      }),
    );
    expect([isLeft, isOpen(), chosen]).toEqual([false, true, []]);
  });

  it('keys still move when the focused item is removed', async () => {
    await openMenu();
    await press('{End}{ArrowUp}{Enter}');
    await expect.poll(() => document.activeElement?.role).toBe('menu');
    await press('{ArrowDown}');
    await expect.poll(focused).toBe('開く');
  });

  it('the button says that it has a menu, whether it is open, and which one', async () => {
    const element = await renderMenu();
    const ties = () =>
      ['aria-haspopup', 'aria-expanded', 'aria-controls'].map((name) => element.getAttribute(name));
    expect(ties()).toEqual(['menu', 'false', null]);
    await press('{Enter}');
    await expect.poll(ties).toEqual(['menu', 'true', menu().element().id]);
  });

  it('the Tab key reaches no item', async () => {
    await openMenu();
    const items = [...document.querySelectorAll<HTMLElement>("[role^='menuitem']")];
    expect(items.map(({ tabIndex }) => tabIndex)).toEqual(items.map(() => -1));
  });

  it('an open menu passes the accessibility check', async () => {
    await openMenu();
    await expectAccessible(document.body);
  });
});
