import { decideAll, ProblemError, ROUTES, type Visitor } from '@yamori/domain';
import { useQuery } from '@tanstack/react-query';
import { Link, Navigate, useParams } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useDeviceApi } from '../api.ts';
import { isWhole } from '../../../live/documents/document-reader.ts';
import { useDocuments, type ProductDocuments } from '../../../live/documents/documents-context.tsx';
import { LoadingState, ErrorState } from '../../../kit/pages/page-state.tsx';
import { ProblemState } from '../../../kit/pages/problem-state.tsx';
import { useViewer } from '../../../shared/viewer/viewer-context.tsx';
import { useDeviceRights } from './device-rights.ts';
import type { Device } from './device-source.ts';
import css from './serial-screen.module.css';
import { parseSerial } from './register/serial-text.ts';
import { resolveScannedCode, type ScannedCode } from './resolve-scanned-code.ts';

/**
 * The address in a label's code: opens the device's room or its registration, or shows a message.
 */
export function SerialScreen() {
  const { t } = useTranslation('deviceConfig');
  const params: { readonly value?: string } = useParams({ strict: false });
  const serial = parseSerial(params.value ?? '');
  const documents = useDocuments();
  const { similarSerials } = useDeviceApi();
  const { visitor, user } = useViewer();
  const rights = useDeviceRights();
  const domainId = user?.domainId ?? null;
  const { data, error, refetch } = useQuery({
    queryKey: ['scanned', serial],
    gcTime: 0,
    retry: 0,
    enabled: serial !== null,
    queryFn: () => findDevice(documents, similarSerials, serial ?? ''),
  });
  if (error instanceof ProblemError)
    return <ProblemState problem={error.problem} onRetry={() => void refetch()} />;
  if (error !== null) throw error;
  if (serial !== null && data === undefined) return <LoadingState />;
  if (data?.kind === 'several') return <Several serials={data.serials} />;
  const mayRegister =
    opens('device-config', visitor) &&
    (domainId === null
      ? rights.actor?.reach.kind === 'everything'
      : rights.mayRegisterIn(domainId));
  const target = resolveScannedCode(serial, data?.device ?? null, {
    opensRooms: opens('room-sleep', visitor),
    opensDevices: opens('device-config', visitor),
    mayRegister,
  });
  return target.kind === 'refused' || target.kind === 'wrong' ? (
    <ErrorState
      icon="sensor"
      title={t(`sn.${target.kind}Title`)}
      why={t(`sn.${target.kind}Why`)}
      next={<Link to="/">{t('sn.home')}</Link>}
    />
  ) : (
    <Leading target={target} />
  );
}

type Found =
  | { readonly kind: 'one'; readonly device: Pick<Device, 'serial' | 'roomId'> | null }
  | { readonly kind: 'several'; readonly serials: readonly string[] };

/** The device with exactly this serial; else the one that differs only in case. */
async function findDevice(
  documents: ProductDocuments,
  similarSerials: (serial: string) => Promise<string[]>,
  serial: string,
): Promise<Found> {
  const named = async (one: string): Promise<Found> => {
    const device = await documents.doc(`device/${one}`).get();
    return {
      kind: 'one',
      device:
        device !== null && isWhole(device)
          ? { serial: device.serial, roomId: device.roomId }
          : null,
    };
  };
  const exact = await named(serial);
  if (exact.kind === 'one' && exact.device !== null) return exact;
  const [first, ...more] = await similarSerials(serial);
  if (first === undefined) return exact;
  return more.length === 0 ? named(first) : { kind: 'several', serials: [first, ...more] };
}

/** Several serials that differ only in case: the user can compare them with the device. */
function Several({ serials }: { readonly serials: readonly string[] }) {
  const { t } = useTranslation('deviceConfig');
  return (
    <ErrorState
      icon="sensor"
      title={t('sn.severalTitle')}
      why={t('sn.severalWhy')}
      next={
        <>
          {serials.map((serial) => (
            <Link key={serial} className={css['choice']} to="/sn/$value" params={{ value: serial }}>
              {serial}
            </Link>
          ))}
        </>
      }
    />
  );
}

function Leading({
  target,
}: {
  readonly target: Exclude<ScannedCode, { kind: 'refused' | 'wrong' }>;
}) {
  switch (target.kind) {
    case 'room':
      return <Navigate to="/room/$roomid/sleep" params={{ roomid: target.roomId }} replace />;
    case 'roomSettings':
      return <Navigate to="/room-config/room-list-card" search={{ room: target.roomId }} replace />;
    case 'device':
      return (
        <Navigate to="/device-config/device-list-card" search={{ device: target.serial }} replace />
      );
    case 'register':
      return (
        <Navigate
          to="/device-config/device-list-card"
          search={{ register: target.serial }}
          replace
        />
      );
  }
}

const opens = (routeId: string, visitor: Visitor): boolean =>
  decideAll(ROUTES.find(({ id }) => id === routeId)?.guards ?? [], visitor) === 'allowed';
