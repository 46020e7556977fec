/** Target index in a grid for a navigation key; null for any other key. */
export function moveInGrid(
  key: string,
  index: number,
  count: number,
  columns: number,
): number | null {
  const within = (next: number): number => Math.min(Math.max(next, 0), count - 1);
  switch (key) {
    case 'ArrowRight':
      return within(index + 1);
    case 'ArrowLeft':
      return within(index - 1);
    case 'ArrowDown':
      return index + columns < count ? index + columns : index;
    case 'ArrowUp':
      return index - columns >= 0 ? index - columns : index;
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return null;
  }
}

const PAGE = 8;

/**
 * Target option of a combobox for a navigation key; null for any other key. Home and End move the
 * caret instead.
 */
export function moveInOptions(key: string, at: number, count: number): number | null {
  if (count === 0) return null;
  switch (key) {
    case 'ArrowDown':
      return (at + 1) % count;
    case 'ArrowUp':
      return (at + count - 1) % count;
    case 'PageDown':
      return Math.min(at + PAGE, count - 1);
    case 'PageUp':
      return Math.max(at - PAGE, 0);
    default:
      return null;
  }
}
