import { useTranslation } from 'react-i18next';
import type { EitRegionSet } from '../../live/chart/chart-spec.ts';
import type { EitReport } from '../../live/chart/engine/chart-report.ts';
import css from './eit.module.css';
import { REGIONS, useRegionName } from './signal-names.ts';

type FindingsProps = {
  readonly eit: EitReport | null;
  readonly regions: EitRegionSet;
  readonly selected: number | null;
  readonly onChoose: (region: number | null) => void;
};

const percent = (share: number): string => (share * 100).toFixed(0);

/**
 * Findings of the last breath: distribution, centre of ventilation, silent spaces, and electrodes.
 */
export function EitFindings({ eit, regions, selected, onChoose }: FindingsProps) {
  const { t } = useTranslation('raw');
  const getName = useRegionName();
  const shares = eit?.regionShares ?? [];
  return (
    <section className={css['findings']}>
      <h2>
        {t('eit.share')}
        <small>{t('reference')}</small>
      </h2>
      <ul className={css['shares']}>
        {REGIONS.map((region) => (
          <li key={region}>
            <button
              type="button"
              aria-pressed={selected === region}
              onClick={() => onChoose(selected === region ? null : region)}
            >
              <span>{getName(regions, region)}</span>
              <meter min={0} max={1} value={shares[region] ?? 0} aria-hidden="true" />
              <strong>
                {shares[region] === undefined ? '--' : percent(shares[region])}
                <small>%</small>
              </strong>
            </button>
          </li>
        ))}
      </ul>
      <dl>
        <dt>{t('eit.centre')}</dt>
        <dd>
          {eit === null || eit.centre === null
            ? '--'
            : t('eit.centreValue', { x: percent(eit.centre.x), y: percent(eit.centre.y) })}
        </dd>
        <dt>{t('eit.silent')}</dt>
        <dd>{eit === null || eit.silentShare === null ? '--' : `${percent(eit.silentShare)}%`}</dd>
        <dt>{t('eit.quality')}</dt>
        <dd>{eit === null ? '--' : `${percent(eit.quality)}%`}</dd>
        <dt>{t('eit.failed')}</dt>
        <dd data-bad={(eit?.failedElectrodes.length ?? 0) > 0}>
          {eit === null
            ? '--'
            : eit.failedElectrodes.length === 0
              ? t('eit.noFailed')
              : t('eit.failedList', { list: eit.failedElectrodes.join(t('listSeparator')) })}
        </dd>
      </dl>
      {eit !== null && eit.centre === null ? <p>{t('eit.waiting')}</p> : null}
    </section>
  );
}
