import { useTranslation } from 'react-i18next';
import type { Regularity } from './regularity.ts';
import css from './result.module.css';

const DECIMALS = { SRI: 0, IS: 2, IV: 2, RA: 2 } as const;

/**
 * Figures over all nights together, each with its meaning: sleep regularity index (SRI), interdaily
 * stability (IS), intradaily variability (IV) and relative amplitude (RA).
 */
export function RegularityGroup({ regularity }: { regularity: Regularity }) {
  const { t } = useTranslation('results');
  const { t: room } = useTranslation('rooms');
  return (
    <section className={css['part']} aria-label={t('group.rhythm', { count: regularity.nights })}>
      <h3>{t('group.rhythm', { count: regularity.nights })}</h3>
      <dl className={css['rhythm']}>
        {(['SRI', 'IS', 'IV', 'RA'] as const).map((id) => (
          <div key={id}>
            <dt>{t(`figure.${id}`)}</dt>
            <dd>{regularity[id]?.toFixed(DECIMALS[id]) ?? room('noValue')}</dd>
            <p>{t(`meaning.${id}`)}</p>
          </div>
        ))}
      </dl>
    </section>
  );
}
