import { daysLater } from '@yamori/domain';
import { Link } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useRef, useSyncExternalStore, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useUrlParams } from '../../../kit/url-state/use-url-params.ts';
import { FacetChoice } from '../../../kit/form/facet-choice.tsx';
import { ToolIcon } from '../../../kit/icons/tool-icon.tsx';
import { useMoments } from '../use-lane-labels.ts';
import type { ReplayClock } from './replay-clock.ts';
import { findNeighbour } from './replay-night.ts';
import css from './replay.module.css';
import type { Floor } from './use-floor-night.ts';

const MINUTE_MS = 60_000;
const SPEEDS = [0.5, 1, 2, 4] as const;

type ReplayToolsProps = {
  readonly night: string;
  readonly newest: string;
  readonly floor: Floor;
  readonly timeZone: string;
  /** Null if there is nothing to play. */
  readonly replay: ReplayClock | null;
  readonly range: { readonly fromMs: number; readonly toMs: number } | null;
};

/** Selects the night and the floor; controls the playback. */
export function ReplayTools({ night, newest, floor, timeZone, replay, range }: ReplayToolsProps) {
  const { t } = useTranslation('replay');
  const { t: wall } = useTranslation('monitoring');
  const [values, change] = useUrlParams();
  const { night: nightName } = useMoments(timeZone);
  const turn = (days: number): void => change({ replay: daysLater(night, days), at: undefined });
  return (
    <header className={css['tools']}>
      <h1>{t('title')}</h1>
      <span className={css['night']}>
        <button type="button" onClick={() => turn(-1)} aria-label={t('previousNight')}>
          <ToolIcon name="right" size={18} className={css['mirrored']} />
        </button>
        <b>{nightName(night)}</b>
        <button
          type="button"
          onClick={() => turn(1)}
          disabled={night >= newest}
          aria-label={t('nextNight')}
        >
          <ToolIcon name="right" size={18} />
        </button>
      </span>
      <FacetChoice
        every={wall('every')}
        className={css['choice']}
        label={wall('building')}
        value={values['building'] ?? ''}
        values={floor.buildings}
        onChoose={(building) => change({ building, at: undefined })}
      />
      <FacetChoice
        every={wall('every')}
        className={css['choice']}
        label={wall('floor')}
        value={values['floor'] ?? ''}
        values={floor.floors}
        onChoose={(chosen) => change({ floor: chosen, at: undefined })}
      />
      <Link to="." search={{}} className={css['leave']}>
        {t('leave')}
      </Link>
      {replay === null || range === null ? null : (
        <Player replay={replay} range={range} floor={floor} timeZone={timeZone} />
      )}
    </header>
  );
}

function Player({
  replay,
  range,
  floor,
  timeZone,
}: {
  replay: ReplayClock;
  range: { readonly fromMs: number; readonly toMs: number };
  floor: Floor;
  timeZone: string;
}) {
  const { t } = useTranslation('replay');
  const { time } = useMoments(timeZone);
  const [, change] = useUrlParams();
  const isPlaying = useSyncExternalStore(replay.subscribe, () => replay.current().isPlaying);
  const speed = useSyncExternalStore(replay.subscribe, () => replay.current().speed);
  const output = useRef<HTMLOutputElement>(null);
  const scrub = useRef<HTMLInputElement>(null);
  useShownMinute(replay, (minuteMs) => {
    const word = time(minuteMs);
    if (output.current !== null) output.current.textContent = word;
    if (scrub.current === null) return;
    scrub.current.value = String(minuteMs);
    scrub.current.setAttribute('aria-valuetext', word);
  });
  // A paused moment can be shared. While it plays, the address would flicker.
  useRestingMoment(replay, (atMs) => change({ at: new Date(floorToMinute(atMs)).toISOString() }));
  const toggle = (): void => (isPlaying ? replay.pause() : replay.play());
  const jump = (direction: 1 | -1): void => {
    const found = findNeighbour(floor.rooms, replay.current().atMs, direction);
    if (found !== null) replay.seek(found);
  };
  const press = (event: KeyboardEvent): void => {
    const steps: Readonly<Record<string, number>> = {
      ArrowLeft: -1,
      ArrowRight: 1,
      PageDown: -30,
      PageUp: 30,
    };
    const step = steps[event.key];
    if (event.key === ' ') toggle();
    else if (event.key === 'n') jump(1);
    else if (event.key === 'p') jump(-1);
    else if (event.key === 'Home') replay.seek(range.fromMs);
    else if (event.key === 'End') replay.seek(range.toMs);
    else if (step === undefined) return;
    else replay.seek(replay.current().atMs + step * (event.shiftKey ? 10 : 1) * MINUTE_MS);
    event.preventDefault();
  };
  return (
    <div className={css['player']}>
      <button type="button" className={css['play']} onClick={toggle}>
        {t(isPlaying ? 'pause' : 'play')}
      </button>
      <output ref={output} className={css['time']} />
      <input
        ref={scrub}
        type="range"
        className={css['scrub']}
        min={range.fromMs}
        max={range.toMs}
        step={MINUTE_MS}
        defaultValue={range.fromMs}
        aria-label={t('moment')}
        title={t('keys')}
        onChange={(event) => replay.seek(Number(event.currentTarget.value))}
        onKeyDown={press}
      />
      <span className={css['ends']}>
        {time(range.fromMs)} – {time(range.toMs)}
      </span>
      <button type="button" onClick={() => jump(-1)}>
        {t('previous')}
      </button>
      <button type="button" onClick={() => jump(1)}>
        {t('next')}
      </button>
      <label className={css['choice']}>
        {t('speed')}
        <select
          value={String(speed)}
          onChange={(event) => replay.setSpeed(Number(event.currentTarget.value))}
        >
          {SPEEDS.map((option) => (
            <option key={option} value={String(option)}>
              {t('seconds', { count: Math.round(60 / option) })}
            </option>
          ))}
        </select>
      </label>
    </div>
  );
}

/** The slider steps by minutes. */
const floorToMinute = (atMs: number): number => Math.floor(atMs / MINUTE_MS) * MINUTE_MS;
const RESTS_AFTER_MS = 400;

/**
 * Reports each new minute. Time and slider are written without React: eight minutes a second, or as
 * fast as the user drags.
 */
function useShownMinute(replay: ReplayClock, onMinute: (minuteMs: number) => void): void {
  const report = useEffectEvent(onMinute);
  useEffect(() => {
    let shownMs = Number.NaN;
    const show = (): void => {
      const minuteMs = floorToMinute(replay.current().atMs);
      if (minuteMs === shownMs) return;
      shownMs = minuteMs;
      report(minuteMs);
    };
    show();
    return replay.subscribe(show);
  }, [replay]);
}

/** Reports the time at which the clock pauses. */
function useRestingMoment(replay: ReplayClock, onRest: (atMs: number) => void): void {
  const report = useEffectEvent(onRest);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const wait = (): void => {
      clearTimeout(timer);
      if (!replay.current().isPlaying)
        timer = setTimeout(() => report(replay.current().atMs), RESTS_AFTER_MS);
    };
    wait();
    const leave = replay.subscribe(wait);
    return () => {
      leave();
      clearTimeout(timer);
    };
  }, [replay]);
}
