import { useTranslation } from 'react-i18next';
import { isWhole, type DocumentOf } from '../../live/documents/document-reader.ts';
import { useDocuments, useLiveQuery } from '../../live/documents/documents-context.tsx';
import { createDateTimeFormatter } from '../../locales/date-time-formatter.ts';
import { DescriptionList, PlainTable } from '../../kit/pages/description-list.tsx';
import { ProblemState } from '../../kit/pages/problem-state.tsx';
import css from './devices.module.css';
import type { deviceCollection } from '@yamori/domain';

const MAX_ENTRIES = 50;

/** The calibration figures and the service history, which is edited in the device settings. */
export function ServiceSection({ device: { serial, calibration } }: { readonly device: Device }) {
  const { t, i18n } = useTranslation('devices');
  const { t: words } = useTranslation('deviceConfig');
  const at = createDateTimeFormatter(i18n.language, { dateStyle: 'medium', timeStyle: 'short' });
  const found = useLiveQuery(
    useDocuments()
      .collection(`device/${serial}/deviceService`)
      .orderBy('at', 'desc')
      .limit(MAX_ENTRIES),
  );
  if (found.kind === 'failed' || found.kind === 'refused')
    return <ProblemState compact problem={found.problem} />;
  const entries =
    'value' in found ? found.value.flatMap((entry) => (isWhole(entry) ? [entry] : [])) : [];
  const figures = Object.entries(calibration);
  return (
    <>
      {figures.length === 0 ? (
        <p className={css['quiet']}>{t('noCalibration')}</p>
      ) : (
        <DescriptionList facts={figures.map(([name, value]) => [name, String(value)])} />
      )}
      {entries.length === 0 ? (
        <p className={css['quiet']}>{words('service.none')}</p>
      ) : (
        <PlainTable
          label={t('serviceTable')}
          heads={[t('when'), t('what'), t('text')]}
          rows={entries.map((entry) => ({
            key: entry.documentReferenceId,
            cells: [at(entry.at), words(`service.kinds.${entry.kind}`), entry.text],
          }))}
        />
      )}
    </>
  );
}

export type Device = DocumentOf<typeof deviceCollection>;
