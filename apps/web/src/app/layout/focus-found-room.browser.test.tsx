import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import { focusFoundRoom } from './focus-found-room.ts';

beforeEach(() => {
  document.body.innerHTML =
    '<button id="search">探す</button><div role="dialog"></div><main id="page"></main>';
  document.getElementById('search')?.focus();
});
afterEach(() => {
  document.body.innerHTML = '';
});

const showRoom = (id: string): void => {
  document
    .getElementById('page')
    ?.insertAdjacentHTML('beforeend', `<button data-room="${id}">${id}</button>`);
};
const closeSearch = (): void => document.querySelector('[role="dialog"]')?.remove();
const focused = (): string | null | undefined => document.activeElement?.textContent;
const seen = (): Promise<unknown> =>
  new Promise((done) => {
    requestAnimationFrame(done);
  });

describe('focusFoundRoom', () => {
  it('focuses the card when the board shows it and the search has closed, and not before', async () => {
    focusFoundRoom('r"2');
    showRoom('r1');
    closeSearch();
    await seen();
    expect(focused()).toBe('探す');
    document
      .getElementById('page')
      ?.append(Object.assign(document.createElement('button'), { textContent: 'found' }));
    document.querySelector('#page button:last-child')?.setAttribute('data-room', 'r"2');
    showRoom('r3');
    await expect.poll(focused).toBe('found');
  });

  it('leaves the focus inside an open search', async () => {
    focusFoundRoom('r1');
    showRoom('r1');
    await seen();
    expect(focused()).toBe('探す');
    closeSearch();
    await expect.poll(focused).toBe('r1');
  });

  it('leaves the focus after another key or press', async () => {
    focusFoundRoom('r1');
    await userEvent.keyboard('{Shift}');
    closeSearch();
    showRoom('r1');
    await seen();
    expect(focused()).toBe('探す');
  });
});
