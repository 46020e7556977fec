import { deviceCollection } from '@yamori/domain';

/** A serial as it may be typed: full-width signs and blanks around are no part of it. */
export const tidySerial = (text: string): string => text.normalize('NFKC').trim();

export const isSerial = (text: string): boolean =>
  deviceCollection.schema.shape.serial.safeParse(text).success;

/**
 * The serial in a code: of a label of ours, which holds an address that ends in `/sn/{serial}`, or
 * the code's own text. Null for anything else.
 */
export function serialOfCode(code: string): string | null {
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
