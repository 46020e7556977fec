import { PRODUCT_VERSION, VITAL_MAXIMUM_AGE_SECONDS } from '@yamori/domain';
import { useTranslation } from 'react-i18next';
import { PageHeader } from '../../ui/pages/page-state.tsx';
import { ShapeLegend } from '../../ui/room-state/shape-legend.tsx';
import css from './help.module.css';

const SHORTCUTS = [
  { keys: ['Ctrl', 'K'], word: 'search' },
  { keys: ['↑', '↓', '←', '→'], word: 'move' },
  { keys: ['Home', 'End'], word: 'firstLast' },
  { keys: ['Enter'], word: 'open' },
  { keys: ['Esc'], word: 'leave' },
] as const;

/** Keys, what the shapes mean, what the numbers are worth, what to do when something is wrong, and the version. */
export function HelpScreen() {
  const { t } = useTranslation('help');
  const { t: routes } = useTranslation('routes');
  const ages = { heart: VITAL_MAXIMUM_AGE_SECONDS.heartRate, respiration: VITAL_MAXIMUM_AGE_SECONDS.respirationRate, temperature: VITAL_MAXIMUM_AGE_SECONDS.temperature };
  return (
    <div className={css['screen']}>
      <PageHeader title={routes('help.title')} aside={t('lead')} />
      <section>
        <h2>{t('shapes')}</h2>
        <p>{t('shapesLead')}</p>
        <ShapeLegend />
      </section>
      <section>
        <h2>{t('shortcuts')}</h2>
        <dl className={css['keys']}>
          {SHORTCUTS.map(({ keys, word }) => (
            <div key={word}><dt>{keys.map((key) => <kbd key={key}>{key}</kbd>)}</dt><dd>{t(`shortcut.${word}`)}</dd></div>
          ))}
        </dl>
      </section>
      <section>
        <h2>{t('numbers')}</h2>
        <p>{t('numbersWhy')}</p>
        <p>{t('ages', ages)}</p>
      </section>
      <section>
        <h2>{t('trouble')}</h2>
        <ul className={css['troubles']}>
          <li>{t('troubles.noSignal')}</li><li>{t('troubles.sensorOff')}</li><li>{t('troubles.lost')}</li>
        </ul>
      </section>
      <p className={css['version']}>{t('version', { version: PRODUCT_VERSION })}</p>
    </div>
  );
}
