import type { UploadFault } from '@yamori/domain';

/** Faults by code: where the first of each lies, and how many there are. Fixed memory, whatever a file holds. */
export type FaultList = { readonly add: (code: string, byteOffset: number, count?: number) => void; readonly list: () => UploadFault[] };

const MOST_CODES = 50;

export function createFaultList(): FaultList {
  const found = new Map<string, { byteOffset: number; count: number }>();
  return {
    add(code, byteOffset, count = 1) {
      const known = found.get(code);
      if (known !== undefined) known.count += count;
      else if (found.size < MOST_CODES) found.set(code, { byteOffset: Math.max(0, Math.floor(byteOffset)), count });
    },
    list: () => [...found].map(([code, { byteOffset, count }]) => ({ code, byteOffset, count })),
  };
}
