import { useTranslation } from 'react-i18next';
import css from './board.module.css';
import { spanWord } from './speed-word.ts';

const SHARES = [1, 0.75, 0.5, 0.25] as const;

/** What the columns of a moving paper stand for: how long ago, with now at the pen. */
export function TimeFoot({ seconds }: { seconds: number }) {
  const { t } = useTranslation('raw');
  return (
    <ol className={css['foot']} aria-label={t('timeAxis')}>
      {SHARES.map((share) => (
        <li key={share}>{t('before', { span: spanWord(t, share * seconds) })}</li>
      ))}
      <li>{t('ageNow')}</li>
    </ol>
  );
}
