import { Link } from '@tanstack/react-router';
import type { StreamDeclaration } from '@yamori/domain';
import { useTranslation } from 'react-i18next';
import type { Device } from '../device-source.ts';
import css from './connect.module.css';
import { LiveTest } from './live-test.tsx';
import { LocalTest } from './local-test.tsx';
import { NetworkSettings } from './network-settings.tsx';

type ConnectionPartProps = {
  readonly serial: string;
  readonly connection: Device['connection'];
  readonly streams: readonly StreamDeclaration[];
  readonly deviceKey: string | null;
};

/** How a device is connected and whether its data arrives, for each connection type. */
export function ConnectionSection({ serial, connection, streams, deviceKey }: ConnectionPartProps) {
  const { t } = useTranslation('deviceConfig');
  switch (connection) {
    // An installed device only needs a test; a new one needs its settings first.
    case 'network':
      return deviceKey === null ? (
        <>
          <LiveTest serial={serial} />
          <NetworkSettings serial={serial} deviceKey={null} />
        </>
      ) : (
        <>
          <NetworkSettings serial={serial} deviceKey={deviceKey} />
          <LiveTest serial={serial} />
        </>
      );
    case 'usbSerial':
    case 'bluetooth':
      return <LocalTest connection={connection} serial={serial} streams={streams} />;
    case 'file':
      return (
        <p className={css['file']}>
          {t('fileWhy')} <Link to="/data-import">{t('fileDo')}</Link>
        </p>
      );
  }
}
