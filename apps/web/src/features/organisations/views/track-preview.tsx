import { VIEW_ITEMS } from '@yamori/domain';
import { useTranslation } from 'react-i18next';
import { getShownItems } from '../../../shared/views/shown-view.ts';
import { useItemLabels } from '../../../shared/views/use-item-labels.ts';
import css from './views.module.css';

/** The initial lanes of a night from top to bottom, with their limits. */
export function TrackPreview({
  tracks,
  thresholds,
}: {
  readonly tracks: readonly string[];
  readonly thresholds: readonly string[];
}) {
  const { t } = useTranslation('views');
  const words = useItemLabels();
  return (
    <div className={css['tracks']}>
      <h4>{t('night')}</h4>
      <ol>
        {getShownItems(VIEW_ITEMS.viewerTracks, tracks).map((track) => (
          <li key={track}>{words('viewerTracks', track)}</li>
        ))}
      </ol>
      <p className={css['quiet']}>
        {thresholds.length === 0
          ? t('noLimits')
          : t('limits', {
              names: thresholds.map((name) => words('thresholdsShown', name)).join(t('separator')),
            })}
      </p>
    </div>
  );
}
