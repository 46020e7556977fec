import { mayHandleAccident, mayRehearse, mayReportAccident } from '@yamori/domain';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useUrlParams } from '../../kit/url-state/use-url-params.ts';
import { Button } from '../../kit/form/button.tsx';
import { EmptyState, Skeleton } from '../../kit/pages/page-state.tsx';
import { ProblemState } from '../../kit/pages/problem-state.tsx';
import { toActor } from '../../shared/viewer/viewer-actor.ts';
import { useViewer } from '../../shared/viewer/viewer-context.tsx';
import {
  matchesFilter,
  collectKinds,
  readAccidentFilter,
  ALARM_STATUSES,
  type AccidentFilter,
} from './accident-filter.ts';
import { useAccidents, useRoom, type Accident, type Room } from './api.ts';
import { AccidentRow } from './accident-row.tsx';
import css from './accidents.module.css';
import { RehearsalTrial } from './rehearsal-trial.tsx';
import { TestAlarm } from './test-alarm.tsx';
import { Usefulness } from './usefulness.tsx';
import { useReport } from './use-report.tsx';

const PAGE = 50;

/** The alarms of the room in the address, their history, and what can be done now. */
export function AccidentScreen() {
  const { roomid = '' } = useParams({ strict: false });
  const room = useRoom(roomid);
  // The layout of the room shows its loading and error states.
  return 'value' in room && room.value !== null ? (
    <RoomAccidents key={roomid} room={room.value} />
  ) : null;
}

function RoomAccidents({ room }: { readonly room: Room }) {
  const { t } = useTranslation('accidents');
  const [shown, setShown] = useState(PAGE);
  const [values] = useUrlParams();
  const accidents = useAccidents(room.documentReferenceId, shown);
  if (accidents.kind === 'failed' || accidents.kind === 'refused')
    return <ProblemState problem={accidents.problem} />;
  if (accidents.kind === 'loading')
    return (
      <div className={css['screen']} data-loading="">
        {[1, 2, 3].map((row) => (
          <Skeleton key={row} height={72} />
        ))}
      </div>
    );
  const all = accidents.value;
  const filter = readAccidentFilter(values);
  const found = all.filter((accident) => matchesFilter(filter, accident));
  return (
    <div className={css['screen']}>
      <Tools room={room} accidents={all} filter={filter} />
      {all.length === 0 ? <EmptyState title={t('list.empty')} why={t('list.emptyWhy')} /> : null}
      {all.length > 0 && found.length === 0 ? (
        <p className={css['note']}>{t('list.emptyFiltered')}</p>
      ) : null}
      {found.length === 0 ? null : (
        <ul className={css['rows']}>
          {found.map((accident) => (
            <AccidentRow key={accident.documentReferenceId} room={room} accident={accident} />
          ))}
        </ul>
      )}
      {all.length < shown ? null : (
        <Button onClick={() => setShown(shown + PAGE)}>{t('list.more')}</Button>
      )}
      <AlarmTools room={room} accidents={all} />
      {found.some(({ reason }) => reason?.value !== null && reason !== null) ? (
        <p className={css['note']}>{t('list.reference')}</p>
      ) : null}
    </div>
  );
}

/**
 * Tools to trust the alarms: whether they arrive, what other thresholds would raise, and how useful
 * they were.
 */
function AlarmTools({
  room,
  accidents,
}: {
  readonly room: Room;
  readonly accidents: readonly Accident[];
}) {
  const actor = toActor(useViewer());
  if (actor === null) return null;
  return (
    <div className={css['parts']}>
      {mayHandleAccident(actor, { domainId: room.domainId }) ? (
        <TestAlarm room={room} accidents={accidents} />
      ) : null}
      {mayRehearse(actor, room) ? <RehearsalTrial room={room} /> : null}
      <Usefulness room={room} />
    </div>
  );
}

type ToolsProps = {
  readonly room: Room;
  readonly accidents: readonly Accident[];
  readonly filter: AccidentFilter;
};

function Tools({ room, accidents, filter }: ToolsProps) {
  const { t } = useTranslation('accidents');
  const [, change] = useUrlParams();
  const actor = toActor(useViewer());
  const report = useReport(room);
  const mayReport = actor !== null && mayReportAccident(actor, { domainId: room.domainId });
  const kinds = collectKinds(accidents);
  return (
    <div className={css['tools']}>
      <fieldset className={css['filters']}>
        <legend className="visually-hidden">{t('list.open')}</legend>
        {ALARM_STATUSES.map((status) => (
          <button
            key={status}
            type="button"
            aria-pressed={status === filter.status}
            onClick={() => change({ state: status === 'all' ? undefined : status })}
          >
            {t(`list.${status}`)}
            <small>
              {accidents.filter((one) => matchesFilter({ ...filter, status }, one)).length}
            </small>
          </button>
        ))}
      </fieldset>
      {kinds.length < 2 ? null : (
        <label className={css['kinds']}>
          {t('list.kinds')}
          <select
            value={filter.kind ?? ''}
            onChange={(event) =>
              change({
                kind: event.currentTarget.value === '' ? undefined : event.currentTarget.value,
              })
            }
          >
            <option value="">{t('list.every')}</option>
            {kinds.map((kind) => (
              <option key={kind} value={kind}>
                {t(`kind.${kind}`)}
              </option>
            ))}
          </select>
        </label>
      )}
      {mayReport ? <Button onClick={() => void report()}>{t('report.open')}</Button> : null}
    </div>
  );
}
