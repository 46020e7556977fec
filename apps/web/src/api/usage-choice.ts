import { usageApi } from '@yamori/domain';
import { apiHook } from './http-context.ts';

/**
 * Cached for the tab, so that a page which closes immediately also knows it; the server stores the
 * member's choice.
 */
const KEY = 'yamori.counted';

/** Whether this member's page views are counted. */
export const useUsageChoiceApi = apiHook((http) => ({
  read: async (): Promise<boolean> => remember((await http.call(usageApi.choice)).counted),
  write: async (counted: boolean): Promise<boolean> =>
    remember((await http.call(usageApi.choose, { body: { counted } })).counted),
}));

/** The last known choice in this tab; null before the first answer. */
export function knownUsageChoice(): boolean | null {
  const stored = globalThis.sessionStorage.getItem(KEY);
  return stored === null ? null : stored === 'yes';
}

function remember(counted: boolean): boolean {
  globalThis.sessionStorage.setItem(KEY, counted ? 'yes' : 'no');
  return counted;
}
