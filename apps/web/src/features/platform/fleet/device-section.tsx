import type { Fleet } from '@yamori/domain';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { DeviceStateBadge } from '../../../shared/device-state/device-state-badge.tsx';
import { PlainTable } from '../../../kit/pages/description-list.tsx';
import { useDeviceTypes } from '../../../shared/device-types/use-device-types.ts';
import { countBy, rowsByType, SHOWN_STATES } from './device-counts.ts';
import css from './fleet.module.css';

/** Active devices by state, and by type and firmware. */
export function DeviceSection({ fleet: { devices } }: { readonly fleet: Fleet }) {
  const { t, i18n } = useTranslation('fleet');
  const figure = new Intl.NumberFormat(i18n.language);
  const types = useDeviceTypes();
  const states = countBy(devices, ({ state }) => state);
  const total = SHOWN_STATES.reduce((sum, state) => sum + (states.get(state) ?? 0), 0);
  if (total === 0) return <p className={css['quiet']}>{t('devices.none')}</p>;
  return (
    <div className={css['halves']}>
      <ul className={css['states']} aria-label={t('devices.byState')}>
        {SHOWN_STATES.map((state) => {
          const count = states.get(state) ?? 0;
          return (
            <li key={state} data-state={state}>
              <Link to="/device-config/device-list-table" search={{ state }}>
                <DeviceStateBadge state={state} />
              </Link>
              <span className={css['bar']}>
                <i style={{ width: `${(100 * count) / total}%` }} />
              </span>
              <strong>{figure.format(count)}</strong>
            </li>
          );
        })}
      </ul>
      <PlainTable
        label={t('devices.byType')}
        heads={[t('devices.type'), t('devices.firmware'), t('devices.count'), t('devices.offline')]}
        numbers={[2, 3]}
        rows={rowsByType(devices).map(({ typeId, count, offline, firmware }) => ({
          key: typeId,
          cells: [
            <Link key="type" to="/master/device-lists/$deviceid" params={{ deviceid: typeId }}>
              {types.find(({ documentReferenceId }) => documentReferenceId === typeId)?.name ??
                typeId}
            </Link>,
            <span key="firmware" className={css['versions']}>
              {firmware.map(({ version, count: own }) => (
                <span key={version}>
                  {version === '' ? t('devices.unknownFirmware') : version}
                  <small>{figure.format(own)}</small>
                </span>
              ))}
            </span>,
            figure.format(count),
            figure.format(offline),
          ],
        }))}
      />
    </div>
  );
}
