import { isComposingKey } from '../form/input-method.ts';

/** Longest time from `g` to the next key, by when they were pressed, not handled. */
const SEQUENCE_MS = 1500;

export type Pressed =
  | { readonly kind: 'list' }
  | { readonly kind: 'single'; readonly key: string }
  | { readonly kind: 'screen'; readonly key: string }
  | null;

/**
 * The command of a key press, given the previous ones; `singleKeys` are commands without `g` before
 * them. None while the user types, holds a modifier
 * or is in a menu or a dialog.
 */
export function createKeyReader(
  singleKeys: readonly string[] = [],
): (event: KeyboardEvent) => Pressed {
  let leaderAtMs = Number.NEGATIVE_INFINITY;
  return (event) => {
    if (
      event.defaultPrevented ||
      isComposingKey(event) ||
      event.repeat ||
      event.ctrlKey ||
      event.metaKey ||
      event.altKey ||
      isTaken(event.target)
    ) {
      leaderAtMs = Number.NEGATIVE_INFINITY;
      return null;
    }
    if (event.key === '?') return { kind: 'list' };
    // The shift key before another key does not end a sequence.
    if (event.key === 'Shift') return null;
    const follows = event.timeStamp - leaderAtMs <= SEQUENCE_MS;
    leaderAtMs = !follows && event.key === 'g' ? event.timeStamp : Number.NEGATIVE_INFINITY;
    if (follows && /^[a-z]$/.test(event.key)) return { kind: 'screen', key: event.key };
    return singleKeys.includes(event.key) ? { kind: 'single', key: event.key } : null;
  };
}

const TAKEN =
  "input, textarea, select, [contenteditable]:not([contenteditable='false']), [role='textbox'], [role='combobox'], [role='searchbox'], [role='spinbutton'], [role='menu'], [role='listbox'], [role='dialog'], [role='alertdialog']";

/** Whether the focused element handles the keys itself. */
const isTaken = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest(TAKEN) !== null;
