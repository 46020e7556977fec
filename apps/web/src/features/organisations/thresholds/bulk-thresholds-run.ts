import { ProblemError, type ParameterOverrides } from '@yamori/domain';
import type { ProductDocuments } from '../../../live/documents/documents-context.tsx';
import type { BulkItem } from '../../../kit/list/bulk-run.ts';
import { saveThresholds, type Subject } from './threshold-save.ts';
import { MIXED, toValues, type ThresholdValues } from './threshold-values.ts';

/** The fields of a room that its thresholds need. */
export type ThresholdRoom = {
  readonly documentReferenceId: string;
  readonly name: string;
  readonly domainId: string;
  readonly parameterOverrides: ParameterOverrides;
};

/** The common values of several rooms; a value that differs is `MIXED`. */
export function commonValues(
  rooms: readonly Pick<ThresholdRoom, 'parameterOverrides'>[],
): ThresholdValues {
  const [first = {}, ...others] = rooms.map(({ parameterOverrides }) =>
    toValues(parameterOverrides),
  );
  return Object.fromEntries(
    Object.entries(first).map(([key, value]) => [
      key,
      others.every((values) => values[key] === value) ? value : MIXED,
    ]),
  );
}

/** The values to write: those changed in the form, without mixed ones. */
export const changesSince = (opened: ThresholdValues, values: ThresholdValues): ThresholdValues =>
  Object.fromEntries(
    Object.entries(values).filter(([key, value]) => value !== opened[key] && value !== MIXED),
  );

/**
 * Changes one room after the other, as stored at that moment. A room whose value changed since the
 * form was opened is skipped and named; undo skips rooms that changed again.
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
      const before = toValues(parameterOverrides);
      const after = { ...before, ...changes };
      if (Object.keys(changes).every((key) => before[key] === after[key])) return null;
      const saved = await saveThresholds(documents, subject, before, after);
      if (saved.kind === 'conflict') throw new ProblemError('document-conflict');
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
