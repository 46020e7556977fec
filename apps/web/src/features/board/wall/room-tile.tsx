import { Link } from '@tanstack/react-router';
import { DOUBTS, isRoomSilent, type RoomLive } from '@yamori/domain';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ChartCanvas } from '../../../live/chart/chart-canvas.tsx';
import { useChartPart } from '../../../live/chart/chart-context.tsx';
import {
  type ChartPalette,
  CSS_PX_PER_MM,
  type TraceViewSpec,
} from '../../../live/chart/chart-spec.ts';
import type { ChartReport } from '../../../live/chart/engine/chart-report.ts';
import { useRow } from '../../../live/documents/documents-context.tsx';
import { CauseLabel, shownCause } from '../../../shared/alarm-actions/cause-label.tsx';
import { leadingAlarm } from '../../../shared/alarm-actions/open-alarms.ts';
import { Age } from '../../../kit/clock/age.tsx';
import { useTimed } from '../../../kit/clock/clock-context.tsx';
import { StateIcon } from '../../../shared/room-state/state-icon.tsx';
import { ATTENTION_LOOKS, getAttention, isPressing } from '../../../shared/room-state/attention.ts';
import { AttentionActions } from '../../../shared/alarm-actions/alarm-actions.tsx';
import { useFaultText } from '../../../shared/room-state/fault-line.tsx';
import {
  getBedStatus,
  getPrimaryStatus,
  getFaultMark,
} from '../../../shared/room-state/room-status.ts';
import { useStatusLabel } from '../../../shared/room-state/state-badge.tsx';
import { vitalText, hasNoSensor, getReading } from '../../../shared/room-state/vital-number.tsx';
import type { CardItem } from '../../../shared/views/shown-view.ts';
import { useCardItems, useRoomTracks } from '../../../shared/views/shown-views.tsx';
import { useShownLimits } from '../../../shared/views/use-shown-limits.ts';
import { laneMark } from './lane-mark.ts';
import css from './tile.module.css';
import { TileNumber } from './tile-number.tsx';
import { toRoom, type Room, type RoomStore } from '../room-store.ts';

/** Seconds that the heart's trace shows on a tile; breath shows four times as many. */
const TILE_SECONDS = 6;
/** Height of a stream's name over its trace. */
const LABEL_PX = 17;

type RoomTileProps = {
  readonly store: RoomStore;
  readonly path: string;
  readonly index: number;
  readonly isCurrent: boolean;
  readonly onFocus: (path: string) => void;
};

/** A room on the wall: who, state with its age, one or two moving traces, heart and breath. */
export function RoomTile({ store, path, index, isCurrent, onFocus }: RoomTileProps) {
  const { t } = useTranslation('monitoring');
  const room = toRoom(useRow(store, path));
  const items = useCardItems(room ?? NO_ROOM);
  const urgency = useTimed((nowMs) => getUrgency(room?.live ?? null, nowMs));
  if (room === null) return <div className={css['tile']} />;
  const id = `tile-${room.documentReferenceId}`;
  return (
    <article className={css['tile']} data-urgency={urgency}>
      <div className={css['head']}>
        <Link
          to="/monitoring-room/raw-multi"
          search={{ room: room.documentReferenceId }}
          preload={false}
          className={css['name']}
          data-index={index}
          tabIndex={isCurrent ? 0 : -1}
          onFocus={() => onFocus(path)}
          aria-label={t('open', { room: room.name })}
          aria-describedby={`${id}-state ${id}-mark ${id}-numbers`}
        >
          {room.name}
        </Link>
        <TileState room={room} items={items} id={`${id}-state`} />
      </div>
      <TileMark live={room.live} id={`${id}-mark`} />
      <TileTraces room={room} />
      <div className={css['call']}>
        <AttentionActions room={room} />
      </div>
      <TileNumbers room={room} items={items} id={`${id}-numbers`} />
    </article>
  );
}

const NO_ROOM = { viewId: null, domainId: null };
const NUMBERS = ['heartRate', 'respirationRate'] as const;

/** The figures that the room's view leaves, each with the limits that it draws. */
function TileNumbers({
  room,
  items,
  id,
}: {
  room: Room;
  items: ReadonlySet<CardItem>;
  id: string;
}) {
  const limits = useShownLimits(room);
  const shown = NUMBERS.filter((kind) => items.has(kind));
  if (shown.length === 0) return null;
  return (
    <div className={css['numbers']} id={id}>
      {shown.map((kind) => (
        <TileNumber
          key={kind}
          kind={kind}
          reading={getReading(room.live, kind)}
          limits={limits.get(kind) ?? null}
        />
      ))}
    </div>
  );
}

/**
 * A longer state, as in English, gets a smaller font rather than being clipped, and on a narrow
 * tile its age is omitted.
 */
const LONG_WORD = 10;

/** The occupant, or the room without a name, and the state with its age. */
function TileState({ room, items, id }: { room: Room; items: ReadonlySet<CardItem>; id: string }) {
  const words = useStatusLabel();
  const lead = getPrimaryStatus(room.live);
  const word = words(lead);
  return (
    <>
      <span className={css['alias']}>
        {(items.has('occupant') ? room.occupant?.alias : undefined) ??
          (items.has('place') ? room.building : '')}
      </span>
      <span className={css['state']} id={id} data-tone={lead.tone}>
        <StateIcon shape={lead.shape} size={18} />
        <span data-long={word.length > LONG_WORD}>{word}</span>
        {lead.since === null ? null : <Age at={lead.since} kind="short" className={css['age']} />}
      </span>
    </>
  );
}

/**
 * Whether an alarm's cause persists, the bed state with a call, and a fault that leaves the rest
 * valid: above the traces, not on them.
 */
function TileMark({ live, id }: { live: RoomLive | null; id: string }) {
  const { t } = useTranslation('states');
  const faultText = useFaultText();
  const bed = getBedStatus(live);
  const fault = getFaultMark(live);
  const alarm = leadingAlarm(live);
  const hasCause = alarm !== null && shownCause(alarm) !== null;
  if (bed === null && fault === null && !hasCause) return null;
  return (
    <p className={css['mark']} id={id} data-fault={fault !== null}>
      <CauseLabel accident={alarm} isBesideName={alarm?.state !== 'raised'} />
      {bed === null ? null : (
        <span data-tone={bed.tone}>
          <StateIcon shape={bed.shape} size={16} />
          {t(bed.word)}
          {bed.since === null ? null : <Age at={bed.since} kind="since" className={css['age']} />}
        </span>
      )}
      {fault === null ? null : (
        <span data-tone="technical">
          <StateIcon shape={fault.shape} size={16} />
          {faultText(fault)}
        </span>
      )}
    </p>
  );
}

function TileTraces({ room }: { room: Room }) {
  const { t } = useTranslation('monitoring');
  const [viewId, setViewId] = useState<number | null>(null);
  const lanes = useChartPart((report) => describeLanes(report, viewId, room.live));
  const refused = useChartPart(
    (report) =>
      room.deviceSerials.length > 0 &&
      room.deviceSerials.every((serial) =>
        report.devices.some(
          (device) => device.serial === serial && device.state.kind === 'refused',
        ),
      ),
  );
  const { t: states } = useTranslation('states');
  const figure = (kind: (typeof NUMBERS)[number], nowMs: number): string => {
    const reading = getReading(room.live, kind);
    return hasNoSensor(reading) ? states('noSensor') : vitalText(kind, reading, nowMs);
  };
  const figures = useTimed((nowMs) =>
    t('trace', {
      room: room.name,
      heartRate: figure('heartRate', nowMs),
      respirationRate: figure('respirationRate', nowMs),
    }),
  );
  const serials = room.deviceSerials.join(' ');
  const tracks = useRoomTracks(room);
  const view = (palette: ChartPalette): TraceViewSpec => ({
    kind: 'traces',
    lanes: { serials: serials === '' ? [] : serials.split(' '), atMost: 2, streams: tracks },
    mode: 'sweep',
    time: { kind: 'window', seconds: TILE_SECONDS },
    pxPerMm: CSS_PX_PER_MM,
    frozen: false,
    palette,
    watchAll: [],
    estimates: false,
    headPx: LABEL_PX,
  });
  const shown = lanes === '' ? [] : lanes.split(' ').map(parsedLane);
  const getName = (kind: string): string =>
    t(`streams.${kind}` as 'streams.ecg', { defaultValue: kind });
  const marks = shown.flatMap(({ kind, mark }) =>
    mark === null ? [] : t('traceMarked', { trace: getName(kind), mark: states(`doubt.${mark}`) }),
  );
  const silent = room.live !== null && isRoomSilent(room.live);
  return (
    <div className={css['traces']} data-silent={silent}>
      <ChartCanvas
        view={view}
        className={css['canvas']}
        label={[figures, ...marks].join('')}
        onAttached={setViewId}
      />
      <ul className={css['labels']}>
        {shown.map(({ kind, mark }) => (
          <li key={kind}>
            <span>{getName(kind)}</span>
            {mark === null ? null : <strong>{states(`doubt.${mark}`)}</strong>}
          </li>
        ))}
      </ul>
      <TileNote room={room} silent={silent} refused={refused} hasLanes={shown.length > 0} />
    </div>
  );
}

/** The traces of a tile with their faults, as one text: it changes only when they do. */
function describeLanes(report: ChartReport, viewId: number | null, live: RoomLive | null): string {
  const lanes = report.views.find((view) => view.viewId === viewId)?.lanes ?? [];
  return lanes
    .map(({ serial, stream }) => {
      const drawn = report.devices
        .find((device) => device.serial === serial)
        ?.streams.find(({ kind }) => kind === stream);
      return `${stream}/${laneMark(drawn ?? { kind: stream, quality: null }, live?.doubts) ?? ''}`;
    })
    .join(' ');
}

function parsedLane(text: string) {
  const [kind = '', mark = ''] = text.split('/');
  return { kind, mark: DOUBTS.find((known) => known === mark) ?? null };
}

/** A device that sent within this time is sending. */
const SENDING_MS = 15_000;

function TileNote({
  room,
  silent,
  refused,
  hasLanes,
}: {
  room: Room;
  silent: boolean;
  refused: boolean;
  hasLanes: boolean;
}) {
  const { t } = useTranslation('monitoring');
  const lastMs = room.live?.lastFrameAt?.getTime() ?? null;
  // Traces are drawn before their names are reported: no wait is claimed over a running trace.
  const isSending = useTimed((nowMs) => lastMs !== null && nowMs - lastMs < SENDING_MS);
  if (room.deviceSerials.length === 0) return <p className={css['note']}>{t('noDevice')}</p>;
  if (refused) return <p className={css['note']}>{t('refused')}</p>;
  if (silent)
    return (
      <p className={css['note']} data-tone="technical">
        <strong>{t('silent')}</strong>
        <span>{t('silentWhy')}</span>
      </p>
    );
  return hasLanes || isSending ? null : <p className={css['note']}>{t('waiting')}</p>;
}

/** The urgency of a tile; empty without one. */
function getUrgency(live: RoomLive | null, nowMs: number): string {
  const attention = getAttention(live, nowMs);
  return attention === null || !isPressing(attention) ? '' : ATTENTION_LOOKS[attention.reason].tone;
}
