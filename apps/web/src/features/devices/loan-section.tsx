import { loanStateAt } from '@yamori/domain';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { isWhole } from '../../live/documents/document-reader.ts';
import { useDocuments, useLiveQuery } from '../../live/documents/documents-context.tsx';
import { createDateTimeFormatter } from '../../locales/date-time-formatter.ts';
import { useNow } from '../../kit/clock/clock-context.tsx';
import { useOrganisations } from '../../shared/organisations/use-organisations.ts';
import { PlainTable } from '../../kit/pages/description-list.tsx';
import { LoadingState } from '../../kit/pages/page-state.tsx';
import { ProblemState } from '../../kit/pages/problem-state.tsx';
import css from './devices.module.css';

const MINUTE_MS = 60_000;
const MAX_LOANS = 100;

/** The device's current and past loans. */
export function LoanSection({ serial }: { readonly serial: string }) {
  const { t, i18n } = useTranslation('devices');
  const { t: loans } = useTranslation('loans');
  const organisations = useOrganisations();
  const nowMs = useNow(MINUTE_MS);
  const day = createDateTimeFormatter(i18n.language, { dateStyle: 'medium' });
  const found = useLiveQuery(
    useDocuments()
      .collection('deviceLoan')
      .where('serial', '==', serial)
      .orderBy('from', 'desc')
      .limit(MAX_LOANS),
  );
  if (found.kind === 'failed' || found.kind === 'refused')
    return <ProblemState compact problem={found.problem} />;
  if (!('value' in found)) return <LoadingState />;
  const all = found.value.flatMap((loan) => (isWhole(loan) ? [loan] : []));
  if (all.length === 0) return <p className={css['quiet']}>{t('noLoans')}</p>;
  const getName = (id: string): string =>
    organisations.find(({ documentReferenceId }) => documentReferenceId === id)?.name ?? id;
  return (
    <PlainTable
      label={t('loanTable')}
      heads={[t('borrower'), t('state'), t('from'), t('until'), t('returned')]}
      rows={all.map((loan) => ({
        key: loan.documentReferenceId,
        cells: [
          <Link key="loan" to="/device-borrow" search={{ loan: loan.documentReferenceId }}>
            {getName(loan.toDomainId)}
          </Link>,
          loans(`states.${loanStateAt(loan, nowMs)}`),
          day(loan.from),
          day(loan.until.getTime() - 1),
          loan.returnedAt === null ? '' : day(loan.returnedAt),
        ],
      }))}
    />
  );
}
