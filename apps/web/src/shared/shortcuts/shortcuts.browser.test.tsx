import { ACCESS_LEVELS } from '@yamori/domain';
import { afterEach, describe, expect, it } from 'vitest';
import { createKeyReader, type Pressed } from '../../kit/shortcuts/pressed-keys.ts';
import { ATTENTION_ID, focusAttention } from './attention-place.ts';
import { ALARM_KEY, ATTENTION_KEY, COMMON_SHORTCUTS, screenShortcuts } from './shortcut-table.ts';

const cleanups: (() => void)[] = [];
afterEach(() => cleanups.splice(0).forEach((cleanup) => cleanup()));

/** What keys ask for, pressed on an element of a page. */
function aKeyboard(html = '<p id="here">text</p>') {
  const place = document.createElement('div');
  place.innerHTML = html;
  document.body.append(place);
  const time = { pressedAtMs: 0 };
  const read = createKeyReader([ALARM_KEY]);
  const heard: Pressed[] = [];
  const listen = (event: KeyboardEvent): void => void heard.push(read(event));
  globalThis.addEventListener('keydown', listen);
  cleanups.push(() => {
    globalThis.removeEventListener('keydown', listen);
    place.remove();
  });
  return {
    time,
    heard,
    press: (key: string, more: KeyboardEventInit = {}) => {
      const event = new KeyboardEvent('keydown', {
        key,
        bubbles: true,
        cancelable: true,
        ...more,
      });
      Object.defineProperty(event, 'timeStamp', { value: time.pressedAtMs });
      place.querySelector('#here')?.dispatchEvent(event);
    },
  };
}

describe('keyboard shortcuts', () => {
  it('a sequence in time opens a screen', () => {
    const { time, heard, press } = aKeyboard();
    press('g');
    press('b');
    press('b');
    press('g');
    time.pressedAtMs = 1600;
    press('b');
    expect(heard).toEqual([null, { kind: 'screen', key: 'b' }, null, null, null]);
  });

  it('one key leads to the first alarm, unless it ends a sequence', () => {
    const { heard, press } = aKeyboard();
    press('a');
    press('g');
    press('a');
    expect(heard).toEqual([{ kind: 'single', key: ALARM_KEY }, null, { kind: 'screen', key: 'a' }]);
  });

  it('a question mark opens their list', () => {
    const { heard, press } = aKeyboard();
    press('?', { shiftKey: true });
    expect(heard).toEqual([{ kind: 'list' }]);
  });

  it.each([
    ['an input', '<input id="here">'],
    ['a text', '<textarea id="here"></textarea>'],
    ['a choice', '<select id="here"></select>'],
    ['an editor', '<div contenteditable="true"><b id="here">x</b></div>'],
    ['a search', '<div role="combobox"><span id="here">x</span></div>'],
    ['a menu', '<div role="menu"><button id="here">x</button></div>'],
    ['a dialog', '<div role="dialog"><button id="here">x</button></div>'],
  ])('shortcuts do nothing in %s', (_name, html) => {
    const { heard, press } = aKeyboard(html);
    for (const key of ['?', 'g', 'b']) press(key);
    expect(heard).toEqual([null, null, null]);
  });

  it.each<[string, KeyboardEventInit]>([
    ['Ctrl', { ctrlKey: true }],
    ['Alt', { altKey: true }],
    ['Meta', { metaKey: true }],
    ['a held key', { repeat: true }],
    ['Japanese being composed', { isComposing: true }],
  ])('no shortcut runs with %s', (_name, more) => {
    const { heard, press } = aKeyboard();
    press('g');
    press('b', more);
    press('?', more);
    expect(heard).toEqual([null, null, null]);
  });

  it('the attention shortcut focuses the first entry, the title without entries, and nothing on a page without the list', () => {
    expect(focusAttention()).toBe(false);
    aKeyboard(
      `<aside id="${ATTENTION_ID}"><h2 tabindex="-1">要対応</h2><ul><li><a data-room="a" href="#a">101</a></li><li><a data-room="b" href="#b">102</a></li></ul></aside>`,
    );
    expect(focusAttention()).toBe(true);
    expect(document.activeElement?.textContent).toBe('101');
    document.querySelectorAll('li').forEach((entry) => entry.remove());
    expect(focusAttention()).toBe(true);
    expect(document.activeElement?.textContent).toBe('要対応');
    expect(
      screenShortcuts({ kind: 'signedIn', accessLevel: ACCESS_LEVELS.seniorDeveloper }).map(
        ({ key }) => key,
      ),
    ).not.toContain(ATTENTION_KEY);
    expect(COMMON_SHORTCUTS.find(({ word }) => word === 'attention')?.keys).toEqual([
      'G',
      ATTENTION_KEY.toUpperCase(),
    ]);
  });

  it('each accessible screen has its own key', () => {
    const all = screenShortcuts({ kind: 'signedIn', accessLevel: ACCESS_LEVELS.seniorDeveloper });
    expect(new Set(all.map(({ key }) => key)).size).toBe(all.length);
    expect(all.map(({ routeId }) => routeId)).toEqual(
      expect.arrayContaining(['index', 'monitoring', 'master', 'help']),
    );
    expect(
      screenShortcuts({ kind: 'signedIn', accessLevel: ACCESS_LEVELS.generalStaff }).map(
        ({ routeId }) => routeId,
      ),
    ).not.toContain('monitoring');
  });
});
