import { ProblemError } from '@yamori/domain';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usePlaceDevice, useStays, type Device, type Room } from './api.ts';
import { attempt } from '../../call-outcome.ts';
import { useOnline } from '../../shared/connection/use-online.ts';
import { Button } from '../../kit/form/button.tsx';
import { SearchSelectField } from '../../kit/form/search-select-field.tsx';
import { useToasts } from '../../kit/toast/toasts-view.tsx';
import { useProblemMessage } from '../../kit/pages/use-problem-message.ts';
import { StayList } from '../../shared/stays/stay-list.tsx';
import css from './room-config.module.css';

type RoomDevicesProps = {
  readonly room: Room;
  /** Null while unknown. */
  readonly devices: readonly Device[] | null;
  readonly mayPlace: boolean;
};

const getName = ({ name, serial }: Device): string => (name === '' ? serial : name);

/** The devices in the room, those that can be added, and earlier ones. */
export function RoomDevices({ room, devices, mayPlace }: RoomDevicesProps) {
  const { t } = useTranslation('roomConfig');
  const online = useOnline();
  const [chosen, setChosen] = useState('');
  const roomId = room.documentReferenceId;
  const [moving, move] = useMove(room);
  const placed = (devices ?? []).filter((device) => device.roomId === roomId);
  const others = (devices ?? []).filter(
    (device) => device.roomId !== roomId && device.rootDomainId === room.rootDomainId,
  );
  const bring = async (): Promise<void> => {
    const device = others.find(({ serial }) => serial === chosen);
    if (device !== undefined && (await move(device, roomId))) setChosen('');
  };
  return (
    <section className={css['part']} aria-label={t('fields.devices')}>
      <h3>{t('fields.devices')}</h3>
      {placed.length === 0 ? (
        <p className={css['quiet']}>{t(devices === null ? 'devicesUnknown' : 'devices.none')}</p>
      ) : (
        <ul className={css['devices']}>
          {placed.map((device) => (
            <li key={device.serial}>
              <span>
                <b>{getName(device)}</b>
                {device.name === '' ? null : <small>{device.serial}</small>}
              </span>
              {mayPlace ? (
                <Button
                  disabled={!online || moving}
                  label={t('devices.takeOutNamed', { name: getName(device) })}
                  onClick={() => void move(device, null)}
                >
                  {t('devices.takeOut')}
                </Button>
              ) : null}
            </li>
          ))}
        </ul>
      )}
      {mayPlace && room.archivedAt === null ? (
        <div className={css['bring']}>
          <SearchSelectField
            label={t('devices.bring')}
            name="device"
            value={chosen}
            placeholder={t('devices.choose')}
            disabled={!online}
            choices={others.map((device) => ({
              value: device.serial,
              label:
                device.roomId === null
                  ? getName(device)
                  : t('devices.elsewhere', { name: getName(device) }),
            }))}
            onChange={setChosen}
          />
          <Button disabled={chosen === '' || !online} busy={moving} onClick={() => void bring()}>
            {t('devices.put')}
          </Button>
        </div>
      ) : null}
      <RoomStays roomId={roomId} />
    </section>
  );
}

/** Moves a device; shows the reason of a refusal. */
function useMove(
  room: Room,
): readonly [boolean, (device: Device, roomId: string | null) => Promise<boolean>] {
  const { t } = useTranslation('roomConfig');
  const placeDevice = usePlaceDevice();
  const toasts = useToasts();
  const formatProblem = useProblemMessage();
  const [moving, setMoving] = useState(false);
  const move = async (device: Device, roomId: string | null): Promise<boolean> => {
    const placeIn = (place: string | null): Promise<void> => placeDevice(device.serial, place);
    setMoving(true);
    const outcome = await attempt(() => placeIn(roomId)).finally(() => setMoving(false));
    if (outcome.kind === 'refused')
      toasts.show({ type: 'negative', message: formatProblem(outcome.problem) });
    else {
      const message = t(roomId === null ? 'devices.tookOut' : 'devices.brought', {
        device: getName(device),
        room: room.name,
      });
      // Offer to move it back to its previous room.
      toasts.show({
        type: 'positive',
        message,
        timeoutMs: 10_000,
        action: {
          label: t('undo'),
          run: () => void placeIn(device.roomId).catch(showRefusal(toasts, formatProblem)),
        },
      });
    }
    return outcome.kind === 'done';
  };
  return [moving, move];
}

const showRefusal =
  (toasts: ReturnType<typeof useToasts>, formatProblem: ReturnType<typeof useProblemMessage>) =>
  (error: unknown): void => {
    if (!(error instanceof ProblemError)) throw error;
    toasts.show({ type: 'negative', message: formatProblem(error.problem) });
  };

function RoomStays({ roomId }: { readonly roomId: string }) {
  const { data, error } = useStays(roomId);
  return <StayList stays={data?.stays ?? null} isUnknown={error !== null} subject="room" />;
}
