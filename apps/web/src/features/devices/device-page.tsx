import { deviceState } from '@yamori/domain';
import { Link, useParams } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { isWhole } from '../../live/documents/document-reader.ts';
import { useLiveDocument } from '../../live/documents/documents-context.tsx';
import { Age } from '../../kit/clock/age.tsx';
import { DeviceStateBadge } from '../../shared/device-state/device-state-badge.tsx';
import { useDeviceType } from '../../shared/device-types/use-device-types.ts';
import { DescriptionList, type Fact } from '../../kit/pages/description-list.tsx';
import { LoadingState, PageHeader, ErrorState } from '../../kit/pages/page-state.tsx';
import { PageSection } from '../../kit/pages/page-section.tsx';
import { ProblemState } from '../../kit/pages/problem-state.tsx';
import { useOrganisations } from '../../shared/organisations/use-organisations.ts';
import { type Device, ServiceSection } from './service-section.tsx';
import css from './devices.module.css';
import { LoanSection } from './loan-section.tsx';
import { RecordedSection } from './recorded-section.tsx';
import { StaySection } from './stay-section.tsx';

/** One device for troubleshooting: its reports, recordings, rooms, loans and service. */
export function DevicePage() {
  const { t } = useTranslation('devices');
  const { deviceSerial = '' } = useParams({ strict: false });
  const found = useLiveDocument(`device/${deviceSerial}`);
  if (found.kind === 'failed' || found.kind === 'refused')
    return <ProblemState problem={found.problem} />;
  if (found.kind === 'loading') return <LoadingState />;
  if (found.value === null || !isWhole(found.value))
    return (
      <ErrorState
        icon="sensor"
        title={t('gone')}
        why={t('goneWhy', { serial: deviceSerial })}
        next={<Link to="/master">{t('toHome')}</Link>}
      />
    );
  return <OneDevice key={deviceSerial} device={found.value} />;
}

function OneDevice({ device }: { readonly device: Device }) {
  const { t } = useTranslation('devices');
  const { serial, name, typeId } = device;
  const type = useDeviceType(typeId);
  const tools = (
    <>
      <Link to="/monitoring-device" search={{ device: serial }}>
        {t('toLive')}
      </Link>
      <Link to="/device-config/device-list-table" search={{ device: serial }}>
        {t('toSettings')}
      </Link>
    </>
  );
  return (
    <div className={css['page']}>
      <PageHeader title={serial} aside={name} tools={tools} />
      <PageSection title={t('standing')}>
        <DeviceStatus device={device} typeName={type?.name ?? typeId} />
      </PageSection>
      <PageSection title={t('stays')}>
        <StaySection serial={serial} />
      </PageSection>
      <div className={css['wide']}>
        <PageSection title={t('streams')} lead={t('streamsLead')}>
          <RecordedSection serial={serial} streams={type?.streams ?? []} />
        </PageSection>
      </div>
      <PageSection title={t('loans')}>
        <LoanSection serial={serial} />
      </PageSection>
      <PageSection title={t('service')}>
        <ServiceSection device={device} />
      </PageSection>
    </div>
  );
}

function DeviceStatus({
  device,
  typeName,
}: {
  readonly device: Device;
  readonly typeName: string;
}) {
  const { t, i18n } = useTranslation('devices');
  const organisations = useOrganisations();
  const figure = new Intl.NumberFormat(i18n.language, { maximumFractionDigits: 1 });
  const getName = (id: string): string =>
    organisations.find(({ documentReferenceId }) => documentReferenceId === id)?.name ?? id;
  const { status, roomId, domainId, borrowedBy, retiredAt, firmware, connection, typeId } = device;
  const age = (at: Date | null | undefined) =>
    at === null || at === undefined ? '--' : <Age at={at} kind="ago" />;
  const some = (value: number | null | undefined, say: (value: string) => string): string =>
    value === null || value === undefined ? '--' : say(figure.format(value));
  const facts: readonly Fact[] = [
    [t('state'), <DeviceStateBadge key="state" state={deviceState(device)} />],
    [t('lastFrame'), age(status?.lastFrameAt)],
    [t('lastHeartbeat'), age(status?.lastHeartbeatAt)],
    [t('onlineSince'), age(status?.onlineSince)],
    [t('battery'), some(status?.batteryPercent, (value) => `${value}%`)],
    [t('signal'), some(status?.signalDbm, (value) => t('dbm', { value }))],
    [t('clock'), some(status?.clockOffsetSeconds, (value) => t('seconds', { value }))],
    [t('framesReceived'), some(status?.framesReceived, String)],
    [t('framesRefused'), some(status?.framesRefused, String)],
    [
      t('type'),
      <Link key="type" to="/master/device-lists/$deviceid" params={{ deviceid: typeId }}>
        {typeName}
      </Link>,
    ],
    [t('firmware'), firmware === '' ? '--' : firmware],
    [t('connection'), t(`connections.${connection}`)],
    [
      t('organisation'),
      <Link key="organisation" to="/master/domain/$domainid" params={{ domainid: domainId }}>
        {getName(domainId)}
      </Link>,
    ],
    [t('room'), roomId === null ? t('noRoom') : <RoomLink key="room" roomId={roomId} />],
    ...(borrowedBy === null ? [] : [[t('borrower'), getName(borrowedBy)] as const]),
    ...(retiredAt === null ? [] : [[t('retired'), age(retiredAt)] as const]),
  ];
  return <DescriptionList facts={facts} />;
}

function RoomLink({ roomId }: { readonly roomId: string }) {
  const found = useLiveDocument(`room/${roomId}`);
  const room =
    'value' in found && found.value !== null && isWhole(found.value) ? found.value : null;
  return (
    <Link to="/room/$roomid/sleep" params={{ roomid: roomId }}>
      {room?.name ?? roomId}
    </Link>
  );
}
