/** Which place of a grid a key leads to; null for keys that do not move. */
export function movedIndex(
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
