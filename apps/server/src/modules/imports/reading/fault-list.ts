import type { UploadFault } from '@yamori/domain';
import { cleanText } from './stream-naming.ts';

/**
 * Faults grouped by code and file, each with the position of the first and a count. Uses fixed
 * memory for any file.
 */
type FaultList = {
  readonly add: (
    code: string,
    byteOffset: number,
    more?: { readonly count?: number; readonly file?: string },
  ) => void;
  readonly list: () => UploadFault[];
};

const MAX_CODES = 50;

export function createFaultList(): FaultList {
  const faults = new Map<string, UploadFault>();
  return {
    add(code, byteOffset, { count = 1, file } = {}) {
      const key = `${code} ${file ?? ''}`;
      const known = faults.get(key);
      if (known !== undefined) known.count += count;
      else if (faults.size < MAX_CODES)
        faults.set(key, {
          code,
          byteOffset: Math.max(0, Math.floor(byteOffset)),
          count,
          ...(file === undefined ? {} : { file: cleanText(file, 255) }),
        });
    },
    list: () => [...faults.values()],
  };
}
