import type { Selection } from './test-selection.mjs';

type Stage = { readonly name: string; readonly report?: string };

export const REPORTS: string;
export function getQueues(selection: Selection): {
  readonly queues: readonly (readonly Stage[])[];
  readonly last: readonly Stage[];
};
