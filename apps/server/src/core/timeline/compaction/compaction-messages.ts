import type { StagedPart } from '../staging/staging-store.ts';
import type { CompactionReport } from './compactor.ts';

/** What the thread is started with. */
export type CompactionSettings = {
  readonly databaseUrl: string;
  readonly logLevel: string;
  readonly settleSeconds: number;
  readonly restSeconds: number;
  readonly everySeconds: number;
  /** The server's clock minus this machine's when the thread started. */
  readonly clockOffsetMs: number;
};
/** What was staged just now lies here, written by the thread that serves. */
export type CompactionStart = CompactionSettings & { readonly ring: SharedArrayBuffer };

export type ToCompaction =
  /** The room belongs to the thread from now on, until it is freed. */
  | {
      readonly kind: 'staged';
      readonly roomId: number;
      readonly at: number;
      readonly length: number;
      readonly batches: readonly StagedPart[];
    }
  | {
      readonly kind: 'pass';
      readonly id: number;
      readonly settleSeconds: number;
      readonly restSeconds: number;
    }
  | { readonly kind: 'close' };

export type FromCompaction =
  | { readonly kind: 'passed'; readonly id: number; readonly report: CompactionReport }
  | { readonly kind: 'failed'; readonly id: number; readonly reason: string }
  | { readonly kind: 'freed'; readonly roomId: number }
  | {
      readonly kind: 'log';
      readonly level: 'debug' | 'info' | 'warn' | 'error' | 'fatal';
      readonly fields: object;
      readonly words: string;
    };
