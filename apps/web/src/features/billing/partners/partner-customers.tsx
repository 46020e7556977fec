import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { arrayRemove, arrayUnion } from '@yamori/domain';
import { useCustomers } from '../api.ts';
import { attempt } from '../../../call-outcome.ts';
import { useDocuments } from '../../../live/documents/documents-context.tsx';
import { useAgency } from '../../../shared/agency/agency-context.tsx';
import { useOnline } from '../../../shared/connection/use-online.ts';
import { SearchSelectField } from '../../../kit/form/search-select-field.tsx';
import { ToolIcon } from '../../../kit/icons/tool-icon.tsx';
import { useToasts } from '../../../kit/toast/toasts-view.tsx';
import { useProblemMessage } from '../../../kit/pages/use-problem-message.ts';
import { usePartners, type Partner } from './partner-source.ts';
import css from './partners.module.css';

/** Maximum names in the message; the rest is counted. */
const MAX_NAMED_CUSTOMERS = 3;

/**
 * Customers that the partner brought. Each change is written immediately, so that concurrent
 * changes do not conflict, and can be undone immediately, because it changes who pays.
 */
export function PartnerCustomers({
  partner: { documentReferenceId, name: partnerName, domainIds, state },
}: {
  readonly partner: Partner;
}) {
  const { t } = useTranslation('partners');
  const { id } = useAgency();
  const online = useOnline();
  const documents = useDocuments();
  const toasts = useToasts();
  const formatProblem = useProblemMessage();
  const [busy, setBusy] = useState(false);
  const customers = useCustomers();
  const getName = (domainId: string): string =>
    customers.find(({ customerId }) => customerId === domainId)?.name ?? domainId;
  const change = async (domainId: string, isAdded: boolean, canUndo = true): Promise<void> => {
    setBusy(true);
    const outcome = await attempt(() =>
      documents
        .doc(`domain/${id}/partner/${documentReferenceId}`)
        .update({ domainIds: isAdded ? arrayUnion(domainId) : arrayRemove(domainId) }),
    ).finally(() => setBusy(false));
    if (outcome.kind === 'refused')
      return void toasts.show({ type: 'negative', message: formatProblem(outcome.problem) });
    const message = {
      type: 'positive' as const,
      message: t(isAdded ? 'detail.added' : 'detail.tookOff', {
        name: getName(domainId),
        partner: partnerName,
      }),
    };
    const shown = toasts.show(
      canUndo
        ? {
            ...message,
            action: {
              label: t('detail.undo'),
              run: () => {
                toasts.dismiss(shown);
                void change(domainId, !isAdded, false);
              },
            },
          }
        : message,
    );
  };
  const others = usePartners(id).partners.filter(
    (other) => other.documentReferenceId !== documentReferenceId,
  );
  const findHolder = (domainId: string): string | undefined =>
    others.find((other) => other.domainIds.includes(domainId))?.name;
  const without = customers.filter(({ customerId }) => !domainIds.includes(customerId));
  const taken = without.filter(({ customerId }) => findHolder(customerId) !== undefined);
  const free = without.filter(({ customerId }) => findHolder(customerId) === undefined);
  return (
    <>
      {state === 'active' || domainIds.length === 0 ? null : (
        <p className={css['note']}>{t('detail.direct')}</p>
      )}
      {domainIds.length === 0 ? (
        <p className={css['quiet']}>{t('detail.noCustomers')}</p>
      ) : (
        <ul className={css['rows']}>
          {domainIds.map((domainId) => {
            const customer = customers.find(({ customerId }) => customerId === domainId);
            const name = getName(domainId);
            return (
              <li key={domainId}>
                <span>{name}</span>
                <small>
                  {customer === undefined ? '' : t('detail.devices', { count: customer.devices })}
                </small>
                <button
                  type="button"
                  className={css['remove']}
                  disabled={!online || busy}
                  aria-label={t('detail.removeCustomer', { name })}
                  title={t('detail.removeCustomer', { name })}
                  onClick={() => void change(domainId, false)}
                >
                  <ToolIcon name="close" size={16} />
                </button>
              </li>
            );
          })}
        </ul>
      )}
      <div className={css['add']}>
        <SearchSelectField
          name="customer"
          label={t('detail.addCustomer')}
          placeholder={t('detail.chooseCustomer')}
          disabled={!online || busy || free.length === 0}
          value=""
          choices={free.map(({ customerId, name, code }) => ({
            value: customerId,
            label: name,
            foundBy: code,
          }))}
          onChange={(domainId) => {
            if (domainId !== '') void change(domainId, true);
          }}
        />
        {taken.length === 0 ? null : (
          <p className={css['quiet']}>
            {t('detail.takenElsewhere', {
              names: taken
                .slice(0, MAX_NAMED_CUSTOMERS)
                .map(({ customerId, name }) =>
                  t('detail.takenBy', { name, partner: findHolder(customerId) }),
                )
                .join(t('detail.comma')),
              more:
                taken.length > MAX_NAMED_CUSTOMERS
                  ? t('detail.more', { count: taken.length - MAX_NAMED_CUSTOMERS })
                  : '',
            })}
          </p>
        )}
      </div>
    </>
  );
}
