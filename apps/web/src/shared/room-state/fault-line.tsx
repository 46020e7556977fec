import { isRoomSilent, type RoomLive } from '@yamori/domain';
import { useTranslation } from 'react-i18next';
import { isWhole } from '../../live/documents/document-reader.ts';
import { useDocuments, useQuery } from '../../live/documents/documents-context.tsx';
import css from './room-state.module.css';

/** The device that is silent while the others of the room go on, on a line below the state. */
export function FaultLine({
  live,
  size,
}: {
  readonly live: RoomLive | null;
  /** `small`: two lines fit into the space of one. */
  readonly size?: 'small';
}) {
  if (live === null || live.fault !== 'deviceOffline' || isRoomSilent(live)) return null;
  return live.faultSerial === null ? null : <SilentDevice serial={live.faultSerial} size={size} />;
}

function SilentDevice({
  serial,
  size,
}: {
  readonly serial: string;
  readonly size: 'small' | undefined;
}) {
  const { t } = useTranslation('states');
  const found = useQuery(
    useDocuments().collection('device').where('serial', '==', serial).limit(1),
  );
  const device = 'value' in found ? found.value.find(isWhole) : undefined;
  const hasSent = device === undefined || (device.status?.lastFrameAt ?? null) !== null;
  return (
    <span className={css['faultLine']} data-size={size} data-tone="technical">
      {t(hasSent ? 'silentDevice' : 'neverSent', { serial })}
    </span>
  );
}
