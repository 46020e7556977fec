import { refuse } from '@yamori/domain';
import type { PlacedRow } from '../documents/document-row.ts';
import type { Invariant } from '../documents/writing/commit-guard.ts';
import { readPictureText } from './read-picture.ts';

/** Fields with images that browsers show, by collection. */
const IMAGE_FIELDS: Readonly<Record<string, readonly [string, ...string[]]>> = {
  deviceType: ['image'],
  domain: ['brand', 'logo'],
};

/**
 * Checks new and changed images to their last byte (decision 057). Images stored before this check
 * existed remain until they change.
 */
export const validateImages: Invariant = {
  on: { deviceType: ['image'], domain: ['brand'] },
  check: async (batch) => {
    for (const { before, after } of batch) {
      const place =
        after === null || after.parentPath !== '' ? undefined : IMAGE_FIELDS[after.collection];
      if (after === null || place === undefined) continue;
      const text = textAt(after, place);
      if (text !== null && text !== textAt(before, place) && (await readPictureText(text)) === null)
        throw refuse('document-invalid', {
          place: after.path,
          issues: [{ field: place.join('.'), code: 'value-wrong' }],
        });
    }
  },
};

function textAt(row: PlacedRow | null, place: readonly string[]): string | null {
  const value = place.reduce<unknown>(
    (at, field) =>
      typeof at === 'object' && at !== null
        ? Object.entries(at).find(([name]) => name === field)?.[1]
        : undefined,
    row?.data,
  );
  return typeof value === 'string' ? value : null;
}
