import { searchForm } from '../form/choice-search.ts';

type PressedKey = {
  readonly key: string;
  readonly altKey: boolean;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
};

/**
 * Target item for a navigation key; null for any other key. Arrow keys wrap around; a character
 * moves to the next item that begins with it.
 *
 * @param at the focused item, -1 for none
 */
export function itemAfterKey(
  pressed: PressedKey,
  at: number,
  labels: readonly string[],
): number | null {
  if (pressed.altKey || pressed.ctrlKey || pressed.metaKey || labels.length === 0) return null;
  switch (pressed.key) {
    case 'ArrowDown':
    case 'ArrowRight':
      return (at + 1) % labels.length;
    case 'ArrowUp':
    case 'ArrowLeft':
      return (Math.max(at, 0) + labels.length - 1) % labels.length;
    case 'Home':
      return 0;
    case 'End':
      return labels.length - 1;
    default:
      return findByFirstLetter(pressed.key, at, labels);
  }
}

function findByFirstLetter(key: string, at: number, labels: readonly string[]): number | null {
  const wanted = searchForm(key);
  if (Array.from(key).length !== 1 || wanted === '') return null;
  for (let step = 1; step <= labels.length; step += 1) {
    const index = (at + step) % labels.length;
    if (searchForm(labels[index] ?? '').startsWith(wanted)) return index;
  }
  return null;
}
