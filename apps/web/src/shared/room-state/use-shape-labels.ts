import { useTranslation } from 'react-i18next';
import type { StateShape } from './state-icon.tsx';

/**
 * Meaning of a state's colour. `quiet`: no attention needed. `outlined`: over but unchecked, an
 * outline in the warning colour without fill or pulse.
 */
export type Tone =
  | 'quiet'
  | 'good'
  | 'warning'
  | 'danger'
  | 'information'
  | 'technical'
  | 'outlined';
export type LegendShape = StateShape;

export const SHAPE_TONES: Readonly<Record<StateShape, Tone>> = {
  asleep: 'good',
  dozing: 'good',
  awake: 'information',
  inBed: 'good',
  outOfBed: 'warning',
  unknown: 'quiet',
  call: 'danger',
  fall: 'danger',
  deviceFault: 'technical',
  sensorOff: 'technical',
  battery: 'technical',
  undeployed: 'quiet',
};

export function useShapeLabels(): Readonly<Record<StateShape, string>> {
  const { t } = useTranslation('states');
  return {
    asleep: t('sleep.asleep'),
    dozing: t('sleep.dozing'),
    awake: t('sleep.awake'),
    inBed: t('presence.inBed'),
    outOfBed: t('presence.outOfBed'),
    unknown: t('presence.unknown'),
    call: t('call'),
    fall: t('accident'),
    deviceFault: t('fault.deviceOffline'),
    sensorOff: t('fault.sensorOff'),
    battery: t('fault.batteryLow'),
    undeployed: t('fault.undeployed'),
  };
}
