import { mayAnalyseNights, getNightDate } from '@yamori/domain';
import { Link, useParams } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { attempt } from '../../../call-outcome.ts';
import { useUrlParams } from '../../../kit/url-state/use-url-params.ts';
import { useNow } from '../../../kit/clock/clock-context.tsx';
import { ToolIcon } from '../../../kit/icons/tool-icon.tsx';
import { useToasts } from '../../../kit/toast/toasts-view.tsx';
import { EmptyState, Skeleton } from '../../../kit/pages/page-state.tsx';
import { ProblemState } from '../../../kit/pages/problem-state.tsx';
import { useProblemMessage } from '../../../kit/pages/use-problem-message.ts';
import { toActor } from '../../../shared/viewer/viewer-actor.ts';
import { useViewer } from '../../../shared/viewer/viewer-context.tsx';
import { NightCalendar } from '../night-calendar.tsx';
import { recordedStretch } from '../night-stages.ts';
import { useMoments } from '../use-lane-labels.ts';
import {
  useFramedRoom,
  useNightClock,
  useNights,
  type Night,
  type NightClock,
  type Room,
  useNightApi,
} from '../api.ts';
import { Actogram } from './actogram.tsx';
import { countedNight, type CountedNight } from '../counted-night.ts';
import { FigureGroup } from './figure-group.tsx';
import { FIGURE_GROUPS } from './figures.ts';
import { RegularityGroup } from './regularity-group.tsx';
import { computeRegularity } from './regularity.ts';
import css from './result.module.css';
import { ResultText } from './result-text.tsx';
import { StageEditor } from './stage-editor.tsx';
import { ResultNotes } from './result-notes.tsx';
import { Versions } from './versions.tsx';

const MINUTE_MS = 60_000;
const NIGHT = /^\d{4}-\d{2}-\d{2}$/;
const DAYS = 30;

/** The nights of a room in figures and sentences. */
export function ResultScreen() {
  const { roomid = '' } = useParams({ strict: false });
  const [{ night: asked = '' }] = useUrlParams();
  const room = useFramedRoom();
  const nights = useNights(roomid, NIGHT.test(asked) ? asked : '');
  if (room.kind === 'failed' || room.kind === 'refused')
    return <ProblemState problem={room.problem} />;
  if (nights.kind === 'failed' || nights.kind === 'refused')
    return <ProblemState problem={nights.problem} />;
  if (room.kind === 'loading' || nights.kind === 'loading')
    return (
      <div className={css['screen']} data-loading="">
        <Skeleton height={76} />
        <Skeleton height={72} />
        <Skeleton height={180} />
        <Skeleton height={240} />
      </div>
    );
  // The surrounding layout reports an unknown room.
  return room.value === null ? null : (
    <RoomResults room={room.value} nights={nights.value} isAll={nights.isAll} />
  );
}

function RoomResults({
  room,
  nights,
  isAll,
}: {
  room: Room;
  nights: readonly Night[];
  isAll: boolean;
}) {
  const [{ night: asked = '' }] = useUrlParams();
  const clock = useNightClock(room.domainId);
  const running = getNightDate(useNow(MINUTE_MS), clock.timeZone, clock.startsAt);
  const counted = useMemo(
    () =>
      nights
        .filter(({ state }) => state === 'done')
        .map((night) => countedNight(night, clock.timeZone)),
    [nights, clock.timeZone],
  );
  // Never show an older night in place of one without a result.
  const newest = nights[0]?.night ?? running;
  const chosen =
    NIGHT.test(asked) && !Number.isNaN(Date.parse(asked))
      ? asked > running
        ? running
        : asked
      : newest;
  const chosenNight = counted.find(({ night }) => night.night === chosen);
  const regularity = useMemo(() => computeRegularity(counted, DAYS), [counted]);
  return (
    <div className={css['screen']}>
      <NightCalendar
        nights={nights}
        isAll={isAll}
        chosen={chosen}
        running={running}
        timeZone={clock.timeZone}
      />
      <ResultHead
        room={room}
        chosen={chosen}
        night={nights.find(({ night }) => night === chosen)}
        running={running}
        clock={clock}
      />
      {chosenNight === undefined ? (
        <NoResult
          roomId={room.documentReferenceId}
          night={nights.find(({ night }) => night === chosen)}
          isRunning={chosen === running && !nights.some(({ night }) => night === chosen)}
          chosen={chosen}
        />
      ) : (
        <OneResult room={room} counted={chosenNight} nights={counted} isAll={isAll} clock={clock} />
      )}
      <Actogram
        nights={counted}
        newest={counted[0]?.night.night ?? chosen}
        chosen={chosen}
        running={running}
        days={DAYS}
        startsAtMinutes={toMinutes(clock.startsAt)}
        timeZone={clock.timeZone}
      />
      {isAll ? <RegularityGroup regularity={regularity} /> : null}
    </div>
  );
}

const toMinutes = (time: string): number =>
  Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));

type ResultHeadProps = {
  readonly room: Room;
  readonly chosen: string;
  readonly night: Night | undefined;
  readonly running: string;
  readonly clock: NightClock;
};

function ResultHead({ room, chosen, night, running, clock }: ResultHeadProps) {
  const { t } = useTranslation('results');
  const { t: rooms } = useTranslation('rooms');
  const { night: nightName } = useMoments(clock.timeZone);
  const mayCorrect = useMayCorrect(room);
  return (
    <header className={css['resultHead']}>
      <h2>{rooms('nightTitle', { date: nightName(chosen) })}</h2>
      <span className={css['tools']}>
        {mayCorrect && (night !== undefined || chosen < running) ? (
          <AnalyseButton
            roomId={room.documentReferenceId}
            chosen={chosen}
            busy={night?.state === 'analysing' || night?.state === 'waiting'}
          />
        ) : null}
        <button type="button" onClick={() => globalThis.print()}>
          <ToolIcon name="print" size={16} />
          {t('print')}
        </button>
      </span>
    </header>
  );
}

function AnalyseButton({
  roomId,
  chosen,
  busy,
}: {
  roomId: string;
  chosen: string;
  busy: boolean;
}) {
  const { t } = useTranslation('results');
  const { analyse } = useNightApi();
  const toasts = useToasts();
  const formatProblem = useProblemMessage();
  const [asking, setAsking] = useState(false);
  const ask = async (): Promise<void> => {
    setAsking(true);
    const outcome = await attempt(() => analyse(roomId, chosen));
    setAsking(false);
    if (outcome.kind === 'refused')
      toasts.show({ type: 'negative', message: formatProblem(outcome.problem) });
    else
      toasts.show({
        type: 'info',
        message: t(outcome.value.notOver.length > 0 ? 'notOver' : 'analysing'),
      });
  };
  return (
    <button
      type="button"
      disabled={asking || busy}
      aria-busy={asking || busy}
      onClick={() => void ask()}
    >
      <ToolIcon name="refresh" size={16} />
      {t('analyse')}
    </button>
  );
}

/** Applies the server's rule. */
function useMayCorrect(room: Room): boolean {
  const actor = toActor(useViewer());
  const placed = {
    path: `room/${room.documentReferenceId}`,
    id: room.documentReferenceId,
    placement: {
      rootDomainId: room.rootDomainId,
      domainIds: [room.domainId],
      sharedWith: room.sharedWith,
    },
    data: room,
  };
  return actor !== null && mayAnalyseNights(actor, placed);
}

function NoResult({
  roomId,
  night,
  isRunning,
  chosen,
}: {
  roomId: string;
  night: Night | undefined;
  isRunning: boolean;
  chosen: string;
}) {
  const { t } = useTranslation('rooms');
  const { t: results } = useTranslation('results');
  const state = night === undefined || night.state === 'done' ? 'noResult' : night.state;
  const why = isRunning
    ? results('notOver')
    : state === 'noResult' || state === 'failed'
      ? results(state)
      : t(`state.${state}`);
  return (
    <EmptyState
      compact
      title={t(`short.${isRunning ? 'running' : state === 'noResult' ? 'none' : state}`)}
      why={why}
      next={
        <Link to="/room/$roomid/sleep" params={{ roomid: roomId }} search={{ night: chosen }}>
          {t('tab.room-sleep')}
        </Link>
      }
    />
  );
}

function OneResult({
  room,
  counted,
  nights,
  isAll,
  clock,
}: {
  room: Room;
  counted: CountedNight;
  nights: readonly CountedNight[];
  isAll: boolean;
  clock: NightClock;
}) {
  const { night } = counted;
  const before = nights.filter((candidate) => candidate.night.night < night.night);
  const recorded = recordedStretch(night);
  const mayCorrect = useMayCorrect(room);
  return (
    <>
      <ResultText counted={counted} before={isAll ? before : []} timeZone={clock.timeZone} />
      {recorded === null ? null : (
        <StageEditor
          key={night.night}
          roomId={room.documentReferenceId}
          counted={counted}
          window={recorded}
          timeZone={clock.timeZone}
          mayCorrect={mayCorrect}
        />
      )}
      {FIGURE_GROUPS.map((group) => (
        <FigureGroup
          key={group}
          group={group}
          counted={counted}
          before={before}
          isAll={isAll}
          timeZone={clock.timeZone}
        />
      ))}
      <ResultNotes room={room} night={night} timeZone={clock.timeZone} />
      <Versions roomId={room.documentReferenceId} night={night} timeZone={clock.timeZone} />
    </>
  );
}
