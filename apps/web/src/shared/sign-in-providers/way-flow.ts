import type { WayFlow } from '@yamori/domain';

/**
 * Whether the provider's page opens in a window of its own or in this one. `chosen` (`?flow=` in
 * the address) decides; left out, a window where there is room for one beside the page: telephones
 * show one page at a time.
 */
export function wayFlow(chosen: string | undefined, view: Pick<Window, 'matchMedia'>): WayFlow {
  if (chosen === 'popup' || chosen === 'redirect') return chosen;
  return view.matchMedia('(min-width: 720px) and (pointer: fine)').matches ? 'popup' : 'redirect';
}
