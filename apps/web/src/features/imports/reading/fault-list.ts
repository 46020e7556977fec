import type { FileFault } from './file-check.ts';

/**
 * Problems by code, and by file if there are several: the first position of each, and the count.
 * Uses fixed memory for any file.
 */
type FaultList = {
  readonly add: (
    code: string,
    byteOffset: number,
    place?: Pick<FileFault, 'row' | 'column' | 'field' | 'file'>,
  ) => void;
  readonly list: () => readonly FileFault[];
};

const MAX_CODES = 50;

export function createFaultList(): FaultList {
  const found = new Map<string, FileFault>();
  return {
    add(code, byteOffset, place = {}) {
      const key = `${code} ${place.file ?? ''}`;
      const known = found.get(key);
      if (known !== undefined) found.set(key, { ...known, count: known.count + 1 });
      else if (found.size < MAX_CODES) found.set(key, { code, byteOffset, count: 1, ...place });
    },
    list: () => [...found.values()],
  };
}
