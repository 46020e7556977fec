import type { StagedPart } from '../staging/staging-store.ts';
import type { CompactionReport } from './compactor.ts';

/** Settings of the thread. */
export type CompactionSettings = {
  readonly databaseUrl: string;
  readonly logLevel: string;
  readonly settleSeconds: number;
  readonly restSeconds: number;
  readonly everySeconds: number;
  /** Server clock minus machine clock at the start of the thread. */
  readonly clockOffsetMs: number;
};
/** `ring`: shared memory with recently staged frames, written by the main thread. */
export type CompactionStart = CompactionSettings & { readonly ring: SharedArrayBuffer };

export type ToCompaction =
  /** The thread owns the room until it sends `freed`. */
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
      readonly text: string;
    };
