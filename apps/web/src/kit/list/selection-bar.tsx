import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ToolIcon } from '../icons/tool-icon.tsx';
import css from './list.module.css';

/** Bulk actions for the selected rows; hidden without a selection. */
export function SelectionBar({
  count,
  onClear,
  children,
}: {
  readonly count: number;
  readonly onClear: () => void;
  readonly children: ReactNode;
}) {
  const { t } = useTranslation('list');
  if (count === 0) return null;
  return (
    <section className={css['bar']} aria-label={t('chosenActs')}>
      <output>{t('chosen', { count })}</output>
      {children}
      <button type="button" className={css['clear']} onClick={onClear}>
        <ToolIcon name="close" size={16} />
        {t('chooseNone')}
      </button>
    </section>
  );
}
