import type { UploadFault } from '@yamori/domain';
import { cleanText } from './stream-naming.ts';

/**
 * Faults by code, and by file where there are several: where the first of each lies, and how many
 * there are. Fixed memory, whatever a file holds.
 */
export type FaultList = {
  readonly add: (
    code: string,
    byteOffset: number,
    more?: { readonly count?: number; readonly file?: string },
  ) => void;
  readonly list: () => UploadFault[];
};

const MAX_CODES = 50;

export function createFaultList(): FaultList {
  const found = new Map<string, UploadFault>();
  return {
    add(code, byteOffset, { count = 1, file } = {}) {
      const key = `${code} ${file ?? ''}`;
      const known = found.get(key);
      if (known !== undefined) known.count += count;
      else if (found.size < MAX_CODES)
        found.set(key, {
          code,
          byteOffset: Math.max(0, Math.floor(byteOffset)),
          count,
          ...(file === undefined ? {} : { file: cleanText(file, 255) }),
        });
    },
    list: () => [...found.values()],
  };
}
