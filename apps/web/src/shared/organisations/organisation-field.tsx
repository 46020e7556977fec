import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isWhole } from '../../live/documents/document-reader.ts';
import { useDocuments } from '../../live/documents/documents-context.tsx';
import type { FieldProps } from '../../kit/form/field-frame.tsx';
import { SearchSelectField } from '../../kit/form/search-select-field.tsx';
import { useProblemMessage } from '../../kit/pages/use-problem-message.ts';
import css from './organisations.module.css';
import { useOrganisationSearch } from './use-organisation-search.ts';
import { useOrganisationList, type Organisation } from './use-organisations.ts';

type OrganisationFieldProps = FieldProps & {
  readonly name: string;
  readonly value: string;
  readonly placeholder?: string | undefined;
  /** Which accessible organisations may be chosen. */
  readonly offers?: (organisation: Organisation) => boolean;
  readonly onChange: (id: string, organisation: Organisation | null) => void;
  readonly onBlur?: (() => void) | undefined;
};

/**
 * Chooses an accessible organisation by typing. If there are more than a list holds, the server
 * searches too.
 */
export function OrganisationField({
  offers = () => true,
  value,
  hint,
  placeholder,
  onChange,
  ...field
}: OrganisationFieldProps) {
  const { t } = useTranslation('form');
  const formatProblem = useProblemMessage();
  const list = useOrganisationList();
  const [typed, setTyped] = useState('');
  const search = useOrganisationSearch(list.isTruncated ? typed : '');
  const known = new Map(
    [...list.all, ...search.found].map((organisation) => [
      organisation.documentReferenceId,
      organisation,
    ]),
  );
  const chosen = useChosen(value, known.has(value) || !list.isTruncated);
  if (chosen !== null) known.set(value, chosen);
  const choices = [...known.values()]
    .filter((organisation) => organisation.documentReferenceId === value || offers(organisation))
    .map(({ documentReferenceId, name, nameKana, code }) => ({
      value: documentReferenceId,
      label: name,
      foundBy: `${nameKana ?? ''} ${code}`,
    }));
  const { kind } = list.status;
  const said =
    kind === 'loading'
      ? t('organisations.loading')
      : search.hasFailed
        ? t('organisations.searchFailed')
        : list.isTruncated
          ? t(search.isSearching ? 'organisations.searching' : 'organisations.cut', {
              count: list.all.length,
            })
          : undefined;
  return (
    <div>
      <SearchSelectField
        {...field}
        value={value}
        choices={choices}
        hint={[hint, said].filter((text) => text !== undefined).join(' ') || undefined}
        placeholder={placeholder}
        onSearch={setTyped}
        onChange={(id) => onChange(id, known.get(id) ?? null)}
      />
      {list.status.kind === 'failed' ? (
        <p className={css['error']} role="alert">
          {formatProblem(list.status.problem)}{' '}
          <button type="button" onClick={list.retry}>
            {t('organisations.retry')}
          </button>
        </p>
      ) : null}
    </div>
  );
}

/** The current value, if no list contains it. */
function useChosen(id: string, isKnown: boolean): Organisation | null {
  const documents = useDocuments();
  const { data } = useQuery({
    queryKey: ['organisations', 'one', id],
    enabled: !isKnown && id !== '',
    queryFn: () => documents.doc(`domain/${id}`).get(),
  });
  return isKnown || data === null || data === undefined || !isWhole(data) ? null : data;
}
