import type { AgencyCustomer } from '@yamori/domain';
import { useTranslation } from 'react-i18next';
import { useAgency } from '../../../shared/agency/agency-context.tsx';
import listCss from '../../../kit/list/list.module.css';
import { useOrganisations } from '../../../shared/organisations/use-organisations.ts';
import { useViewer } from '../../../shared/viewer/viewer-context.tsx';
import css from './agency.module.css';

type NoteProps = {
  readonly customers: readonly AgencyCustomer[];
  /** Whether the list's own filter narrows it to one customer. */
  readonly isNarrowed: boolean;
  readonly onNarrow: (customerId: string) => void;
};

/**
 * An agency's list covers all its customers, whichever organisation the top bar selects; the note
 * says so when one is selected.
 */
export function AllCustomersNote({ customers, isNarrowed, onNarrow }: NoteProps) {
  const { t } = useTranslation('agencyArea');
  const { id } = useAgency();
  const { organisationId } = useViewer();
  const organisation = useOrganisations().find(
    ({ documentReferenceId }) => documentReferenceId === organisationId,
  );
  // Selecting the agency itself means all of its customers.
  if (organisation === undefined || organisationId === id || isNarrowed) return null;
  const { name } = organisation;
  return (
    <p className={css['all']}>
      <span>{t('devices.all', { name })}</span>
      {customers.some(({ customerId }) => customerId === organisationId) ? (
        <button
          type="button"
          className={listCss['clear']}
          onClick={() => onNarrow(organisation.documentReferenceId)}
        >
          {t('devices.onlyOne', { name })}
        </button>
      ) : null}
    </p>
  );
}
