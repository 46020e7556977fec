import { usageApi } from '@yamori/domain';
import type { Http } from './http.ts';

/**
 * Cached for the tab, so that a page which closes immediately also knows it; the server stores the
 * member's choice.
 */
const KEY = 'yamori.counted';

/** Whether this member's page views are counted. */
export const readUsageChoice = async (http: Http): Promise<boolean> =>
  remember((await http.call(usageApi.choice)).counted);

export const writeUsageChoice = async (http: Http, counted: boolean): Promise<boolean> =>
  remember((await http.call(usageApi.choose, { body: { counted } })).counted);

/** The last known choice in this tab; null before the first answer. */
export function knownUsageChoice(): boolean | null {
  const kept = globalThis.sessionStorage.getItem(KEY);
  return kept === null ? null : kept === 'yes';
}

function remember(counted: boolean): boolean {
  globalThis.sessionStorage.setItem(KEY, counted ? 'yes' : 'no');
  return counted;
}
