import { ProblemError } from '@yamori/domain';
import { useOverrideCounts } from '../api.ts';
import { isWhole } from '../../../live/documents/document-reader.ts';
import { useDocuments, useLiveQuery } from '../../../live/documents/documents-context.tsx';
import type { ListStatus } from '../../../live/documents/live-result.ts';
import {
  parameterRows,
  type ParameterDocument,
  type ParameterRow,
  type ParameterLabels,
} from './parameter-rows.ts';

const MAX_PARAMETERS = 1000;

type Parameters = {
  readonly rows: readonly ParameterRow[];
  readonly status: ListStatus;
  readonly retry: () => void;
};

/** Live parameters with their number of overrides. */
export function useParameters(words: ParameterLabels): Parameters {
  const found = useLiveQuery(
    useDocuments().collection('parameter').orderBy('key').limit(MAX_PARAMETERS),
  );
  const counts = useOverrideCounts();
  const documents =
    'value' in found ? found.value.filter((one): one is ParameterDocument => isWhole(one)) : null;
  const rows =
    documents === null || counts.data === undefined
      ? []
      : parameterRows(documents, counts.data, words);
  const retry = (): void => void counts.refetch();
  if (found.kind === 'failed' || found.kind === 'refused')
    return { rows, status: { kind: 'failed', problem: found.problem }, retry };
  if (documents !== null && counts.data !== undefined)
    return { rows, status: { kind: 'shown', complete: true }, retry };
  if (counts.error instanceof ProblemError)
    return { rows, status: { kind: 'failed', problem: counts.error.problem }, retry };
  if (counts.error !== null) throw counts.error;
  return { rows, status: { kind: 'loading' }, retry };
}
