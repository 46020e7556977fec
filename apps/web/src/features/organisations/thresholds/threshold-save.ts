import { ProblemError, type ParameterOverrides } from '@yamori/domain';
import type { QueryClient } from '@tanstack/react-query';
import { isWhole } from '../../../live/documents/document-reader.ts';
import type { ProductDocuments } from '../../../live/documents/documents-context.tsx';
import { mergeValues } from '../../../kit/form/three-way.ts';
import type { MergedSave } from '../../../kit/form/use-conflict-save.ts';
import { getFields, toValues, type ThresholdValues } from './threshold-values.ts';

/** The organisation or room of the rules. */
export type Subject = { readonly kind: 'domain' | 'room'; readonly id: string };

type Transaction = Parameters<Parameters<ProductDocuments['transaction']>[0]>[0];
type Fields = ReturnType<typeof getFields>;
type Place = {
  readonly read: () => Promise<ParameterOverrides | null>;
  readonly write: (fields: Fields) => void;
};

/** The overrides of either; null if it is gone or unreadable. */
function getPlace(
  documents: ProductDocuments,
  transaction: Transaction,
  { kind, id }: Subject,
): Place {
  const [room, domain] = [documents.doc(`room/${id}`), documents.doc(`domain/${id}`)];
  return kind === 'room'
    ? {
        read: async () => {
          const found = await transaction.get(room);
          return found !== null && isWhole(found) ? found.parameterOverrides : null;
        },
        write: (fields) => transaction.update(room, fields),
      }
    : {
        read: async () => {
          const found = await transaction.get(domain);
          return found !== null && isWhole(found) ? found.parameterOverrides : null;
        },
        write: (fields) => transaction.update(domain, fields),
      };
}

/**
 * Writes the changes since `base`. Keeps concurrent changes by others; with conflicts, returns them
 * and writes nothing. Rejects with `document-invalid` that names the key of an invalid value.
 */
export const saveThresholds = (
  documents: ProductDocuments,
  subject: Subject,
  base: ThresholdValues,
  mine: ThresholdValues,
): Promise<MergedSave<ThresholdValues>> =>
  documents.transaction<MergedSave<ThresholdValues>>(async (transaction) => {
    const place = getPlace(documents, transaction, subject);
    const found = await place.read();
    if (found === null) throw new ProblemError('document-not-found');
    const theirs = toValues(found);
    const { changes, conflicts } = mergeValues(base, mine, theirs);
    if (conflicts.length > 0) return { kind: 'conflict', theirs, conflicts };
    const changed = Object.fromEntries(
      Object.entries(changes).filter(
        (entry): entry is [string, NonNullable<ThresholdValues[string]> | null] =>
          entry[1] !== undefined,
      ),
    );
    if (Object.keys(changed).length > 0) place.write(getFields(changed));
    return { kind: 'saved', values: { ...theirs, ...changed } };
  });

/** Call after saving: mounted screens and organisation lists show thresholds. */
export function invalidateThresholds(queries: QueryClient): void {
  for (const name of ['inherited-thresholds', 'organisations'])
    void queries.invalidateQueries({ queryKey: [name] });
}
