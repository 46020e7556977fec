import { useTranslation } from 'react-i18next';
import { FaultList } from '../desk/fault-list.tsx';
import { getRoomId, useRoomClock, type Upload } from '../api.ts';
import { useKindLabel, useMoments, useRateFormatter } from '../import-formatters.ts';
import css from '../imports.module.css';
import { PersonName } from '../../../shared/people/person-name.tsx';

/** All details of an import: streams, problems with their positions, and its history. */
export function ImportDetails({ upload }: { upload: Upload }) {
  const { t, i18n } = useTranslation('imports');
  const getKindLabel = useKindLabel();
  const rate = useRateFormatter();
  const { timeZone } = useRoomClock(getRoomId(upload.documentPath));
  const { minute } = useMoments(timeZone);
  const number = new Intl.NumberFormat(i18n.language);
  return (
    <div className={css['details']}>
      {upload.streamTable.length === 0 ? null : (
        <div className={css['tableRoom']}>
          <table>
            <thead>
              <tr>
                <th scope="col">{t('history.table.label')}</th>
                <th scope="col">{t('history.table.kind')}</th>
                <th scope="col">{t('history.table.unit')}</th>
                <th scope="col" data-right>
                  {t('history.table.rate')}
                </th>
                <th scope="col" data-right>
                  {t('history.table.samples')}
                </th>
              </tr>
            </thead>
            <tbody>
              {upload.streamTable.map((stream) => (
                <tr key={stream.streamId}>
                  <td>{stream.label}</td>
                  <td>{getKindLabel(stream.kind)}</td>
                  <td>{stream.unit}</td>
                  <td data-right>{rate(stream.sampleRateHz)}</td>
                  <td data-right>{number.format(stream.samples)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {upload.faults.length === 0 ? null : (
        <section>
          <h3>{t('history.faults')}</h3>
          <FaultList faults={upload.faults} />
        </section>
      )}
      <section>
        <h3>{t('history.actions')}</h3>
        {upload.actions.length === 0 ? (
          <p className={css['note']}>{t('history.noActions')}</p>
        ) : (
          <ul className={css['done']}>
            {upload.actions.toReversed().map((action) => (
              <li key={`${action.action} ${action.at.toISOString()}`}>
                <time dateTime={action.at.toISOString()}>{minute(action.at.getTime())}</time>
                <span>{t(`history.did.${action.action}`)}</span>
                <span>
                  <PersonName userId={action.by} />
                </span>
              </li>
            ))}
          </ul>
        )}
      </section>
      <dl className={css['facts']}>
        {upload.deviceSerial === null ? null : (
          <div>
            <dt>{t('check.device')}</dt>
            <dd>{upload.deviceSerial}</dd>
          </div>
        )}
        <div>
          <dt>{t('history.original')}</dt>
          <dd>{t(upload.originalStored ? 'history.originalThere' : 'history.originalGone')}</dd>
        </div>
        <div>
          <dt>{t('history.sha256')}</dt>
          <dd className={css['sha']}>{upload.sha256}</dd>
        </div>
      </dl>
    </div>
  );
}
