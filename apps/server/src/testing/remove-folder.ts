import { rm } from 'node:fs/promises';

/**
 * Takes a folder away whose programs have been ended: a database that lost its server writes a
 * moment longer, and what it writes is removed again.
 */
export const removeFolder = (folder: string): Promise<void> =>
  rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 250 });
