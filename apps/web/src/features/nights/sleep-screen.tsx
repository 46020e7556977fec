import { decideAll, ROUTES, getNightDate, nightRange } from '@yamori/domain';
import { Link, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useUrlParams } from '../../kit/url-state/use-url-params.ts';
import { useNow } from '../../kit/clock/clock-context.tsx';
import { EmptyState, Skeleton } from '../../kit/pages/page-state.tsx';
import { ProblemState } from '../../kit/pages/problem-state.tsx';
import { useViewer } from '../../shared/viewer/viewer-context.tsx';
import { useRoomView } from '../../shared/views/shown-views.tsx';
import { useShownLimits } from '../../shared/views/use-shown-limits.ts';
import { NightCalendar } from './night-calendar.tsx';
import { NightSummary } from './night-summary.tsx';
import { NightViewer } from './night-viewer.tsx';
import { useMoments } from './use-lane-labels.ts';
import css from './nights.module.css';
import { useNotes } from './notes/use-notes.ts';
import {
  useAccidents,
  useFramedRoom,
  useNightClock,
  useNights,
  useStreams,
  type Night,
  type NightClock,
  type Room,
} from './api.ts';
import { findGaps } from './night-stages.ts';
import { useNamedStreams } from './stream-names.ts';
import { wholeNight } from './view-window.ts';

const MINUTE_MS = 60_000;
const NIGHT = /^\d{4}-\d{2}-\d{2}$/;

/** The nights of the room in the address. */
export function SleepScreen() {
  const { roomid = '' } = useParams({ strict: false });
  const room = useFramedRoom();
  const [{ night: requestedNight = '' }] = useUrlParams();
  const nights = useNights(roomid, NIGHT.test(requestedNight) ? requestedNight : '');
  if (room.kind === 'failed' || room.kind === 'refused')
    return <ProblemState problem={room.problem} />;
  if (nights.kind === 'failed' || nights.kind === 'refused')
    return <ProblemState problem={nights.problem} />;
  if (room.kind === 'loading' || nights.kind === 'loading') return <NightSkeleton />;
  // The surrounding layout reports an unknown room.
  return room.value === null ? null : (
    <RoomNights room={room.value} nights={nights.value} isAll={nights.isAll} />
  );
}

function RoomNights({
  room,
  nights,
  isAll,
}: {
  room: Room;
  nights: readonly Night[];
  isAll: boolean;
}) {
  const [values] = useUrlParams();
  const clock = useNightClock(room.domainId);
  const nowMs = useNow(MINUTE_MS);
  const running = getNightDate(nowMs, clock.timeZone, clock.startsAt);
  const requestedNight = values['night'] ?? '';
  // Never show an older night in place of one without a result.
  const newest = nights[0]?.night ?? running;
  const chosen =
    NIGHT.test(requestedNight) && !Number.isNaN(Date.parse(requestedNight))
      ? requestedNight > running
        ? running
        : requestedNight
      : newest;
  return (
    <div className={css['screen']}>
      <NightCalendar
        nights={nights}
        isAll={isAll}
        chosen={chosen}
        running={running}
        timeZone={clock.timeZone}
      />
      <OneNight room={room} nights={nights} chosen={chosen} clock={clock} nowMs={nowMs} />
    </div>
  );
}

function OneNight({
  room,
  nights,
  chosen,
  clock,
  nowMs,
}: {
  room: Room;
  nights: readonly Night[];
  chosen: string;
  clock: NightClock;
  nowMs: number;
}) {
  const { t } = useTranslation('rooms');
  const { night: nightName } = useMoments(clock.timeZone);
  const [errorCode, setErrorCode] = useState<string | null>(null);
  const accidents = useAccidents(room.documentReferenceId);
  const night = nights.find((candidate) => candidate.night === chosen);
  const range =
    night === undefined
      ? nightRange(chosen, clock.timeZone, clock.startsAt)
      : { fromMs: night.from.getTime(), toMs: night.to.getTime() };
  const oldestMs = Math.min(range.fromMs, ...nights.map(({ from }) => from.getTime()));
  const newestMs = Math.max(range.toMs, ...nights.map(({ to }) => to.getTime()));
  const view = useRoomView(room);
  const limits = useShownLimits(room);
  const notes = useNotes(room, { fromMs: oldestMs, toMs: newestMs });
  const streams = useStreams(room.documentReferenceId, range);
  const named = useNamedStreams(room.documentReferenceId, streams.data?.streams ?? []);
  const unreachable = streams.isError || errorCode === 'network-unreachable';
  const missing = streams.isPending
    ? t('state.loadingSignals')
    : streams.isError
      ? t('state.trouble')
      : null;
  const isEmpty = night === undefined && streams.isSuccess && streams.data.streams.length === 0;
  return (
    <>
      <header className={css['nightHead']}>
        <h2>{t('nightTitle', { date: nightName(chosen) })}</h2>
        <NightNote night={night} isEmpty={isEmpty} offline={unreachable} errorCode={errorCode} />
        <AllNightsLink domainId={room.domainId} night={chosen} />
      </header>
      {night?.state === 'done' ? <NightSummary night={night} timeZone={clock.timeZone} /> : null}
      {isEmpty ? (
        <NoRecord roomId={room.documentReferenceId} />
      ) : (
        <NightViewer
          roomId={room.documentReferenceId}
          roomName={room.name}
          tracks={view?.viewerTracks}
          limits={limits}
          notes={notes}
          range={range}
          chosen={chosen}
          timeZone={clock.timeZone}
          nights={nights}
          accidents={'value' in accidents ? accidents.value : []}
          streams={named}
          gaps={
            streams.data === undefined
              ? null
              : findGaps(range, streams.data.recorded, nowMs, night?.state === 'done')
          }
          streamsMissing={missing}
          whole={wholeNight(night, range, nowMs, streams.data?.recorded[0]?.from)}
          bounds={{ fromMs: oldestMs, toMs: newestMs }}
          onErrorCode={setErrorCode}
        />
      )}
    </>
  );
}

/** Remarks about this night apart from its figures. */
function NightNote({
  night,
  isEmpty,
  offline,
  errorCode,
}: {
  night: Night | undefined;
  isEmpty: boolean;
  offline: boolean;
  errorCode: string | null;
}) {
  const { t } = useTranslation('rooms');
  if (offline)
    return (
      <output className={css['note']} data-tone="warning">
        {t('state.offline')}
      </output>
    );
  if (errorCode !== null)
    return (
      <output className={css['note']} data-tone="warning">
        {t('state.trouble')}
      </output>
    );
  if (isEmpty || night?.state === 'done') return null;
  if (night === undefined) return <output className={css['note']}>{t('state.noResult')}</output>;
  return (
    <output className={css['note']} data-tone={night.state === 'failed' ? 'danger' : undefined}>
      {t(`state.${night.state}`)}
    </output>
  );
}

/** A link to the nights of the whole organisation, for readers with access. */
function AllNightsLink({ domainId, night }: { domainId: string; night: string }) {
  const { t } = useTranslation('rooms');
  const { visitor } = useViewer();
  const all = ROUTES.find(({ id }) => id === 'master-domain-sleep');
  if (all === undefined || decideAll(all.guards, visitor) !== 'allowed') return null;
  return (
    <Link
      className={css['all']}
      to="/master/domain/$domainid/sleep"
      params={{ domainid: domainId }}
      search={{ until: night }}
    >
      {t('nightsOfAll')}
    </Link>
  );
}

function NoRecord({ roomId }: { roomId: string }) {
  const { t } = useTranslation('rooms');
  const { visitor } = useViewer();
  const imports = ROUTES.find(({ id }) => id === 'room-import');
  const mayImport = imports !== undefined && decideAll(imports.guards, visitor) === 'allowed';
  return (
    <EmptyState
      title={t('state.emptyTitle')}
      why={t('state.emptyWhy')}
      next={
        mayImport ? (
          <Link to="/room/$roomid/import" params={{ roomid: roomId }}>
            {t('state.importHere')}
          </Link>
        ) : undefined
      }
    />
  );
}

/** As large as the content, so that nothing shifts. */
const NightSkeleton = () => (
  <div className={css['screen']} data-loading="">
    <Skeleton height={76} />
    <Skeleton height={30} width={320} />
    <Skeleton height={72} />
    <div className={css['chart']}>
      <Skeleton height="100%" />
    </div>
  </div>
);
