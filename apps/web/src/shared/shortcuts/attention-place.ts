/** Id of the attention list, on any page. */
export const ATTENTION_ID = 'attention';

/**
 * Leads the keyboard to its first entry, or to its title while it is empty. False where the page
 * has none.
 */
export function focusAttention(): boolean {
  const place = document.getElementById(ATTENTION_ID);
  const first =
    place?.querySelector<HTMLElement>('[data-room]') ?? place?.querySelector<HTMLElement>('h2');
  first?.focus();
  return first !== undefined && first !== null;
}
