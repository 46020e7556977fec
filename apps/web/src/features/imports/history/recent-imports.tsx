import { useTranslation } from 'react-i18next';
import { ProblemState } from '../../../kit/pages/problem-state.tsx';
import { Skeleton } from '../../../kit/pages/page-state.tsx';
import { useRecentUploads } from '../api.ts';
import css from '../imports.module.css';
import { ImportRow } from './import-row.tsx';

const SHOWN = 10;

/** The latest imports of all rooms, below the uploads. */
export function RecentImports() {
  const { t } = useTranslation('imports');
  const recent = useRecentUploads(SHOWN);
  if (recent.kind === 'failed' || recent.kind === 'refused')
    return <ProblemState compact problem={recent.problem} />;
  if (recent.kind === 'loading') return <Skeleton height={84} />;
  if (recent.value.length === 0) return null;
  return (
    <section className={css['recent']}>
      <h2>{t('history.recent')}</h2>
      <ul className={css['rows']}>
        {recent.value.map((upload) => (
          <ImportRow key={upload.documentPath} found={upload} withRoom />
        ))}
      </ul>
    </section>
  );
}
