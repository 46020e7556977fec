import { useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ProblemError, daysLater, getNightDate } from '@yamori/domain';
import { useUrlParams } from '../../../kit/url-state/use-url-params.ts';
import { useNow } from '../../../kit/clock/clock-context.tsx';
import { EmptyState, LoadingState } from '../../../kit/pages/page-state.tsx';
import { ProblemState } from '../../../kit/pages/problem-state.tsx';
import { useNightClock } from '../api.ts';
import { createReplayClock, type Frames, type ReplayClock } from './replay-clock.ts';
import { createReplayFaces, type ReplayFaces } from './replay-faces.ts';
import { findBedtime, type RoomReplay } from './replay-night.ts';
import { ReplayTools } from './replay-tools.tsx';
import { ReplayTile } from './replay-tile.tsx';
import { useFloorNight, type Floor } from './use-floor-night.ts';
import css from './replay.module.css';

const MINUTE_MS = 60_000;
const NIGHT = /^\d{4}-\d{2}-\d{2}$/;

/**
 * Replays a night of a floor in a minute, all rooms in step. The address holds the night, the
 * moment and the floor.
 */
export function ReplayScreen() {
  const { t } = useTranslation('replay');
  const [values] = useUrlParams();
  const place = { building: values['building'] ?? '', floor: values['floor'] ?? '' };
  // Use the first room's organisation: its nights begin at one hour.
  const [domainId, setDomainId] = useState('');
  const clock = useNightClock(domainId);
  const running = getNightDate(useNow(MINUTE_MS), clock.timeZone, clock.startsAt);
  const requestedNight = values['replay'] ?? '';
  const night =
    NIGHT.test(requestedNight) &&
    !Number.isNaN(Date.parse(requestedNight)) &&
    requestedNight <= running
      ? requestedNight
      : daysLater(running, -1);
  const floor = useFloorNight(night, place);
  const found = floor.data?.domainId ?? null;
  if (found !== null && found !== domainId) setDomainId(found);
  if (floor.isPending) return <LoadingState />;
  if (floor.isError)
    return (
      <ProblemState
        problem={
          floor.error instanceof ProblemError ? floor.error.problem : { code: 'server-failed' }
        }
      />
    );
  const range = findBedtime(floor.data.rooms);
  return (
    <section className={css['screen']} aria-label={t('title')}>
      {range === null ? (
        <>
          <ReplayTools
            night={night}
            newest={running}
            floor={floor.data}
            timeZone={clock.timeZone}
            replay={null}
            range={null}
          />
          <EmptyState title={t('empty')} why={t('emptyWhy')} />
        </>
      ) : (
        <Replay
          key={`${night} ${range.fromMs} ${range.toMs}`}
          night={night}
          newest={running}
          floor={floor.data}
          range={range}
          startMs={Date.parse(values['at'] ?? '')}
          timeZone={clock.timeZone}
        />
      )}
    </section>
  );
}

const pageFrames: Frames = (onFrame) => {
  const frame = requestAnimationFrame(onFrame);
  return () => cancelAnimationFrame(frame);
};

/** Every night plays in a minute, long or short. */
const PLAY_MS = 60_000;

type ReplayProps = {
  readonly night: string;
  readonly newest: string;
  readonly floor: Floor;
  readonly range: { readonly fromMs: number; readonly toMs: number };
  readonly startMs: number;
  readonly timeZone: string;
};

function Replay({ night, newest, floor, range, startMs, timeZone }: ReplayProps) {
  const [replay] = useState(() =>
    createReplayClock({
      ...range,
      startMs: Number.isNaN(startMs) ? range.fromMs : startMs,
      playMs: PLAY_MS,
      frames: pageFrames,
    }),
  );
  useEffect(() => replay.stop, [replay]);
  return (
    <>
      <ReplayTools
        night={night}
        newest={newest}
        floor={floor}
        timeZone={timeZone}
        replay={replay}
        range={range}
      />
      <Tiles rooms={floor.rooms} replay={replay} range={range} night={night} />
    </>
  );
}

function Tiles({
  rooms,
  replay,
  range,
  night,
}: {
  rooms: readonly RoomReplay[];
  replay: ReplayClock;
  range: ReplayProps['range'];
  night: string;
}) {
  const { t } = useTranslation('replay');
  const list = useRef<HTMLUListElement>(null);
  const faces = useMemo((): ReplayFaces => createReplayFaces(range, pageFrames), [range]);
  useEffect(() => faces.stop, [faces]);
  useEffect(() => {
    const show = (): void => faces.show(replay.current().atMs);
    show();
    return replay.subscribe(show);
  }, [faces, replay]);
  useEffect(() => {
    const observer = new ResizeObserver(() => {
      const { clientWidth = 0 } = list.current?.querySelector('[data-course]') ?? {};
      faces.setCourseWidth(clientWidth * globalThis.devicePixelRatio);
    });
    if (list.current !== null) observer.observe(list.current);
    return () => observer.disconnect();
  }, [faces]);
  return useMemo(
    () => (
      <ul ref={list} className={css['tiles']} aria-label={t('rooms')}>
        {rooms.map((room) => (
          <li key={room.roomId}>
            <ReplayTile
              room={room}
              faces={faces}
              startMs={replay.current().atMs}
              range={range}
              night={night}
            />
          </li>
        ))}
      </ul>
    ),
    [rooms, faces, replay, range, night, t],
  );
}
