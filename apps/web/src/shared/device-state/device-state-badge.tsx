import { lastHeardAt, type DeviceState, type DeviceStatus } from '@yamori/domain';
import { useTranslation } from 'react-i18next';
import { Age } from '../../kit/clock/age.tsx';
import { StateIcon, type StateShape } from '../room-state/state-icon.tsx';
import { ToolIcon } from '../../kit/icons/tool-icon.tsx';
import css from './device-state.module.css';

const SHAPES: Readonly<Record<DeviceState, StateShape | null>> = {
  retired: null,
  offline: 'deviceFault',
  sensorOff: 'sensorOff',
  noisy: 'deviceFault',
  batteryLow: 'battery',
  never: 'undeployed',
  fine: null,
};

export function DeviceStateIcon({
  state,
  size = 16,
}: {
  readonly state: DeviceState;
  readonly size?: 16 | 24;
}) {
  const shape = SHAPES[state];
  return shape !== null ? (
    <StateIcon shape={shape} size={size} />
  ) : (
    <ToolIcon name={state === 'fine' ? 'check' : 'close'} size={size} />
  );
}

/** A device's state as shape, colour and text, the same on every screen. */
export function DeviceStateBadge({ state }: { readonly state: DeviceState }) {
  const { t } = useTranslation('states');
  return (
    <span className={css['state']} data-state={state}>
      <DeviceStateIcon state={state} />
      {t(`device.${state}`)}
    </span>
  );
}

/** How long ago a device sent samples or a heartbeat. */
export function LastHeard({ status }: { readonly status: DeviceStatus | null | undefined }) {
  const at = lastHeardAt(status);
  return at === null ? <>--</> : <Age at={at} kind="ago" />;
}
