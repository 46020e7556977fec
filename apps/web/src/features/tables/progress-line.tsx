import { useTranslation } from 'react-i18next';
import { ProgressBar } from '../../kit/pages/progress-bar.tsx';
import css from './csv-import.module.css';

type ProgressLineProps = {
  readonly words: string;
  readonly progress: { readonly done: number; readonly total: number } | null;
  readonly unit?: 'rows' | 'rooms';
};

/** The current command as a bar and in figures. */
export function ProgressLine({ words, progress, unit = 'rows' }: ProgressLineProps) {
  const { t, i18n } = useTranslation('csvImport');
  const figure = new Intl.NumberFormat(i18n.language);
  return (
    <section className={css['panel']} aria-live="polite">
      <p>{words}</p>
      <ProgressBar label={words} done={progress?.done ?? null} total={progress?.total ?? 1} />
      <p className={css['quiet']}>
        {progress === null
          ? ''
          : t(unit === 'rows' ? 'progress' : 'roomsProgress', {
              done: figure.format(progress.done),
              total: figure.format(progress.total),
            })}
      </p>
    </section>
  );
}
