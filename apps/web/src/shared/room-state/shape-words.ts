import { useTranslation } from 'react-i18next';
import type { StateShape } from './state-icon.tsx';

/**
 * How a state is to be read: its colour's meaning. `quiet` is what needs nobody. `outlined` is over
 * and has not been checked: an outline in the colour of a warning that neither fills nor pulses.
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

export function useShapeWords(): Readonly<Record<StateShape, string>> {
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
