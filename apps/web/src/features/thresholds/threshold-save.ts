import { refuse, type ParameterOverrides } from '@yamori/domain';
import { isWhole } from '../../client/document-reader.ts';
import type { ProductDocuments } from '../../client/documents-context.tsx';
import { mergeValues } from '../../ui/form/three-way.ts';
import type { MergedSave } from '../../ui/form/use-conflict-save.ts';
import { fieldsOf, valuesOf, type ThresholdValues } from './threshold-values.ts';

/** Whose rules they are. */
export type Subject = { readonly kind: 'domain' | 'room'; readonly id: string };

/**
 * Writes what was changed since `base`. What others changed meanwhile stays, and what both changed is given back, nothing written.
 * @throws ProblemError `document-not-found`, `document-invalid` with the fault at its key, and those of the documents
 */
export const saveThresholds = (documents: ProductDocuments, { kind, id }: Subject, base: ThresholdValues, mine: ThresholdValues): Promise<MergedSave<ThresholdValues>> => documents.transaction<MergedSave<ThresholdValues>>(async (transaction) => {
  const merged = (found: { readonly parameterOverrides: ParameterOverrides }): { readonly save: MergedSave<ThresholdValues>; readonly fields: ReturnType<typeof fieldsOf> | null } => {
    const theirs = valuesOf(found.parameterOverrides);
    const { changes, conflicts } = mergeValues(base, mine, theirs);
    if (conflicts.length > 0) return { save: { kind: 'conflict', theirs, conflicts }, fields: null };
    const changed = Object.fromEntries(Object.entries(changes).filter((entry): entry is [string, NonNullable<ThresholdValues[string]> | null] => entry[1] !== undefined));
    return { save: { kind: 'saved', values: { ...theirs, ...changed } }, fields: Object.keys(changed).length === 0 ? null : fieldsOf(changed) };
  };
  if (kind === 'room') {
    const place = documents.doc(`room/${id}`);
    const found = await transaction.get(place);
    if (found === null || !isWhole(found)) throw refuse('document-not-found');
    const { save, fields } = merged(found);
    if (fields !== null) transaction.update(place, fields);
    return save;
  }
  const place = documents.doc(`domain/${id}`);
  const found = await transaction.get(place);
  if (found === null || !isWhole(found)) throw refuse('document-not-found');
  const { save, fields } = merged(found);
  if (fields !== null) transaction.update(place, fields);
  return save;
});
