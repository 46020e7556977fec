import { z } from 'zod';

/**
 * Whether the update history is as it was written (decision 033):
 *   POST {HISTORY_CHECK_PATH}   → `historyCheckReply`, for the maker's senior developers
 */
export const HISTORY_CHECK_PATH = '/api/update-history/check';

/**
 * `POST {HISTORY_EXPORT_PATH}`: somebody takes entries out as a file, of one organisation or of
 * all; written down before the file is made.
 */
export const HISTORY_EXPORT_PATH = '/api/update-history/export';
export const historyExportCall = z.strictObject({
  domainId: z
    .string()
    .min(1)
    .max(128)
    .regex(/^[^/]*$/)
    .nullable(),
  /** Null: without a bound. */
  from: z.iso.datetime().nullable(),
  until: z.iso.datetime().nullable(),
  /** Whether only entries of some member, act or kind are taken. */
  isFiltered: z.boolean(),
});

/**
 * `changed`: an entry says something else than when it was written. `missing`: what stood before
 * this entry is gone. `doubled`: another entry claims the same place. `end`: the newest entries are
 * gone.
 */
export const CHAIN_FAULTS = ['changed', 'missing', 'doubled', 'end'] as const;

const chainFault = z.strictObject({
  kind: z.enum(CHAIN_FAULTS),
  /** The entry at whose place it is; null where none is left. */
  path: z.string().nullable(),
  at: z.string().nullable(),
});

/**
 * One chain a tree of organisations. `head`: its newest hash, to be compared with a copy that is
 * kept elsewhere. At most 20 faults are named.
 */
const chainReport = z.strictObject({
  rootDomainId: z.string(),
  entries: z.int().min(0),
  /** Values were taken out of so many entries, which the chain itself says. */
  redacted: z.int().min(0),
  head: z.string(),
  faultCount: z.int().min(0),
  faults: z.array(chainFault).max(20),
});
export type ChainReport = z.infer<typeof chainReport>;
export const historyCheckReply = z.strictObject({
  checkedAt: z.string(),
  chains: z.array(chainReport),
});
export type HistoryCheck = z.infer<typeof historyCheckReply>;
