import { Link } from '@tanstack/react-router';
import type { RoomLive } from '@yamori/domain';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ChartCanvas } from '../../chart/chart-canvas.tsx';
import { useChartPart } from '../../chart/chart-context.tsx';
import { type ChartPalette, CSS_PX_PER_MM, type TraceViewSpec } from '../../chart/chart-spec.ts';
import { isWhole } from '../../client/document-reader.ts';
import { useRow } from '../../client/documents-context.tsx';
import { CallActions } from '../../ui/calls/call-actions.tsx';
import { Age } from '../../ui/clock/age.tsx';
import { useTimed } from '../../ui/clock/clock-context.tsx';
import { StateIcon } from '../../ui/icons/state-icon.tsx';
import { ATTENTION_LOOKS, attentionOf, isPressing } from '../../ui/room-state/attention.ts';
import { leadOf, sideMarkOf } from '../../ui/room-state/room-standing.ts';
import { useStandingWords } from '../../ui/room-state/standing-words.ts';
import { vitalText } from '../../ui/room-state/vital-number.tsx';
import { readingOf } from '../../ui/room-state/vital-reading.ts';
import css from './tile.module.css';
import { TileNumber } from './tile-number.tsx';
import type { RoomStore } from './use-wall-order.ts';
import type { Room } from './wall-filter.ts';

/** Seconds that the heart's trace shows on a tile; breath shows four times as many. */
const TILE_SECONDS = 6;
/** Height of a stream's name over its trace. */
const LABEL_PX = 17;

type RoomTileProps = { readonly store: RoomStore; readonly path: string; readonly index: number; readonly isCurrent: boolean; readonly onFocus: (path: string) => void };

/** A room on the wall: who, state with its age, one or two moving traces, heart and breath. */
export function RoomTile({ store, path, index, isCurrent, onFocus }: RoomTileProps) {
  const { t } = useTranslation('monitoring');
  const room = useRow(store, path);
  const live = room !== undefined && isWhole(room) ? room.live : null;
  const urgency = useTimed((nowMs) => urgencyOf(live, nowMs));
  if (room === undefined || !isWhole(room)) return <div className={css['tile']} />;
  const id = `tile-${room.documentReferenceId}`;
  return (
    <article className={css['tile']} data-urgency={urgency}>
      <div className={css['head']}>
        <Link
          to="/monitoring-room/raw-multi" search={{ room: room.documentReferenceId }} preload={false} className={css['name']} data-index={index}
          tabIndex={isCurrent ? 0 : -1} onFocus={() => onFocus(path)} aria-label={t('open', { room: room.name })} aria-describedby={`${id}-state ${id}-numbers`}
        >
          {room.name}
        </Link>
        <TileState room={room} id={`${id}-state`} />
      </div>
      <TileMark live={room.live} />
      <TileTraces room={room} />
      <div className={css['call']}><CallActions roomId={room.documentReferenceId} roomName={room.name} domainId={room.domainId} call={room.live?.call ?? null} /></div>
      <div className={css['numbers']} id={`${id}-numbers`}>
        <TileNumber kind="heartRate" reading={readingOf(room.live, 'heartRate')} />
        <TileNumber kind="respirationRate" reading={readingOf(room.live, 'respirationRate')} />
      </div>
    </article>
  );
}

/** Who, or where when nobody is named, and the state with its age. */
function TileState({ room, id }: { room: Room; id: string }) {
  const words = useStandingWords();
  const lead = leadOf(room.live);
  return (
    <>
      <span className={css['alias']}>{room.occupant?.alias ?? room.building}</span>
      <span className={css['state']} id={id} data-tone={lead.tone}>
        <StateIcon shape={lead.shape} size={18} />
        <span>{words(lead)}</span>
        {lead.since === null ? null : <Age at={lead.since} kind={lead.shape === 'call' ? 'ago' : 'brief'} className={css['age']} />}
      </span>
    </>
  );
}

/** A fault that leaves the rest readable, over the traces and not on them. */
function TileMark({ live }: { live: RoomLive | null }) {
  const { t } = useTranslation('states');
  const mark = sideMarkOf(live);
  return mark === null ? null : <p className={css['mark']}><StateIcon shape={mark.shape} size={16} />{t(mark.word)}</p>;
}

function TileTraces({ room }: { room: Room }) {
  const { t } = useTranslation('monitoring');
  const [viewId, setViewId] = useState<number | null>(null);
  const lanes = useChartPart((report) => report.views.find((view) => view.viewId === viewId)?.lanes.map((lane) => lane.stream).join(' ') ?? '');
  const refused = useChartPart((report) => room.deviceSerials.length > 0 && room.deviceSerials.every((serial) => report.devices.some((device) => device.serial === serial && device.state.kind === 'refused')));
  const words = useTimed((nowMs) => t('trace', { room: room.name, heartRate: vitalText('heartRate', readingOf(room.live, 'heartRate'), nowMs), respirationRate: vitalText('respirationRate', readingOf(room.live, 'respirationRate'), nowMs) }));
  const serials = room.deviceSerials.join(' ');
  const view = (palette: ChartPalette): TraceViewSpec => ({
    kind: 'traces', lanes: { serials: serials === '' ? [] : serials.split(' '), atMost: 2 }, mode: 'sweep', time: { kind: 'window', seconds: TILE_SECONDS },
    pxPerMm: CSS_PX_PER_MM, frozen: false, palette, watchAll: [], estimates: false, headPx: LABEL_PX,
  });
  const kinds = lanes === '' ? [] : lanes.split(' ');
  const silent = room.live?.fault === 'deviceOffline';
  return (
    <div className={css['traces']} data-silent={silent}>
      <ChartCanvas view={view} className={css['canvas']} label={words} onAttached={setViewId} />
      <ul className={css['labels']}>
        {kinds.map((kind) => <li key={kind}><span>{t(`streams.${kind}` as 'streams.ecg', { defaultValue: kind })}</span></li>)}
      </ul>
      <TileNote room={room} silent={silent} refused={refused} hasLanes={kinds.length > 0} />
    </div>
  );
}

function TileNote({ room, silent, refused, hasLanes }: { room: Room; silent: boolean; refused: boolean; hasLanes: boolean }) {
  const { t } = useTranslation('monitoring');
  if (room.deviceSerials.length === 0) return <p className={css['note']}>{t('noDevice')}</p>;
  if (refused) return <p className={css['note']}>{t('refused')}</p>;
  if (silent) return <p className={css['note']} data-tone="technical"><strong>{t('silent')}</strong><span>{t('silentWhy')}</span></p>;
  return hasLanes ? null : <p className={css['note']}>{t('waiting')}</p>;
}

/** How a tile asks to be looked at; empty when it does not. */
function urgencyOf(live: RoomLive | null, nowMs: number): string {
  const attention = attentionOf(live, nowMs);
  return attention === null || !isPressing(attention) ? '' : ATTENTION_LOOKS[attention.reason].tone;
}
