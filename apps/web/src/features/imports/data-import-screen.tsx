import { useTranslation } from 'react-i18next';
import { PageHeader } from '../../kit/pages/page-state.tsx';
import { ImportDesk } from './desk/import-desk.tsx';
import { RecentImports } from './history/recent-imports.tsx';
import css from './imports.module.css';

/** Imports files into any of the member's rooms. */
export function DataImportScreen() {
  const { t } = useTranslation('routes');
  return (
    <div className={css['page']}>
      <PageHeader title={t('data-import.title')} />
      <ImportDesk roomId={null} />
      <RecentImports />
    </div>
  );
}
