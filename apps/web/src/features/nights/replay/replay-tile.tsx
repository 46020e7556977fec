import { toCourse } from '@yamori/domain';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { StateIcon, type StateShape } from '../../../shared/room-state/state-icon.tsx';
import { EPOCH_MS } from '../night-stages.ts';
import type { ReplayFaces } from './replay-faces.ts';
import { getMoment, type MomentState, type RoomMoment, type RoomReplay } from './replay-night.ts';
import css from './replay.module.css';

const SHAPES: Readonly<Record<MomentState, StateShape>> = {
  asleep: 'asleep',
  awake: 'awake',
  outOfBed: 'outOfBed',
  unknown: 'unknown',
  noRecord: 'unknown',
};
const HAPPENING_SHAPES = {
  bedExit: 'outOfBed',
  call: 'call',
  accident: 'fall',
  apnea: 'asleep',
} as const satisfies Record<string, StateShape>;

type ReplayTileProps = {
  readonly room: RoomReplay;
  readonly faces: ReplayFaces;
  /** The playback position at the first render. */
  readonly startMs: number;
  readonly range: { readonly fromMs: number; readonly toMs: number };
  readonly night: string;
};

/**
 * One room at the played moment. Renders only on a state change; the rates are written to the DOM
 * each minute without React.
 */
export function ReplayTile({ room, faces, startMs, range, night }: ReplayTileProps) {
  const { t } = useTranslation('replay');
  const { t: states } = useTranslation('states');
  const { t: rooms } = useTranslation('rooms');
  const { t: accidents } = useTranslation('accidents');
  const [{ state, happening }, setSaid] = useState<Pick<RoomMoment, 'state' | 'happening'>>(() =>
    getMoment(room, startMs),
  );
  const heart = useRef<HTMLElement>(null);
  const breath = useRef<HTMLElement>(null);
  const playhead = useRef<HTMLSpanElement>(null);
  const none = rooms('noValue');
  useEffect(
    () =>
      faces.add(room, {
        say: setSaid,
        rates({ heartRate, respirationRate }) {
          const rate = (value: number | null): string =>
            value === null ? none : String(Math.round(value));
          if (heart.current !== null) heart.current.textContent = rate(heartRate);
          if (breath.current !== null) breath.current.textContent = rate(respirationRate);
        },
        played: (share) =>
          playhead.current?.style.setProperty('transform', `translateX(${share * 100}%)`),
      }),
    [room, faces, none],
  );
  const stateWord = {
    asleep: states('sleep.asleep'),
    awake: states('sleep.awake'),
    outOfBed: states('presence.outOfBed'),
    unknown: t('unknown'),
    noRecord: t('noRecord'),
  }[state];
  const happeningWord =
    happening === null
      ? null
      : happening.kind === 'accident'
        ? accidents(`kind.${happening.accident ?? 'other'}`)
        : t(`happening.${happening.kind}`);
  return (
    <Link
      to="/room/$roomid/sleep"
      params={{ roomid: room.roomId }}
      search={{ night }}
      className={css['tile']}
      data-state={state}
      data-happening={happening?.kind}
    >
      <span className={css['name']}>{room.name}</span>
      <span className={css['state']}>
        <StateIcon
          shape={happening === null ? SHAPES[state] : HAPPENING_SHAPES[happening.kind]}
          size={18}
        />
        {happeningWord ?? stateWord}
      </span>
      <span className={css['rates']}>
        <span>
          {states('heartRate')} <b ref={heart} />
        </span>
        <span>
          {states('respirationRate')} <b ref={breath} />
        </span>
      </span>
      <span className={css['course']} data-course="">
        <Course room={room} range={range} />
        <span ref={playhead} className={css['playhead']} />
      </span>
    </Link>
  );
}

/** The small hypnogram of the whole night. */
function Course({ room, range }: Pick<ReplayTileProps, 'room' | 'range'>) {
  const first = Math.floor((range.fromMs - room.startMs) / EPOCH_MS);
  const length = Math.ceil((range.toMs - range.fromMs) / EPOCH_MS);
  const runs = toCourse(room.stages.slice(Math.max(0, first), first + length));
  return (
    <svg viewBox={`0 0 ${length} 10`} preserveAspectRatio="none" aria-hidden="true">
      {runs.map(({ stage, from, length: wide }) =>
        stage === 'missing' ? null : (
          <rect
            key={from}
            data-stage={stage}
            x={from}
            width={wide}
            y={stage === 'wake' ? 0 : stage === 'deep' ? 6 : 4}
            height={stage === 'wake' ? 10 : stage === 'deep' ? 4 : 6}
          />
        ),
      )}
      {room.happenings.map(({ kind, fromMs }) => (
        <rect
          key={`${kind} ${fromMs}`}
          data-happening={kind}
          x={(fromMs - range.fromMs) / EPOCH_MS}
          width={Math.max(3, length / 200)}
          y={0}
          height={10}
        />
      ))}
    </svg>
  );
}
