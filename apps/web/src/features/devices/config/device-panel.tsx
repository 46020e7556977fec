import { deviceState } from '@yamori/domain';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DeviceStateBadge, LastHeard } from '../../../shared/device-state/device-state-badge.tsx';
import { Dialog } from '../../../kit/dialog/dialog.tsx';
import { DialogBody, DialogScroll } from '../../../kit/dialog/dialog-parts.tsx';
import { Button } from '../../../kit/form/button.tsx';
import { useLeaveQuestion } from '../../../kit/form/use-leave-warning.ts';
import { ToolIcon } from '../../../kit/icons/tool-icon.tsx';
import { LoadingState, ErrorState } from '../../../kit/pages/page-state.tsx';
import { QrCode } from '../../../kit/qr/qr-code.tsx';
import type { DeviceLabels } from './device-columns.tsx';
import css from './device-config.module.css';
import { DeviceConnection } from './device-connection.tsx';
import { DeviceForm } from './device-form.tsx';
import { DevicePlace } from './device-place.tsx';
import type { DeviceRights } from './device-rights.ts';
import { getDeviceName, useOneDevice, type Device, type Room } from './device-source.ts';
import { DeviceUse } from './device-use.tsx';
import { labelAddress, useLabelSheet } from './labels/use-label-sheet.tsx';
import { ServiceHistory } from './service/service-history.tsx';

type DevicePanelProps = {
  /** Null shows nothing. */
  readonly serial: string | null;
  readonly rights: DeviceRights;
  readonly rooms: readonly Room[];
  readonly words: DeviceLabels;
  readonly onClose: () => void;
};

/** All details of one device, over the list. */
export function DevicePanel({ serial, rights, rooms, words, onClose }: DevicePanelProps) {
  const { t } = useTranslation('deviceConfig');
  const mayLeave = useLeaveQuestion();
  const isDirty = useRef<() => boolean>(() => false);
  const [held, setHeld] = useState(serial);
  if (serial !== null && serial !== held) setHeld(serial);
  const close = async (): Promise<void> => {
    if (!isDirty.current() || (await mayLeave())) onClose();
  };
  return (
    <Dialog
      open={serial !== null}
      size="large"
      title={t('panel.title', { serial: held ?? '' })}
      onClose={() => void close()}
    >
      {held === null ? null : (
        <OneDevice
          key={held}
          serial={held}
          rights={rights}
          rooms={rooms}
          words={words}
          onDirty={(dirty) => {
            isDirty.current = dirty;
          }}
          onClose={onClose}
        />
      )}
    </Dialog>
  );
}

type OneDeviceProps = Omit<DevicePanelProps, 'serial'> & {
  readonly serial: string;
  readonly onDirty: (isDirty: () => boolean) => void;
};

function OneDevice({ serial, rights, rooms, words, onDirty, onClose }: OneDeviceProps) {
  const { t } = useTranslation('deviceConfig');
  const found = useOneDevice(serial);
  if (found.kind === 'loading')
    return (
      <DialogBody>
        <LoadingState />
      </DialogBody>
    );
  if (found.kind === 'none')
    return (
      <DialogBody>
        <ErrorState compact icon="sensor" title={t('panel.gone')} why={t('panel.goneWhy')} />
      </DialogBody>
    );
  const { device } = found;
  const mayArrange = rights.mayArrange(device);
  return (
    <DialogScroll>
      <DeviceFacts device={device} words={words} />
      <DeviceForm
        device={device}
        mayArrange={mayArrange}
        mayName={rights.mayName(device)}
        onDirty={onDirty}
      />
      <DevicePlace device={device} rooms={rooms} mayPlace={rights.mayPlace(device)} />
      {device.retiredAt === null ? (
        <DeviceConnection device={device} mayArrange={mayArrange} />
      ) : null}
      <ServiceHistory device={device} rights={rights} />
      <DeviceLabel device={device} />
      {mayArrange ? <DeviceUse device={device} onGone={onClose} /> : null}
    </DialogScroll>
  );
}

function DeviceFacts({ device, words }: { readonly device: Device; readonly words: DeviceLabels }) {
  const { t } = useTranslation('deviceConfig');
  const { status } = device;
  const figure = (value: number | null | undefined, say: (value: number) => string): string =>
    value === null || value === undefined ? '--' : say(Math.round(value));
  return (
    <dl className={css['facts']}>
      <div>
        <dt>{t('fields.state')}</dt>
        <dd>
          <DeviceStateBadge state={deviceState(device)} />
        </dd>
      </div>
      <div>
        <dt>{t('fields.lastFrame')}</dt>
        <dd>
          <LastHeard status={status} />
        </dd>
      </div>
      <div>
        <dt>{t('fields.battery')}</dt>
        <dd>{figure(status?.batteryPercent, (value) => `${value}%`)}</dd>
      </div>
      <div>
        <dt>{t('fields.signal')}</dt>
        <dd>{figure(status?.signalDbm, (value) => t('dbm', { value }))}</dd>
      </div>
      <div>
        <dt>{t('fields.type')}</dt>
        <dd>{words.getTypeName(device)}</dd>
      </div>
      {device.borrowedBy === null ? null : (
        <div>
          <dt>{t('fields.loan')}</dt>
          <dd>{t('lentTo', { name: words.getOrganisation(device.borrowedBy) })}</dd>
        </div>
      )}
    </dl>
  );
}

/** The label for the device; its code links here. */
function DeviceLabel({ device }: { readonly device: Device }) {
  const { t } = useTranslation('deviceConfig');
  const print = useLabelSheet();
  const address = labelAddress(globalThis.location.origin, device.serial);
  return (
    <section className={css['part']} aria-label={t('labels.one')}>
      <h3>{t('labels.one')}</h3>
      <div className={css['label']}>
        <QrCode text={address} label={t('labels.code', { name: getDeviceName(device) })} />
        <Button onClick={() => print([device])}>
          <ToolIcon name="print" size={18} />
          {t('labels.print')}
        </Button>
      </div>
    </section>
  );
}
