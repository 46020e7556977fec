import { deviceTopic } from '@yamori/domain';
import { useTranslation } from 'react-i18next';
import { useDeviceAddress } from '../../api.ts';
import { Button } from '../../../../kit/form/button.tsx';
import { ToolIcon } from '../../../../kit/icons/tool-icon.tsx';
import { useToasts } from '../../../../kit/toast/toasts-view.tsx';
import css from './connect.module.css';

/** The settings to enter on a network device; `deviceKey` only right after it was created. */
export function NetworkSettings({
  serial,
  deviceKey,
}: {
  readonly serial: string;
  readonly deviceKey: string | null;
}) {
  const { t } = useTranslation('deviceConfig');
  const { data } = useDeviceAddress();
  const host = data?.host ?? globalThis.location.hostname;
  return (
    <div className={css['network']}>
      {deviceKey === null ? null : (
        <p className={css['once']}>
          <ToolIcon name="key" size={18} />
          {t('network.once')}
        </p>
      )}
      <dl>
        <Setting name={t('network.host')} value={host} />
        <Setting
          name={t('network.port')}
          value={data === undefined ? '…' : String(data.port)}
          note={data?.tls === true ? t('network.tls') : t('network.plain')}
        />
        <Setting name={t('network.user')} value={serial} />
        {deviceKey === null ? null : <Setting name={t('network.key')} value={deviceKey} isSecret />}
        <Setting name={t('network.frames')} value={deviceTopic(serial, 'frames')} />
        <Setting name={t('network.status')} value={deviceTopic(serial, 'status')} />
      </dl>
    </div>
  );
}

function Setting({
  name,
  value,
  note,
  isSecret = false,
}: {
  readonly name: string;
  readonly value: string;
  readonly note?: string;
  readonly isSecret?: boolean;
}) {
  const { t } = useTranslation('deviceConfig');
  const toasts = useToasts();
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(value);
      toasts.show({
        id: 'copied',
        type: 'positive',
        message: t('network.copied', { name }),
      });
    } catch {
      // A browser may deny the clipboard; the text can still be selected.
      toasts.show({ id: 'copied', type: 'negative', message: t('network.copyFailed') });
    }
  };
  return (
    <div data-secret={isSecret}>
      <dt>{name}</dt>
      <dd>
        <span>
          <code>{value}</code>
          {note === undefined ? null : <small>{note}</small>}
        </span>
        <Button label={t('network.copyNamed', { name })} onClick={() => void copy()}>
          <ToolIcon name="copy" size={18} />
          {t('network.copy')}
        </Button>
      </dd>
    </div>
  );
}
