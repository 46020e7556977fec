import type { billCollection, BillState } from '@yamori/domain';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { isWhole, type DocumentOf } from '../../../live/documents/document-reader.ts';
import { useDocuments, useLiveQuery } from '../../../live/documents/documents-context.tsx';
import { useUrlParams } from '../../../kit/url-state/use-url-params.ts';
import { useAgency } from '../../../shared/agency/agency-context.tsx';
import { shownBillState } from '../../../shared/agency/shown-bill-state.ts';
import { useNow } from '../../../kit/clock/clock-context.tsx';
import { Skeleton } from '../../../kit/pages/page-state.tsx';
import { ProblemState } from '../../../kit/pages/problem-state.tsx';
import css from './partners.module.css';

const MAX_BILLS = 60;
const MINUTE_MS = 60_000;

/** The partner's bills, newest month first, with links. */
export function PartnerBills({ partnerId }: { readonly partnerId: string }) {
  const { t, i18n } = useTranslation('partners');
  const { t: bills } = useTranslation('bills');
  const { id } = useAgency();
  const [values] = useUrlParams();
  const nowMs = useNow(MINUTE_MS);
  const found = useLiveQuery(
    useDocuments()
      .collection(`domain/${id}/bill`)
      .where('recipient.kind', '==', 'partner')
      .where('recipient.id', '==', partnerId)
      .orderBy('month', 'desc')
      .limit(MAX_BILLS + 1),
  );
  if (found.kind === 'failed' || found.kind === 'refused')
    return <ProblemState compact problem={found.problem} />;
  if (found.kind === 'loading') return <Skeleton height={44} />;
  const shown = found.value
    .slice(0, MAX_BILLS)
    .filter((bill): bill is DocumentOf<typeof billCollection> => isWhole(bill));
  if (shown.length === 0) return <p className={css['quiet']}>{t('detail.noBills')}</p>;
  const yen = new Intl.NumberFormat(i18n.language);
  return (
    <>
      <ul className={css['rows']}>
        {shown.map(({ documentReferenceId, month, number, total, ...bill }) => (
          <li key={documentReferenceId}>
            <Link
              to="/agency/bills"
              search={{
                ...(values['agency'] === undefined ? {} : { agency: values['agency'] }),
                month,
                bill: documentReferenceId,
              }}
            >
              {month.replace('-', '/')}
            </Link>
            <small>{number ?? ''}</small>
            <small>{bills(`states.${shownBillState(bill, nowMs)}`)}</small>
            <strong>¥{yen.format(total)}</strong>
          </li>
        ))}
      </ul>
      {found.value.length > MAX_BILLS ? (
        <p className={css['quiet']}>{t('detail.olderBills', { count: MAX_BILLS })}</p>
      ) : null}
    </>
  );
}

const OPEN_STATES = ['draft', 'issued'] as const;

/**
 * The states of the partner's unissued and unpaid bills of any month, which prevent its deletion.
 * Empty while loading.
 */
export function useOpenBills(agencyId: string, partnerId: string): readonly BillState[] {
  const found = useLiveQuery(
    useDocuments()
      .collection(`domain/${agencyId}/bill`)
      .where('recipient.kind', '==', 'partner')
      .where('recipient.id', '==', partnerId)
      .where('state', 'in', OPEN_STATES)
      .limit(MAX_BILLS),
  );
  return found.kind === 'ready' || found.kind === 'stale'
    ? found.value.flatMap((bill) => (isWhole(bill) ? [bill.state] : []))
    : [];
}
