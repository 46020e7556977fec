import { useTranslation } from 'react-i18next';
import { ToolIcon } from '../icons/tool-icon.tsx';
import css from './list.module.css';

/**
 * A note that a list and its totals are incomplete. @param count number of shown rows; null: the
 * list is complete
 */
export function TruncatedNotice({ count }: { readonly count: number | null }) {
  const { t, i18n } = useTranslation('list');
  return count === null ? null : (
    <output className={css['cut']}>
      <ToolIcon name="alert" size={16} />
      {t('cut', { number: new Intl.NumberFormat(i18n.language).format(count) })}
    </output>
  );
}
