import { deviceServiceCollection, SERVICE_KINDS, type ServiceKind } from '@yamori/domain';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isWhole, type DocumentOf } from '../../../../live/documents/document-reader.ts';
import { useDocuments, useLiveQuery } from '../../../../live/documents/documents-context.tsx';
import { createDateTimeFormatter } from '../../../../locales/date-time-formatter.ts';
import { useOnline } from '../../../../shared/connection/use-online.ts';
import { Button } from '../../../../kit/form/button.tsx';
import css from '../device-config.module.css';
import type { DeviceRights } from '../device-rights.ts';
import type { Device } from '../device-source.ts';
import { useDeviceCommand } from '../use-device-command.ts';
import { ServiceForm } from './service-form.tsx';
import { usePersonName } from '../../../../shared/people/use-person-name.ts';

type Entry = DocumentOf<typeof deviceServiceCollection>;

const MAX_ENTRIES = 200;

/**
 * The service history of a device, newest first: service, repairs, firmware, and calibrations with
 * their figures.
 */
export function ServiceHistory({
  device,
  rights,
}: {
  readonly device: Device;
  readonly rights: DeviceRights;
}) {
  const { t } = useTranslation('deviceConfig');
  const online = useOnline();
  const [writes, setWrites] = useState(false);
  const found = useLiveQuery(
    useDocuments()
      .collection(`device/${device.serial}/deviceService`)
      .orderBy('at', 'desc')
      .limit(MAX_ENTRIES),
  );
  const entries =
    'value' in found ? found.value.filter((entry): entry is Entry => isWhole(entry)) : [];
  const kinds = SERVICE_KINDS.filter((kind) =>
    rights.mayService(device, kind === 'service' ? 'service' : 'calibration'),
  );
  return (
    <section className={css['part']} aria-label={t('service.title')}>
      <h3>{t('service.title')}</h3>
      <Calibration device={device} />
      {entries.length === 0 ? (
        <p className={css['quiet']}>{t('service.none')}</p>
      ) : (
        <ol className={css['entries']}>
          {entries.map((entry) => (
            <EntryLine
              key={entry.documentReferenceId}
              entry={entry}
              mayRemove={
                online &&
                kinds.some((kind: ServiceKind) => kind === entry.kind) &&
                entry.writtenBy === rights.actor?.userId
              }
            />
          ))}
        </ol>
      )}
      {kinds.length === 0 ? null : writes ? (
        <ServiceForm
          device={device}
          kinds={kinds}
          userId={rights.actor?.userId ?? ''}
          onDone={() => setWrites(false)}
        />
      ) : (
        <div className={css['acts']}>
          <Button disabled={!online} onClick={() => setWrites(true)}>
            {t('service.add')}
          </Button>
        </div>
      )}
    </section>
  );
}

function Calibration({ device: { calibration } }: { readonly device: Device }) {
  const { t } = useTranslation('deviceConfig');
  const figures = Object.entries(calibration);
  if (figures.length === 0) return null;
  return (
    <dl className={css['facts']} aria-label={t('service.current')}>
      {figures.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function EntryLine({ entry, mayRemove }: { readonly entry: Entry; readonly mayRemove: boolean }) {
  const { t, i18n } = useTranslation('deviceConfig');
  const documents = useDocuments();
  const { run } = useDeviceCommand();
  const who = usePersonName(entry.writtenBy);
  const figures = Object.entries(entry.values).map(([name, value]) =>
    t('service.figure', { name, value }),
  );
  return (
    <li>
      <time dateTime={entry.at.toISOString()}>
        {createDateTimeFormatter(i18n.language, { dateStyle: 'medium' })(entry.at)}
        <small>{who}</small>
      </time>
      <div>
        <b>{t(`service.kinds.${entry.kind}`)}</b>
        {entry.text === '' ? null : <p>{entry.text}</p>}
        {figures.length === 0 ? null : <small>{figures.join(t('separator'))}</small>}
      </div>
      {mayRemove ? (
        <Button
          label={t('service.removeNamed', { kind: t(`service.kinds.${entry.kind}`) })}
          onClick={() =>
            void run(
              () => documents.doc(`${entry.documentPath}` as 'device/x/deviceService/y').delete(),
              { message: t('service.removed') },
            )
          }
        >
          {t('service.remove')}
        </Button>
      ) : null}
    </li>
  );
}
