import { ProblemError, type ParameterValue, type Problem } from '@yamori/domain';
import { attempt } from '../../../call-outcome.ts';
import { isWhole } from '../../../live/documents/document-reader.ts';
import { useDocuments, type ProductDocuments } from '../../../live/documents/documents-context.tsx';
import { mergeValues } from '../../../kit/form/three-way.ts';
import { useConflictSave, type MergedSave } from '../../../kit/form/use-conflict-save.ts';
import { useToasts } from '../../../kit/toast/toasts-view.tsx';
import { useProblemMessage } from '../../../kit/pages/use-problem-message.ts';
import { useTranslation } from 'react-i18next';
import type { ParameterRow } from './parameter-rows.ts';
import { useValueFormatter } from './use-value-formatter.ts';

export type DefaultValues = { readonly default: ParameterValue };

const UNDO_MS = 10_000;

type DefaultSave = {
  readonly save: (
    mine: DefaultValues,
    settle: (values: DefaultValues) => void,
  ) => Promise<Problem | null>;
  /** Restores the catalogue's value. */
  readonly restore: (onDone: () => void) => Promise<void>;
};

/** Saves a default, resolves conflicts with the user, and offers an undo. */
export function useDefaultSave(row: ParameterRow): DefaultSave {
  const { t } = useTranslation('parameters');
  const documents = useDocuments();
  const toasts = useToasts();
  const formatProblem = useProblemMessage();
  const { formatValue } = useValueFormatter();
  const undo = async (value: ParameterValue, seen: ParameterValue): Promise<void> => {
    const outcome = await attempt(() => putBack(documents, row, seen, value));
    toasts.show(
      outcome.kind === 'done'
        ? { type: 'positive', message: t('undone', { value: formatValue(row, value) }) }
        : { type: 'negative', message: formatProblem(outcome.problem) },
    );
  };
  const notifySaved = (before: ParameterValue, now: ParameterValue): void =>
    void toasts.show({
      type: 'positive',
      message: t('saved', { value: formatValue(row, now) }),
      timeoutMs: UNDO_MS,
      action: { label: t('undo'), run: () => void undo(before, now) },
    });
  const opened = { default: row.value };
  return {
    save: useConflictSave({
      opened,
      save: (base, mine) => saveDefault(documents, row, base, mine),
      words: {
        getLabel: () => t('fields.value'),
        formatValue: (_name, value) =>
          typeof value === 'number' || typeof value === 'string' || typeof value === 'boolean'
            ? formatValue(row, value)
            : '',
      },
      onSaved: (now) => notifySaved(row.value, now.default),
    }),
    async restore(onDone) {
      const { original, value } = row;
      if (original === null) return;
      const outcome = await attempt(() => putBack(documents, row, value, original));
      if (outcome.kind === 'refused')
        return void toasts.show({ type: 'negative', message: formatProblem(outcome.problem) });
      onDone();
      notifySaved(value, original);
    },
  };
}

const getDocument = (documents: ProductDocuments, { documentId, key }: ParameterRow) =>
  documents.doc(`parameter/${documentId ?? key}`);

const saveDefault = (
  documents: ProductDocuments,
  row: ParameterRow,
  base: DefaultValues,
  mine: DefaultValues,
): Promise<MergedSave<DefaultValues>> =>
  documents.transaction<MergedSave<DefaultValues>>(async (transaction) => {
    const place = getDocument(documents, row);
    const found = await transaction.get(place);
    // Without a document the catalogue's value applies.
    const theirs: DefaultValues = {
      default: found !== null && isWhole(found) ? found.default : (row.original ?? row.value),
    };
    const { changes, conflicts } = mergeValues(base, mine, theirs);
    if (conflicts.length > 0) return { kind: 'conflict', theirs, conflicts };
    if (changes.default !== undefined)
      write(transaction, place, row, found !== null, changes.default);
    return { kind: 'saved', values: { default: changes.default ?? theirs.default } };
  });

/** Restores an earlier value if the stored one has not changed since. */
const putBack = (
  documents: ProductDocuments,
  row: ParameterRow,
  seen: ParameterValue,
  value: ParameterValue,
): Promise<void> =>
  documents.transaction<void>(async (transaction) => {
    const place = getDocument(documents, row);
    const found = await transaction.get(place);
    if ((found !== null && isWhole(found) ? found.default : row.original) !== seen)
      throw new ProblemError('document-conflict');
    write(transaction, place, row, found !== null, value);
  });

type Writing = Parameters<Parameters<ProductDocuments['transaction']>[0]>[0];

/** The catalogue's own value needs no document. */
function write(
  transaction: Writing,
  place: ReturnType<typeof getDocument>,
  row: ParameterRow,
  isThere: boolean,
  value: ParameterValue,
): void {
  if (row.original !== null && value === row.original) {
    if (isThere) transaction.delete(place);
  } else if (isThere) transaction.update(place, { default: value });
  else transaction.create(place, toFields(row, value));
}

/**
 * The catalogue describes the parameter; the document only has the required fields of its
 * collection.
 */
const toFields = (
  { key, kind, group, name, unit, min, max, step, choices, scope }: ParameterRow,
  value: ParameterValue,
) => ({
  key,
  name,
  kind,
  group,
  unit,
  min,
  max,
  step,
  choices: [...choices],
  scope,
  description: '',
  default: value,
});
