import { usageApi } from '@yamori/domain';
import type { Http } from './http.ts';

/**
 * For the tab, so that a page that is left at once knows it too; the choice itself is the member's
 * and the server's.
 */
const KEY = 'yamori.counted';

/** Whether what this member opens is counted. */
export const readUsageChoice = async (http: Http): Promise<boolean> =>
  remember((await http.call(usageApi.choice)).counted);

export const writeUsageChoice = async (http: Http, counted: boolean): Promise<boolean> =>
  remember((await http.call(usageApi.choose, { body: { counted } })).counted);

/** What was last heard in this tab; null before the first answer. */
export function knownUsageChoice(): boolean | null {
  const kept = globalThis.sessionStorage.getItem(KEY);
  return kept === null ? null : kept === 'yes';
}

function remember(counted: boolean): boolean {
  globalThis.sessionStorage.setItem(KEY, counted ? 'yes' : 'no');
  return counted;
}
