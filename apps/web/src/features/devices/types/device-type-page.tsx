import type { Fleet } from '@yamori/domain';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFleet } from '../api.ts';
import { attempt } from '../../../call-outcome.ts';
import { useDocuments } from '../../../live/documents/documents-context.tsx';
import { useOnline } from '../../../shared/connection/use-online.ts';
import { DeviceStateBadge } from '../../../shared/device-state/device-state-badge.tsx';
import { useDialogs } from '../../../kit/dialog/dialogs-context.tsx';
import { Button } from '../../../kit/form/button.tsx';
import { useToasts } from '../../../kit/toast/toasts-view.tsx';
import { PlainTable } from '../../../kit/pages/description-list.tsx';
import { QueryBoundary } from '../../../kit/pages/loaded.tsx';
import { LoadingState, PageHeader, ErrorState } from '../../../kit/pages/page-state.tsx';
import { PageSection } from '../../../kit/pages/page-section.tsx';
import { ProblemState } from '../../../kit/pages/problem-state.tsx';
import { useProblemMessage } from '../../../kit/pages/use-problem-message.ts';
import css from './device-types.module.css';
import { TypeForm } from './type-form.tsx';
import { countDevices, useType, type DeviceType } from './type-source.ts';

/** One device type: its streams, its devices, and its deletion. */
export function DeviceTypePage() {
  const { t } = useTranslation('deviceTypes');
  const { deviceid = '' } = useParams({ strict: false });
  const found = useType(deviceid);
  if (found.kind === 'loading') return <LoadingState />;
  if (found.kind === 'failed') return <ProblemState problem={found.problem} />;
  if (found.kind === 'none')
    return (
      <ErrorState
        icon="sensor"
        title={t('gone')}
        why={t('goneWhy')}
        next={<Link to="/master/device-types">{t('toAll')}</Link>}
      />
    );
  return <OneType key={deviceid} type={found.type} />;
}

function OneType({ type }: { readonly type: DeviceType }) {
  const { t } = useTranslation('deviceTypes');
  const fleet = useFleet();
  return (
    <div className={css['page']}>
      <PageHeader
        title={type.name}
        aside={type.code}
        tools={<Link to="/master/device-types">{t('toAll')}</Link>}
      />
      <PageSection title={t('settings')} lead={t('settingsLead')}>
        <QueryBoundary query={fleet} shape={NO_DEVICES}>
          {(value) => (
            <TypeForm
              key={type.documentReferenceId}
              type={type}
              devices={countDevices(value, type.documentReferenceId) ?? 0}
            />
          )}
        </QueryBoundary>
      </PageSection>
      <PageSection title={t('devices')} lead={t('devicesLead')}>
        <QueryBoundary query={fleet} shape={toShape(type)}>
          {(value) => <TypeDevices fleet={value} typeId={type.documentReferenceId} />}
        </QueryBoundary>
      </PageSection>
      <PageSection title={t('removeTitle')} lead={t('removeLead')}>
        <Removal type={type} devices={countDevices(fleet.data, type.documentReferenceId)} />
      </PageSection>
    </div>
  );
}

/** Reserves space until the devices are counted. */
const NO_DEVICES: Fleet = {
  organisations: [],
  rooms: { inUse: 0, archived: 0, withDevice: 0, openAccidents: 0, openCalls: 0, openFaults: 0 },
  members: 0,
  devices: [],
  unplaced: 0,
  lent: 0,
};
const toShape = ({ documentReferenceId: typeId }: DeviceType): Fleet => ({
  ...NO_DEVICES,
  devices: ['a', 'b', 'c'].map((firmware) => ({ typeId, firmware, state: 'fine', count: 1 })),
});

function TypeDevices({ fleet, typeId }: { readonly fleet: Fleet; readonly typeId: string }) {
  const { t, i18n } = useTranslation('deviceTypes');
  const { t: words } = useTranslation('fleet');
  const figure = new Intl.NumberFormat(i18n.language);
  const own = fleet.devices.filter((device) => device.typeId === typeId);
  if (own.length === 0) return <p className={css['quiet']}>{t('noDevices')}</p>;
  return (
    <>
      <PlainTable
        label={t('devicesTable')}
        heads={[t('fields.firmwareVersions'), t('state'), t('fields.devices')]}
        numbers={[2]}
        rows={own.map(({ firmware, state, count }) => ({
          key: `${firmware} ${state}`,
          cells: [
            firmware === '' ? words('devices.unknownFirmware') : firmware,
            <DeviceStateBadge key="state" state={state} />,
            figure.format(count),
          ],
        }))}
      />
      <p>
        <Link to="/device-config/device-list-table" search={{ type: typeId }}>
          {t('toDevices')}
        </Link>
      </p>
    </>
  );
}

/**
 * @param devices of the type; null if they are not or cannot be counted: then the server decides
 *   about the deletion
 */
function Removal({
  type,
  devices,
}: {
  readonly type: DeviceType;
  readonly devices: number | null;
}) {
  const { t } = useTranslation('deviceTypes');
  const online = useOnline();
  const navigate = useNavigate();
  const dialogs = useDialogs();
  const documents = useDocuments();
  const toasts = useToasts();
  const formatProblem = useProblemMessage();
  const [busy, setBusy] = useState(false);
  const remove = async (): Promise<void> => {
    if (
      !(await dialogs.confirm({
        title: t('removeAsk', { name: type.name }),
        message: t('removeWhy'),
        ok: t('remove'),
        cancel: t('cancel'),
        kind: 'danger',
      }))
    )
      return;
    setBusy(true);
    const outcome = await attempt(() =>
      documents.doc(`deviceType/${type.documentReferenceId}`).delete(),
    ).finally(() => setBusy(false));
    if (outcome.kind === 'refused')
      return void toasts.show({ type: 'negative', message: formatProblem(outcome.problem) });
    toasts.show({ type: 'positive', message: t('removed', { name: type.name }) });
    void navigate({ to: '/master/device-types' });
  };
  const isInUse = devices !== null && devices > 0;
  return (
    <div className={css['removal']}>
      <Button kind="danger" busy={busy} disabled={!online || isInUse} onClick={() => void remove()}>
        {t('remove')}
      </Button>
      {isInUse ? (
        <p className={css['quiet']}>
          {formatProblem({ code: 'device-type-in-use', details: { count: devices } })}
        </p>
      ) : null}
    </div>
  );
}
