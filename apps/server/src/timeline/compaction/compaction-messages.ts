import type { StagedCommit } from '../staging/staging-store.ts';
import type { CompactionReport } from './compactor.ts';

/** What the thread is started with. */
export type CompactionSettings = { readonly databaseUrl: string; readonly logLevel: string; readonly settleSeconds: number; readonly restSeconds: number; readonly everySeconds: number };

export type ToCompaction =
  /** Its buffer is handed over. */
  | { readonly kind: 'staged'; readonly commit: StagedCommit }
  | { readonly kind: 'pass'; readonly id: number; readonly settleSeconds: number; readonly restSeconds: number }
  | { readonly kind: 'close' };

export type FromCompaction =
  | { readonly kind: 'passed'; readonly id: number; readonly report: CompactionReport }
  | { readonly kind: 'failed'; readonly id: number; readonly reason: string }
  /** So many bytes of commits are not kept any more. */
  | { readonly kind: 'freed'; readonly bytes: number }
  | { readonly kind: 'log'; readonly level: 'debug' | 'info' | 'warn' | 'error' | 'fatal'; readonly fields: object; readonly words: string };
