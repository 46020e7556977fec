import { refuse, type ParameterOverrides } from '@yamori/domain';
import type { ProductDocuments } from '../../../live/documents/documents-context.tsx';
import type { BulkItem } from '../../../kit/list/bulk-run.ts';
import { saveThresholds, type Subject } from './threshold-save.ts';
import { MIXED, valuesOf, type ThresholdValues } from './threshold-values.ts';

/** As much of a room as its thresholds need. */
export type ThresholdRoom = {
  readonly documentReferenceId: string;
  readonly name: string;
  readonly domainId: string;
  readonly parameterOverrides: ParameterOverrides;
};

/** What several rooms have in common: a value that is not the same in all of them is `MIXED`. */
export function commonValues(
  rooms: readonly Pick<ThresholdRoom, 'parameterOverrides'>[],
): ThresholdValues {
  const [first = {}, ...others] = rooms.map(({ parameterOverrides }) =>
    valuesOf(parameterOverrides),
  );
  return Object.fromEntries(
    Object.entries(first).map(([key, value]) => [
      key,
      others.every((values) => values[key] === value) ? value : MIXED,
    ]),
  );
}

/**
 * What is put into all of them: values that were changed in the form, and none that differs still.
 */
export const changesSince = (opened: ThresholdValues, values: ThresholdValues): ThresholdValues =>
  Object.fromEntries(
    Object.entries(values).filter(([key, value]) => value !== opened[key] && value !== MIXED),
  );

/**
 * One room after the other, as it is at that moment. A value that somebody else changed since the
 * form was opened keeps its room as it is, which is named; what was done is taken back only as far
 * as nobody has changed it since.
 */
export const bulkThresholdItems = (
  documents: ProductDocuments,
  rooms: readonly ThresholdRoom[],
  changes: ThresholdValues,
): BulkItem[] =>
  rooms.map(({ documentReferenceId: id, name, parameterOverrides }) => ({
    id,
    name,
    act: async () => {
      const subject: Subject = { kind: 'room', id };
      const before = valuesOf(parameterOverrides);
      const after = { ...before, ...changes };
      if (Object.keys(changes).every((key) => before[key] === after[key])) return null;
      const saved = await saveThresholds(documents, subject, before, after);
      if (saved.kind === 'conflict') throw refuse('document-conflict');
      return async () => {
        const back = await saveThresholds(documents, subject, after, before);
        if (back.kind === 'conflict')
          await saveThresholds(documents, subject, after, {
            ...before,
            ...Object.fromEntries(back.conflicts.map(({ name: key }) => [key, after[key] ?? null])),
          });
      };
    },
  }));
