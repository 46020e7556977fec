import type { Problem } from '@yamori/domain';
import type { FileCheck } from './file-check.ts';

/** To a worker for one file (`import-worker.ts`), which is terminated afterwards. */
export type CheckOrder =
  | { readonly type: 'check-file'; readonly file: File; readonly sampleRateHz: number | null }
  /** Bundles several files of one recording into one. */
  | { readonly type: 'bundle-files'; readonly files: readonly File[]; readonly name: string };

/** From the worker. */
export type CheckNotice =
  | { readonly type: 'check-progress'; readonly fraction: number }
  | { readonly type: 'check-done'; readonly check: FileCheck }
  | { readonly type: 'bundle-done'; readonly file: File }
  | { readonly type: 'check-failed'; readonly problem: Problem };

// Both ends are built together, so the type alone identifies a message.
export const isCheckOrder = (data: unknown): data is CheckOrder =>
  isMessage(data, ['check-file', 'bundle-files']);
export const isCheckNotice = (data: unknown): data is CheckNotice =>
  isMessage(data, ['check-progress', 'check-done', 'bundle-done', 'check-failed']);

const isMessage = (data: unknown, types: readonly string[]): boolean =>
  typeof data === 'object' &&
  data !== null &&
  'type' in data &&
  typeof data.type === 'string' &&
  types.includes(data.type);
