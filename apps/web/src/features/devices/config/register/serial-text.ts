import { deviceCollection } from '@yamori/domain';

/**
 * Normalises a typed serial: full-width characters become half-width, and surrounding spaces go.
 */
export const tidySerial = (text: string): string => text.normalize('NFKC').trim();

export const isSerial = (text: string): boolean =>
  deviceCollection.schema.shape.serial.safeParse(text).success;

/**
 * The serial in a code: from the address of our label, which ends in `/sn/{serial}`, or the code's
 * own text. Null for anything else.
 */
export function parseSerial(code: string): string | null {
  const [, named] = /\/sn\/([^/?#]+)/.exec(code) ?? [];
  const text = tidySerial(named === undefined ? code : decoded(named));
  return isSerial(text) ? text : null;
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
