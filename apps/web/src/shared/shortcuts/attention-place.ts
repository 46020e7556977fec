/** Id of the attention list, on any page. */
export const ATTENTION_ID = 'attention';

/**
 * Focuses the first entry of the list, or its title if it is empty. False if the page has no list.
 */
export function focusAttention(): boolean {
  const place = document.getElementById(ATTENTION_ID);
  const first =
    place?.querySelector<HTMLElement>('[data-room]') ?? place?.querySelector<HTMLElement>('h2');
  first?.focus();
  return first !== undefined && first !== null;
}
