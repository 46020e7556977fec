import { useTranslation } from 'react-i18next';
import type { LaneSpec } from '../../live/chart/chart-spec.ts';
import { useRegionName } from './region-name.ts';

const AXES = ['x', 'y', 'z'] as const;
const FIRST_LAYER = 1;
const FIRST_QUADRANT = 5;

/** The name of a lane: its signal, and its axis or region if the signal has several. */
export function useLaneName(): (lane: LaneSpec) => string {
  const { t } = useTranslation('raw');
  const regionOf = useRegionName();
  return ({ source: { stream, channels } }) => {
    const [channel = 0] = channels;
    const axis = AXES[channel];
    if (stream === 'respi-axl' && channels.length === 1 && axis !== undefined)
      return `${t('streams.respi-axl')} ${t(`axes.${axis}`)}`;
    if (stream === 'respihr' && channels.length === 1)
      return channel === 0 ? t('wave.deviceRespirationRate') : t('wave.deviceHeartRate');
    if (stream === 'eit-curves' && channel < FIRST_LAYER)
      return `${t('streams.eit')} ${t('curves.all')}`;
    if (stream === 'eit-curves')
      return channel < FIRST_QUADRANT
        ? regionOf('layers', channel - FIRST_LAYER)
        : regionOf('quadrants', channel - FIRST_QUADRANT);
    return t(`streams.${stream}` as 'streams.ecg', { defaultValue: stream });
  };
}
