import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDeviceApi, useStays } from '../api.ts';
import { useOnline } from '../../../shared/connection/use-online.ts';
import { Button } from '../../../kit/form/button.tsx';
import { SearchSelectField } from '../../../kit/form/search-select-field.tsx';
import { StayList } from '../../../shared/stays/stay-list.tsx';
import css from './device-config.module.css';
import type { Device, Room } from './device-source.ts';
import { useDeviceCommand } from './use-device-command.ts';

/** The current and previous rooms of a device. */
export function DevicePlace({
  device,
  rooms,
  mayPlace,
}: {
  readonly device: Device;
  readonly rooms: readonly Room[];
  readonly mayPlace: boolean;
}) {
  const { t } = useTranslation('deviceConfig');
  const online = useOnline();
  const api = useDeviceApi();
  const { busy, run } = useDeviceCommand();
  const { serial, roomId } = device;
  const [chosen, setChosen] = useState('');
  const current = rooms.find(({ documentReferenceId }) => documentReferenceId === roomId);
  const here = rooms.filter(
    ({ rootDomainId, documentReferenceId }) =>
      documentReferenceId !== roomId &&
      (rootDomainId === device.rootDomainId || device.borrowedBy !== null),
  );
  const place = async (next: string | null): Promise<void> => {
    const name = rooms.find(({ documentReferenceId }) => documentReferenceId === next)?.name ?? '';
    const undo = {
      label: t('undo'),
      run: () =>
        void run(() => api.place(serial, roomId), {
          message: t('place.back'),
        }),
    };
    if (
      await run(() => api.place(serial, next), {
        message: next === null ? t('place.tookOut') : t('place.brought', { name }),
        undo,
      })
    )
      setChosen('');
  };
  const { data, error } = useStays(serial, 'online');
  return (
    <section className={css['part']} aria-label={t('fields.room')}>
      <h3>{t('fields.room')}</h3>
      <p>{current === undefined ? t('place.nowhere') : t('place.in', { name: current.name })}</p>
      {current === undefined ? null : (
        <p>
          <Link to="/room/$roomid/accident" params={{ roomid: current.documentReferenceId }}>
            {t('place.tryAlarm')}
          </Link>
        </p>
      )}
      {mayPlace && device.retiredAt === null ? (
        <div className={css['bring']}>
          <SearchSelectField
            label={t('place.to')}
            name="room"
            value={chosen}
            placeholder={t('chooseOne')}
            disabled={!online}
            choices={here.map(({ documentReferenceId, name, floor }) => ({
              value: documentReferenceId,
              label: floor === '' ? name : `${name} ${floor}`,
            }))}
            onChange={setChosen}
          />
          <Button
            disabled={chosen === '' || !online}
            busy={busy}
            onClick={() => void place(chosen)}
          >
            {t('place.put')}
          </Button>
          {roomId === null ? null : (
            <Button disabled={!online || busy} onClick={() => void place(null)}>
              {t('place.takeOut')}
            </Button>
          )}
        </div>
      ) : null}
      <StayList stays={data?.stays ?? null} isUnknown={error !== null} subject="device" />
    </section>
  );
}
