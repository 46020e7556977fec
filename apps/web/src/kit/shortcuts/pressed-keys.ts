import { isComposingKey } from '../form/composing.ts';

/** Longest time from `g` to the next key, by when they were pressed, not handled. */
const SEQUENCE_MS = 1500;

export type Pressed =
  | { readonly kind: 'list' }
  | { readonly kind: 'screen'; readonly key: string }
  | null;

/**
 * What a key press asks for, given those before it. Whoever types, holds a modifier or stands in a
 * menu or a dialog asks for nothing.
 */
export function createKeyReader(): (event: KeyboardEvent) => Pressed {
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
    // The shift key on its way to another one ends nothing.
    if (event.key === 'Shift') return null;
    const follows = event.timeStamp - leaderAtMs <= SEQUENCE_MS;
    leaderAtMs = !follows && event.key === 'g' ? event.timeStamp : Number.NEGATIVE_INFINITY;
    return follows && /^[a-z]$/.test(event.key) ? { kind: 'screen', key: event.key } : null;
  };
}

const TAKEN =
  "input, textarea, select, [contenteditable]:not([contenteditable='false']), [role='textbox'], [role='combobox'], [role='searchbox'], [role='spinbutton'], [role='menu'], [role='listbox'], [role='dialog'], [role='alertdialog']";

/** Whether the keys belong to what has the focus. */
const isTaken = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest(TAKEN) !== null;
