import { useTranslation } from 'react-i18next';
import { PageHeader } from '../../kit/pages/page-state.tsx';
import css from './account.module.css';
import { ACCOUNT_SECTIONS } from './account-sections.ts';

/** The reader's own account, one section for each subject. */
export function AccountScreen() {
  const { t } = useTranslation('routes');
  return (
    <div className={css['screen']}>
      <PageHeader title={t('account-info.title')} />
      {ACCOUNT_SECTIONS.map(({ id, Section }) => (
        <Section key={id} />
      ))}
    </div>
  );
}
