import type { TimelineStream } from '@yamori/domain';
import { useRef, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { TimeWindow } from '../../live/chart/nights/night-spec.ts';
import { Popover } from '../../kit/popover/popover.tsx';
import { ToolIcon } from '../../kit/icons/tool-icon.tsx';
import { LANE_IDS } from './lane-options.ts';
import { useLaneLabels, useLength, useMoments } from './use-lane-labels.ts';
import css from './nights.module.css';
import { MAX_STREAM_LANES, streamLanes, type StreamLane } from './stream-lanes.ts';

const SPANS = {
  month: 30 * 86_400_000,
  week: 7 * 86_400_000,
  hours: 8 * 3_600_000,
  hour: 3_600_000,
  minutes: 300_000,
  seconds: 10_000,
  beat: 1000,
} as const;
type SpanName = keyof typeof SPANS;
// Object.keys loses the key type; the keys are exactly these.
const SPAN_NAMES = Object.keys(SPANS) as SpanName[];

type NightToolbarProps = {
  readonly window: TimeWindow;
  readonly timeZone: string;
  readonly marks: { readonly t1Ms: number | null; readonly t2Ms: number | null };
  readonly hidden: ReadonlySet<string>;
  /** Streams recorded in the night. */
  readonly streams: readonly TimelineStream[];
  readonly tableOpen: boolean;
  /** Selects the overlaid night. */
  readonly overlay: ReactNode;
  readonly onZoom: (factor: number) => void;
  readonly onWhole: () => void;
  readonly onSpan: (lengthMs: number) => void;
  readonly onHidden: (hidden: ReadonlySet<string>) => void;
  readonly onTable: () => void;
  /** Exports the night. */
  readonly files: ReactNode;
  /** Opens the notes. */
  readonly notes: ReactNode;
  readonly onMark: (mark: 't1Ms' | 't2Ms' | null) => void;
};

/** Shows the range as text, with buttons for what the keys do. */
export function NightToolbar(props: NightToolbarProps) {
  const { window, timeZone, marks, tableOpen } = props;
  const { t } = useTranslation('rooms');
  const length = useLength();
  const { day, exact, time } = useMoments(timeZone);
  const spanned = window.toMs - window.fromMs;
  const clock = spanned >= 3_600_000 ? time : exact;
  return (
    <div className={css['toolbar']} role="toolbar" aria-label={t('chart.span')}>
      <span className={css['range']} data-range="">
        <b>
          {day(window.fromMs)} {clock(window.fromMs)}
        </b>
        –
        <b>
          {day(window.fromMs) === day(window.toMs) ? '' : `${day(window.toMs)} `}
          {clock(window.toMs)}
        </b>
        <small>{length(spanned)}</small>
      </span>
      {marks.t1Ms === null || marks.t2Ms === null ? null : (
        <span className={css['difference']}>
          {t('chart.difference', { text: length(Math.abs(marks.t2Ms - marks.t1Ms)) })}
        </span>
      )}
      <span className={css['group']}>
        <Tool label={t('chart.zoomIn')} onClick={() => props.onZoom(1 / 2)}>
          <ToolIcon name="plus" size={16} />
        </Tool>
        <Tool label={t('chart.zoomOut')} onClick={() => props.onZoom(2)}>
          <span aria-hidden="true">−</span>
        </Tool>
        <Tool onClick={props.onWhole}>{t('chart.whole')}</Tool>
        <select
          aria-label={t('chart.span')}
          value={SPAN_NAMES.find((name) => Math.abs(SPANS[name] - spanned) < 1) ?? ''}
          onChange={({ currentTarget }) => {
            const name = SPAN_NAMES.find((candidate) => candidate === currentTarget.value);
            if (name !== undefined) props.onSpan(SPANS[name]);
          }}
        >
          <option value="" disabled>
            {t('chart.span')}
          </option>
          {SPAN_NAMES.map((name) => (
            <option key={name} value={name}>
              {t(`chart.spans.${name}`)}
            </option>
          ))}
        </select>
      </span>
      <span className={css['group']}>
        {props.overlay}
        <Tool label={t('chart.setT1')} onClick={() => props.onMark('t1Ms')}>
          T1
        </Tool>
        <Tool label={t('chart.setT2')} onClick={() => props.onMark('t2Ms')}>
          T2
        </Tool>
        {marks.t1Ms === null && marks.t2Ms === null ? null : (
          <Tool label={t('chart.clearCursors')} onClick={() => props.onMark(null)}>
            <ToolIcon name="close" size={16} />
          </Tool>
        )}
        <LaneMenu {...props} />
        <Tool name="table" pressed={tableOpen} onClick={props.onTable}>
          <ToolIcon name="table" size={16} />
          {tableOpen ? t('chart.hideTable') : t('chart.table')}
        </Tool>
        {props.notes}
        {props.files}
        <KeysHelp />
      </span>
    </div>
  );
}

export function Tool({
  children,
  label,
  name,
  pressed,
  onClick,
}: {
  children: ReactNode;
  label?: string;
  name?: string;
  pressed?: boolean;
  onClick: () => void;
}) {
  return (
    <button
      type="button"
      className={css['tool']}
      aria-label={label}
      title={label}
      aria-pressed={pressed}
      data-tool={name}
      onClick={onClick}
    >
      {children}
    </button>
  );
}

function LaneMenu({
  hidden,
  streams,
  onHidden,
}: Pick<NightToolbarProps, 'hidden' | 'streams' | 'onHidden'>) {
  const { t } = useTranslation('rooms');
  const words = useLaneLabels();
  const anchor = useRef<HTMLSpanElement>(null);
  const [open, setOpen] = useState(false);
  const recorded = streamLanes(streams);
  const toggle = (id: string): void =>
    onHidden(
      new Set(
        [...LANE_IDS, ...recorded.map((lane) => lane.id)].filter((candidate) =>
          candidate === id ? !hidden.has(candidate) : hidden.has(candidate),
        ),
      ),
    );
  const isFull = recorded.filter(({ id }) => !hidden.has(id)).length >= MAX_STREAM_LANES;
  return (
    <span ref={anchor}>
      <Tool pressed={open} onClick={() => setOpen(!open)}>
        <ToolIcon name="filter" size={16} />
        {t('chart.lanes')}
      </Tool>
      {!open ? null : (
        <Popover anchor={anchor} label={t('chart.lanes')} onClose={() => setOpen(false)}>
          <div className={css['menu']}>
            {LANE_IDS.map((id) => (
              <label key={id}>
                <input type="checkbox" checked={!hidden.has(id)} onChange={() => toggle(id)} />
                {t(`lane.${id}`)}
              </label>
            ))}
            {recorded.map((lane) => (
              <label key={lane.id}>
                <input
                  type="checkbox"
                  checked={!hidden.has(lane.id)}
                  disabled={isFull && hidden.has(lane.id)}
                  onChange={() => toggle(lane.id)}
                />
                {words.stream(lane)}
                {formatUnit(lane)}
              </label>
            ))}
          </div>
        </Popover>
      )}
    </span>
  );
}

const formatUnit = ({ streams: [first] }: StreamLane): string =>
  first === undefined || first.unit === '' ? '' : ` (${first.unit})`;

const KEYS = [
  [['←', '→'], 'move'],
  [['+', '−'], 'zoom'],
  [['Shift', '←', '→'], 'cursor'],
  [['Home', 'End'], 'ends'],
  [['0'], 'whole'],
  [['1', '2'], 'marks'],
  [['Esc'], 'clear'],
] as const;

function KeysHelp() {
  const { t } = useTranslation('rooms');
  const anchor = useRef<HTMLSpanElement>(null);
  const [open, setOpen] = useState(false);
  return (
    <span ref={anchor}>
      <Tool label={t('chart.help')} pressed={open} onClick={() => setOpen(!open)}>
        <ToolIcon name="help" size={16} />
      </Tool>
      {!open ? null : (
        <Popover anchor={anchor} label={t('chart.help')} onClose={() => setOpen(false)}>
          <dl className={css['keys']}>
            {KEYS.map(([keys, word]) => (
              <div key={word}>
                <dt>
                  {keys.map((key) => (
                    <kbd key={key}>{key}</kbd>
                  ))}
                </dt>
                <dd>{t(`keys.${word}`)}</dd>
              </div>
            ))}
            <div>
              <dd>{t('keys.wheel')}</dd>
            </div>
          </dl>
        </Popover>
      )}
    </span>
  );
}
