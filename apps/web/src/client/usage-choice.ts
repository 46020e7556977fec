import { usageChoice } from '@yamori/domain';
import { callJson, type HttpOptions } from './http-call.ts';

const ADDRESS = '/api/usage/choice';
/**
 * For the tab, so that a page that is left at once knows it too; the choice itself is the member's
 * and the server's.
 */
const KEY = 'yamori.counted';

/** Whether what this member opens is counted. */
export const readUsageChoice = async (http: HttpOptions): Promise<boolean> =>
  remember((await callJson(http, 'GET', ADDRESS, undefined, usageChoice)).counted);

export const writeUsageChoice = async (http: HttpOptions, counted: boolean): Promise<boolean> =>
  remember((await callJson(http, 'POST', ADDRESS, { counted }, usageChoice)).counted);

/** What was last heard in this tab; null before the first answer. */
export function knownUsageChoice(): boolean | null {
  const kept = globalThis.sessionStorage.getItem(KEY);
  return kept === null ? null : kept === 'yes';
}

function remember(counted: boolean): boolean {
  globalThis.sessionStorage.setItem(KEY, counted ? 'yes' : 'no');
  return counted;
}
