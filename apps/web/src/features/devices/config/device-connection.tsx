import { type DeviceConnection as Connection, isFileSerial } from '@yamori/domain';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDeviceApi } from '../api.ts';
import { attempt } from '../../../call-outcome.ts';
import { useDocuments } from '../../../live/documents/documents-context.tsx';
import { useOnline } from '../../../shared/connection/use-online.ts';
import { useDialogs } from '../../../kit/dialog/dialogs-context.tsx';
import { Button } from '../../../kit/form/button.tsx';
import { ToolIcon } from '../../../kit/icons/tool-icon.tsx';
import { useToasts } from '../../../kit/toast/toasts-view.tsx';
import { useProblemMessage } from '../../../kit/pages/use-problem-message.ts';
import { ConnectionChoice } from './connect/connection-choice.tsx';
import { ConnectionSection } from './connect/connection-section.tsx';
import css from './device-config.module.css';
import { useDeviceType } from '../../../shared/device-types/use-device-types.ts';
import type { Device } from './device-source.ts';
import { useDeviceCommand } from './use-device-command.ts';

/** How a device connects, with buttons to change it, test it and create a new key. */
export function DeviceConnection({
  device,
  mayArrange,
}: {
  readonly device: Device;
  readonly mayArrange: boolean;
}) {
  const { t } = useTranslation('deviceConfig');
  const online = useOnline();
  const documents = useDocuments();
  const { run } = useDeviceCommand();
  const [tests, setTests] = useState(false);
  const [key, renew] = useNewKey(device.serial);
  const type = useDeviceType(device.typeId);
  const { serial, connection } = device;
  const choose = (next: Connection): void =>
    void run(() => documents.doc(`device/${serial}`).update({ connection: next }), {
      message: t('connectionChanged', { name: t(`connections.${next}`) }),
    });
  return (
    <section className={css['part']} aria-label={t('fields.connection')}>
      <h3>{t('fields.connection')}</h3>
      {mayArrange && !isFileSerial(serial) ? (
        <ConnectionChoice isNamed value={connection} disabled={!online} onChange={choose} />
      ) : (
        <p>{t(`connections.${connection}`)}</p>
      )}
      <div className={css['acts']}>
        <Button onClick={() => setTests(!tests)}>
          <ToolIcon name="pulse" size={18} />
          {t(tests ? 'test.hide' : 'test.show')}
        </Button>
        {mayArrange && connection === 'network' ? (
          <Button disabled={!online} onClick={() => void renew()}>
            <ToolIcon name="key" size={18} />
            {t('network.renew')}
          </Button>
        ) : null}
      </div>
      {tests || key !== null ? (
        <ConnectionSection
          serial={serial}
          connection={connection}
          streams={type?.streams ?? []}
          deviceKey={key}
        />
      ) : null}
    </section>
  );
}

/** Replaces the key after a confirmation: the device is rejected until it has the new one. */
function useNewKey(serial: string): readonly [string | null, () => Promise<void>] {
  const { t } = useTranslation('deviceConfig');
  const { renewKey } = useDeviceApi();
  const dialogs = useDialogs();
  const toasts = useToasts();
  const formatProblem = useProblemMessage();
  const [key, setKey] = useState<string | null>(null);
  const renew = async (): Promise<void> => {
    if (
      !(await dialogs.confirm({
        title: t('network.renewTitle'),
        message: t('network.renewWhy', { serial }),
        ok: t('network.renew'),
        cancel: t('cancel'),
        kind: 'danger',
      }))
    )
      return;
    const outcome = await attempt(() => renewKey(serial));
    if (outcome.kind === 'done') setKey(outcome.value);
    else toasts.show({ type: 'negative', message: formatProblem(outcome.problem) });
  };
  return [key, renew];
}
