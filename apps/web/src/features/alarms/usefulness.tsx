import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useUsefulness, type Room } from './api.ts';
import { SegmentedField } from '../../kit/form/segmented-field.tsx';
import { QueryBoundary } from '../../kit/pages/loaded.tsx';
import { AlarmSection } from './alarm-section.tsx';
import css from './accidents.module.css';

const SCOPES = ['room', 'domain'] as const;
const DAYS = [30, 90, 365] as const;

/** How many alarms were useful, by kind and by room; informs changes of thresholds. */
export function Usefulness({ room }: { readonly room: Room }) {
  const { t } = useTranslation('accidents');
  return (
    <AlarmSection title={t('usefulness.title')} lead={t('usefulness.lead')}>
      <Tables room={room} />
    </AlarmSection>
  );
}

function Tables({ room }: { readonly room: Room }) {
  const { t } = useTranslation('accidents');
  const [scope, setScope] = useState<(typeof SCOPES)[number]>('room');
  const [days, setDays] = useState<(typeof DAYS)[number]>(30);
  const found = useUsefulness(room.documentReferenceId, scope, days);
  return (
    <>
      <div className={css['trial']}>
        <SegmentedField
          label={t('usefulness.scope')}
          name="usefulness-scope"
          value={scope}
          onChange={setScope}
          choices={SCOPES.map((value) => ({ value, label: t(`usefulness.${value}`) }))}
        />
        <SegmentedField
          label={t('usefulness.time')}
          name="usefulness-days"
          value={String(days)}
          onChange={(value) => setDays(DAYS.find((one) => String(one) === value) ?? 30)}
          choices={DAYS.map((value) => ({
            value: String(value),
            label: t('usefulness.days', { days: value }),
          }))}
        />
      </div>
      <QueryBoundary query={found}>
        {({ kinds, rooms }) =>
          kinds.length === 0 ? (
            <p className={css['note']}>{t('usefulness.none')}</p>
          ) : (
            <>
              <Table
                first={t('rehearsal.kind')}
                rows={kinds.map(({ kind, ...counts }) => ({
                  id: kind,
                  name: t(`kind.${kind}`),
                  ...counts,
                }))}
              />
              {scope === 'room' ? null : (
                <Table
                  first={t('usefulness.roomName')}
                  rows={rooms.map(({ roomId, roomName, ...counts }) => ({
                    id: roomId,
                    name: roomName,
                    ...counts,
                  }))}
                />
              )}
            </>
          )
        }
      </QueryBoundary>
    </>
  );
}

type Row = {
  readonly id: string;
  readonly name: string;
  readonly alarms: number;
  readonly useful: number;
  readonly useless: number;
};

function Table({ first, rows }: { readonly first: string; readonly rows: readonly Row[] }) {
  const { t } = useTranslation('accidents');
  return (
    <div className={css['tableBox']}>
      <table className={css['table']}>
        <thead>
          <tr>
            <th scope="col">{first}</th>
            <th scope="col">{t('usefulness.alarms')}</th>
            <th scope="col">{t('usefulness.useful')}</th>
            <th scope="col">{t('usefulness.useless')}</th>
            <th scope="col">{t('usefulness.unsaid')}</th>
            <th scope="col">{t('usefulness.share')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ id, name, alarms, useful, useless }) => (
            <tr key={id}>
              <th scope="row">{name}</th>
              <td>{alarms}</td>
              <td>{useful}</td>
              <td>{useless}</td>
              <td>{alarms - useful - useless}</td>
              <td>
                {useful + useless === 0
                  ? '—'
                  : `${Math.round((100 * useful) / (useful + useless))}%`}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
