import { rm } from 'node:fs/promises';

/**
 * Removes a folder whose programs have ended. A database that lost its server may still write for a
 * moment, so removal is retried.
 */
export const removeFolder = (folder: string): Promise<void> =>
  rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 250 });
