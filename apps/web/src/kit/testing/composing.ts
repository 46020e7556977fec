// Brings the types of `cdp()`.
import type {} from '@vitest/browser-playwright';
import { cdp } from 'vitest/browser';

/** Shows a text that is still being composed, as an input method does. */
export async function compose(text: string): Promise<void> {
  await cdp().send('Input.imeSetComposition', {
    text,
    selectionStart: text.length,
    selectionEnd: text.length,
  });
}

/** Ends the composition. */
export async function commit(text: string): Promise<void> {
  await cdp().send('Input.insertText', { text });
}

/** How browsers mark a key of an input method: all but Safari, and Safari. */
export const COMPOSING_KEYS = [
  ['isComposing', { isComposing: true }],
  ['key code 229, as Safari has it', { keyCode: 229 }],
] as const;

/**
 * Presses a key that belongs to an input method on the focused element.
 *
 * @returns whether the page left the key to the input method
 */
export const pressComposing = (key: string, mark: KeyboardEventInit): boolean =>
  document.activeElement?.dispatchEvent(
    new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...mark }),
  ) ?? false;
