import { useTranslation } from 'react-i18next';
import { StateIcon } from './state-icon.tsx';
import { SHAPE_TONES, useShapeLabels, type LegendShape } from './use-shape-labels.ts';
import css from './room-state.module.css';

const ORDER: readonly LegendShape[] = [
  'asleep',
  'dozing',
  'awake',
  'inBed',
  'outOfBed',
  'unknown',
  'call',
  'fall',
  'deviceFault',
  'sensorOff',
  'battery',
  'undeployed',
];

/** Every shape with its word, for the help page. */
export function ShapeLegend() {
  const words = useShapeLabels();
  const { t } = useTranslation('states');
  return (
    <ul className={css['legend']} aria-label={t('reference')}>
      {ORDER.map((shape) => (
        <li key={shape} data-tone={SHAPE_TONES[shape]}>
          <StateIcon shape={shape} size={22} />
          <span>{words[shape]}</span>
        </li>
      ))}
    </ul>
  );
}
