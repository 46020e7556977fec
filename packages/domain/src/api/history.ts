import { z } from 'zod';
import { pathId } from './address.ts';
import { endpoint } from './endpoint.ts';

/**
 * `changed`: an entry differs from its original. `missing`: the predecessor of this entry is gone.
 * `doubled`: another entry has the same predecessor. `end`: the newest entries are gone.
 */
export const CHAIN_FAULTS = ['changed', 'missing', 'doubled', 'end'] as const;

const chainFault = z.strictObject({
  kind: z.enum(CHAIN_FAULTS),
  /** The entry at the fault; null if none is left. */
  path: z.string().nullable(),
  at: z.string().nullable(),
});

/**
 * Each tree of organisations has one chain. `head`: its newest hash, to compare with a copy stored
 * elsewhere. At most 20 faults are listed.
 */
const chainReport = z.strictObject({
  rootDomainId: z.string(),
  entries: z.int().min(0),
  /** Number of entries whose values were redacted, as the chain itself records. */
  redacted: z.int().min(0),
  /**
   * Those of them that older versions wrote. Nothing proves their member, time, address and
   * organisation.
   */
  unprovenRedacted: z.int().min(0),
  head: z.string(),
  faultCount: z.int().min(0),
  faults: z.array(chainFault).max(20),
});
export type ChainReport = z.infer<typeof chainReport>;
const check = z.strictObject({
  checkedAt: z.string(),
  chains: z.array(chainReport),
});
export type HistoryCheck = z.infer<typeof check>;

export const updateHistoryApi = {
  /** Checks the hash chains (decision 026). */
  check: endpoint({
    method: 'POST',
    path: '/api/update-history/check',
    summary: 'Verify the hash chains of the update history',
    caller: 'member',
    reply: check,
    problems: ['history-check-forbidden'],
  }),
  /**
   * Recorded before the browser creates the file. `domainId`: null for all; `from`, `until`: null
   * without a bound; `isFiltered`: whether entries are filtered by member, act or kind.
   */
  noteExport: endpoint({
    method: 'POST',
    path: '/api/update-history/export',
    summary: 'Record in the update history that the caller exports its entries as a file',
    caller: 'member',
    body: z.strictObject({
      domainId: pathId.nullable(),
      from: z.iso.datetime().nullable(),
      until: z.iso.datetime().nullable(),
      isFiltered: z.boolean(),
    }),
    problems: ['history-check-forbidden', 'domain-not-found'],
  }),
};
