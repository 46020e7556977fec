import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { isWhole } from '../../live/documents/document-reader.ts';
import { useLiveDocument } from '../../live/documents/documents-context.tsx';
import { PageHeader, ErrorState } from '../../kit/pages/page-state.tsx';
import css from './domains.module.css';

/** The organisation's name, above its history. */
export function DomainHistorySection({
  domainId,
  children,
}: {
  readonly domainId: string;
  readonly children: ReactNode;
}) {
  const { t } = useTranslation('domains');
  const found = useLiveDocument(`domain/${domainId}`);
  const known = 'value' in found ? found.value : undefined;
  if (known === null)
    return <ErrorState icon="organisation" title={t('gone')} why={t('goneWhy')} />;
  return (
    <div className={css['history']}>
      <PageHeader
        title={known !== undefined && isWhole(known) ? t('historyOf', { name: known.name }) : ''}
      />
      {children}
    </div>
  );
}
