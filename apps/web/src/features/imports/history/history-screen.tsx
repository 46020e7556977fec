import { decideAll, ROUTES, type UploadState } from '@yamori/domain';
import { Link, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isWhole } from '../../../live/documents/document-reader.ts';
import { useUrlParams } from '../../../kit/url-state/use-url-params.ts';
import { Button } from '../../../kit/form/button.tsx';
import { EmptyState, Skeleton } from '../../../kit/pages/page-state.tsx';
import { ProblemState } from '../../../kit/pages/problem-state.tsx';
import { useViewer } from '../../../shared/viewer/viewer-context.tsx';
import { TOKYO, useUploads, type FoundUpload } from '../api.ts';
import { useMoments } from '../import-formatters.ts';
import css from '../imports.module.css';
import { ImportRow } from './import-row.tsx';

const PAGE = 50;
const FILTERS = ['all', 'running', 'ended', 'failed'] as const;
type Filter = (typeof FILTERS)[number];
const STATES: Readonly<Record<Exclude<Filter, 'all'>, readonly UploadState[]>> = {
  running: ['uploading', 'checking', 'ready', 'storing', 'analysing', 'undoing'],
  ended: ['done'],
  failed: ['failed', 'undone'],
};

/** The imports of the room in the address, and the actions for each. */
export function HistoryScreen() {
  const { roomid = '' } = useParams({ strict: false });
  return <RoomHistory key={roomid} roomId={roomid} />;
}

function RoomHistory({ roomId }: { roomId: string }) {
  const { t } = useTranslation('imports');
  const [shown, setShown] = useState(PAGE);
  const [values, setAddress] = useUrlParams();
  const uploads = useUploads(roomId, shown);
  const { time } = useMoments(TOKYO.timeZone);
  const filter = FILTERS.find((candidate) => candidate === values['state']) ?? 'all';
  if (uploads.kind === 'failed' || uploads.kind === 'refused')
    return <ProblemState problem={uploads.problem} />;
  if (uploads.kind === 'loading')
    return (
      <div className={css['screen']} data-loading="">
        {[1, 2, 3].map((row) => (
          <Skeleton key={row} height={84} />
        ))}
      </div>
    );
  const all = uploads.value;
  const found = all.filter((upload) => matchesFilter(filter, upload));
  return (
    <div className={css['screen']}>
      {uploads.kind === 'stale' ? (
        <p className={css['warning']}>
          {t('history.stale', { at: time(uploads.since.getTime()) })}
        </p>
      ) : null}
      {all.length === 0 ? (
        <NoHistory roomId={roomId} />
      ) : (
        <>
          <div className={css['historyTools']}>
            <fieldset className={css['filters']}>
              <legend className="visually-hidden">{t('history.filter')}</legend>
              {FILTERS.map((option) => (
                <button
                  key={option}
                  type="button"
                  aria-pressed={option === filter}
                  onClick={() => setAddress({ state: option === 'all' ? undefined : option })}
                >
                  {t(`history.${option}`)}
                  <small>{all.filter((upload) => matchesFilter(option, upload)).length}</small>
                </button>
              ))}
            </fieldset>
            <ToImport roomId={roomId} />
          </div>
          {found.length === 0 ? (
            <p className={css['note']}>{t('history.noneOfState')}</p>
          ) : (
            <ul className={css['rows']} aria-label={t('history.list')}>
              {found.map((upload) => (
                <ImportRow key={upload.documentPath} found={upload} />
              ))}
            </ul>
          )}
          {all.length < shown ? null : (
            <Button onClick={() => setShown(shown + PAGE)}>{t('history.more')}</Button>
          )}
        </>
      )}
    </div>
  );
}

const matchesFilter = (filter: Filter, upload: FoundUpload): boolean =>
  filter === 'all' || (isWhole(upload) && STATES[filter].includes(upload.state));

function ToImport({ roomId }: { roomId: string }) {
  const { t } = useTranslation('imports');
  const { visitor } = useViewer();
  const route = ROUTES.find(({ id }) => id === 'room-import');
  if (route === undefined || decideAll(route.guards, visitor) !== 'allowed') return null;
  return (
    <Link className={css['action']} to="/room/$roomid/import" params={{ roomid: roomId }}>
      {t('history.toImport')}
    </Link>
  );
}

function NoHistory({ roomId }: { roomId: string }) {
  const { t } = useTranslation('imports');
  return (
    <EmptyState
      title={t('history.emptyTitle')}
      why={t('history.emptyWhy')}
      next={<ToImport roomId={roomId} />}
    />
  );
}
