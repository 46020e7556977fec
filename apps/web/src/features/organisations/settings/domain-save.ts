import { domainCollection, ProblemError } from '@yamori/domain';
import { isWhole } from '../../../live/documents/document-reader.ts';
import type { ProductDocuments } from '../../../live/documents/documents-context.tsx';
import type { FormValues } from '../../../kit/form/form-store.ts';
import { mergeValues } from '../../../kit/form/three-way.ts';
import type { MergedSave } from '../../../kit/form/use-conflict-save.ts';
import type { UpdateFields } from '../../../live/documents/write-builder.ts';
import type { Domain } from './domain-source.ts';

/** The part of an organisation that one form edits. */
export type DomainPart<Values extends FormValues> = {
  readonly toValues: (domain: Domain) => Values;
  /** The document fields that changed values affect; `all`: all values after the change. */
  readonly getFields: (
    changes: Partial<Values>,
    all: Values,
  ) => UpdateFields<typeof domainCollection>;
};

/**
 * Writes the changes since `base`. Keeps concurrent changes by others; with conflicts, returns them
 * and writes nothing.
 */
export const saveDomain = <Values extends FormValues>(
  documents: ProductDocuments,
  domainId: string,
  { toValues, getFields }: DomainPart<Values>,
  base: Values,
  mine: Values,
): Promise<MergedSave<Values>> =>
  documents.transaction<MergedSave<Values>>(async (transaction) => {
    const place = documents.doc(`domain/${domainId}`);
    const found = await transaction.get(place);
    if (found === null || !isWhole(found)) throw new ProblemError('document-not-found');
    const theirs = toValues(found);
    const { changes, conflicts } = mergeValues(base, mine, theirs);
    if (conflicts.length > 0) return { kind: 'conflict', theirs, conflicts };
    const values = { ...theirs, ...changes };
    if (Object.keys(changes).length > 0) transaction.update(place, getFields(changes, values));
    return { kind: 'saved', values };
  });
