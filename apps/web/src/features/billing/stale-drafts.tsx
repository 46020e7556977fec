import { isStaleDraft, type billTermsCollection, type partnerCollection } from '@yamori/domain';
import { createContext, useContext, useMemo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { isWhole, type FoundDocument } from '../../live/documents/document-reader.ts';
import { useLiveDocument, useDocuments } from '../../live/documents/documents-context.tsx';
import { useWholeQuery } from '../../live/documents/use-whole-query.ts';
import { useAgency } from '../../shared/agency/agency-context.tsx';
import { useOnline } from '../../shared/connection/use-online.ts';
import { ToolIcon } from '../../kit/icons/tool-icon.tsx';
import type { Bill } from './api.ts';
import css from './bills.module.css';
import type { Generation } from './use-generation.ts';

type IsStale = (bill: Bill) => boolean;
const Context = createContext<IsStale>(() => false);

/**
 * Knows which drafts the server would refuse to issue, by the same rule: terms or partners have
 * changed since they were generated. Empty while loading.
 */
export function StaleDraftsProvider({ children }: { readonly children: ReactNode }) {
  const { id } = useAgency();
  const foundTerms = useLiveDocument(`domain/${id}/billTerms/current`);
  const { found: foundPartners } = useWholeQuery(
    useDocuments().collection(`domain/${id}/partner`).orderBy('name'),
  );
  const terms = 'value' in foundTerms ? foundTerms.value : null;
  const partners = 'value' in foundPartners ? foundPartners.value : null;
  const isStale = useMemo(() => staleBy(terms, partners), [terms, partners]);
  return <Context value={isStale}>{children}</Context>;
}

function staleBy(
  terms: FoundDocument<typeof billTermsCollection> | null,
  partners: readonly FoundDocument<typeof partnerCollection>[] | null,
): IsStale {
  if (terms === null || !isWhole(terms) || partners === null) return () => false;
  const all = partners.flatMap((partner) =>
    isWhole(partner) ? [{ ...partner, id: partner.documentReferenceId }] : [],
  );
  return (bill) => bill.state === 'draft' && isStaleDraft(bill, { terms, partners: all });
}

export const useIsStale = (): IsStale => useContext(Context);

/** A mark next to the state of an outdated draft. */
export function StaleMark({ bill }: { readonly bill: Bill }) {
  const { t } = useTranslation('bills');
  return useIsStale()(bill) ? (
    <span className={css['stale']}>
      <ToolIcon name="alert" size={16} />
      {t('stale.mark')}
    </span>
  ) : null;
}

/** The number of outdated drafts of the month, the reason, and a button to regenerate them. */
export function StaleNote({
  bills,
  generation,
}: {
  readonly bills: readonly Bill[];
  readonly generation: Generation;
}) {
  const { t } = useTranslation('bills');
  const isStale = useIsStale();
  const count = useMemo(() => bills.filter(isStale).length, [bills, isStale]);
  return count === 0 ? null : <Note words={t('stale.note', { count })} generation={generation} />;
}

/** The same for the open draft. `generation`: null if the screen shows another month. */
export function StaleBill({
  bill,
  generation,
}: {
  readonly bill: Bill;
  readonly generation: Generation | null;
}) {
  const { t } = useTranslation('bills');
  return useIsStale()(bill) ? <Note words={t('stale.one')} generation={generation} /> : null;
}

function Note({
  words,
  generation,
}: {
  readonly words: string;
  readonly generation: Generation | null;
}) {
  const { t } = useTranslation('bills');
  const online = useOnline();
  return (
    <p className={css['staleNote']}>
      <span>
        <ToolIcon name="alert" size={16} />
        {words}
      </span>
      {generation === null ? null : (
        <button
          type="button"
          className={css['proof']}
          disabled={!online || generation.busy}
          onClick={() => void generation.generate('remake')}
        >
          {t('stale.do')}
        </button>
      )}
    </p>
  );
}
