import { useTranslation } from 'react-i18next';
import { createDateTimeFormatter, fullDateTime } from '../../locales/date-time-formatter.ts';
import { Button } from '../../kit/form/button.tsx';
import { useRequest } from '../../api/use-request.ts';
import { useCsvAccess } from './csv-access.ts';
import css from './csv-import.module.css';

/** The member's recent imports, to return to one after a reload or on another day. */
export function RecentImports({ onRun }: { readonly onRun: (importId: string) => void }) {
  const { t, i18n } = useTranslation('csvImport');
  const { client } = useCsvAccess();
  const formatDateTime = createDateTimeFormatter(i18n.language, fullDateTime(i18n.language));
  const recent = useRequest('recent', client.recent);
  if (recent.kind !== 'ready' || recent.value.length === 0) return null;
  return (
    <section className={css['panel']} aria-labelledby="csv-recent">
      <div className={css['head']}>
        <h2 id="csv-recent">{t('recent')}</h2>
        <p className={css['quiet']}>{t('recentHint')}</p>
      </div>
      <ul className={css['recent']}>
        {recent.value.map(({ importId, fileName, kind, state, createdAt, counts }) => (
          <li key={importId}>
            <strong>{fileName}</strong>
            <span>{t(`kinds.${kind}`)}</span>
            <span>{formatDateTime(createdAt)}</span>
            <span data-state={state}>
              {t(`states.${state}`)}{' '}
              {t('progress', { done: counts.total - counts.waiting, total: counts.total })}
            </span>
            <Button label={t('openRunOf', { file: fileName })} onClick={() => onRun(importId)}>
              {t('openRun')}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
