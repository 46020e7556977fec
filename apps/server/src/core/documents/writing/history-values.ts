import { isDocumentMap, type DocumentMap, type DocumentValue } from '@yamori/domain';
import { hashValues } from './entry-hash.ts';

export type FieldChange = {
  readonly field: string;
  readonly before: DocumentValue;
  readonly after: DocumentValue;
};

/**
 * Fields recorded without values: secrets, and data that may identify a person: names of members
 * and residents, health notes, free text (notes, tags, names of devices and files), a partner's
 * contact and customers on a bill. The history is immutable and outlives deleted accounts
 * (decisions 016 and 026).
 */
const WITHOUT_VALUES: Readonly<Record<string, ReadonlySet<string>>> = {
  device: new Set(['keyHash', 'name', 'note']),
  deviceLoan: new Set(['note']),
  room: new Set(['occupant', 'tags']),
  uploadHistory: new Set(['fileName']),
  accident: new Set(['note', 'history', 'acknowledgedBy', 'arrivedBy', 'resolvedBy']),
  note: new Set(['text']),
  staff: new Set(['name', 'nameKana', 'email', 'phone', 'notify']),
  partner: new Set(['contact', 'email', 'phone', 'note']),
  bill: new Set(['lines']),
};
/** The same for an organisation that is a person's home. */
const WITHOUT_VALUES_OF_HOMES: ReadonlySet<string> = new Set([
  'name',
  'nameKana',
  'contact',
  'address',
]);

export function isLeftOut(
  collection: string,
  { field, before, after }: FieldChange,
  isHome: boolean,
): boolean {
  if (WITHOUT_VALUES[collection]?.has(field) === true) return true;
  if (collection === 'domain') return isHome && WITHOUT_VALUES_OF_HOMES.has(field);
  return (
    collection === 'bill' &&
    field === 'recipient' &&
    [before, after].some((value) => isDocumentMap(value) && value['isPerson'] === true)
  );
}
export const isHomeData = (data: DocumentMap): boolean => data['kind'] === 'individual';

export const valueless = (change: FieldChange): FieldChange => ({
  ...change,
  before: null,
  after: null,
});

/**
 * Removes sensitive values from an entry of an older version. For organisations, pass only entries
 * of homes, because the changes alone do not show which they are.
 */
export function withoutValues(entry: DocumentMap): DocumentMap {
  const { path, changes, commitments } = entry;
  if (typeof path !== 'string' || !Array.isArray(changes)) return entry;
  const isRedacted = (change: DocumentValue): change is DocumentMap & FieldChange =>
    isFieldChange(change) && !isEmpty(change) && isLeftOut(getCollection(path), change, true);
  return {
    ...entry,
    changes: changes.map((change) => (isRedacted(change) ? valueless(change) : change)),
    ...(Array.isArray(commitments) && {
      commitments: commitments.map((commitment, index) => {
        const change = changes[index];
        const salt = isDocumentMap(commitment) ? commitment['salt'] : undefined;
        return change !== undefined && isRedacted(change) && typeof salt === 'string'
          ? { hash: hashValues(change, salt) }
          : commitment;
      }),
    }),
  };
}

/** Whether a redaction may have removed the values of this change. */
export const isRedactable = (path: string, change: FieldChange): boolean =>
  isEmpty(change) &&
  isLeftOut(getCollection(path), { ...change, before: { isPerson: true } }, true);

const getCollection = (path: string): string => path.split('/').at(-2) ?? '';
const isEmpty = ({ before, after }: FieldChange): boolean => before === null && after === null;
const isFieldChange = (value: DocumentValue): value is DocumentMap & FieldChange =>
  isDocumentMap(value) &&
  typeof value['field'] === 'string' &&
  'before' in value &&
  'after' in value;
