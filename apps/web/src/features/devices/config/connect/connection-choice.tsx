import { DEVICE_CONNECTIONS, type DeviceConnection } from '@yamori/domain';
import { useTranslation } from 'react-i18next';
import { ToolIcon, type ToolIconName } from '../../../../kit/icons/tool-icon.tsx';
import css from '../device-config.module.css';
import type { Device } from '../device-source.ts';

const ICONS: Readonly<Record<DeviceConnection, ToolIconName>> = {
  network: 'wifi',
  usbSerial: 'sensor',
  bluetooth: 'pulse',
};

/** The connection types of a device, each with its requirements. */
export function ConnectionChoice({
  value,
  onChange,
  disabled = false,
  isNamed = false,
}: {
  readonly value: Device['connection'];
  readonly onChange: (value: DeviceConnection) => void;
  readonly disabled?: boolean;
  /** A heading above names it already. */
  readonly isNamed?: boolean;
}) {
  const { t } = useTranslation('deviceConfig');
  return (
    <fieldset className={css['connections']} disabled={disabled}>
      <legend className={isNamed ? 'visually-hidden' : undefined}>{t('fields.connection')}</legend>
      {DEVICE_CONNECTIONS.map((connection) => (
        <label key={connection} data-chosen={value === connection}>
          <input
            type="radio"
            name="connection"
            value={connection}
            checked={value === connection}
            onChange={() => onChange(connection)}
          />
          <ToolIcon name={ICONS[connection]} size={20} />
          <b>{t(`connections.${connection}`)}</b>
          <small>{t(`connectionWhy.${connection}`)}</small>
        </label>
      ))}
    </fieldset>
  );
}
