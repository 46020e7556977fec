import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { FigureLimits, TimelineStream } from '@yamori/domain';
import type { NightLane, TimeWindow } from '../../live/chart/nights/night-spec.ts';
import { within, zoomed } from '../../live/chart/nights/time-window.ts';
import { toLocale } from '../../locales/date-time-formatter.ts';
import { useUrlParams } from '../../kit/url-state/use-url-params.ts';
import { EmptyLanes, foldLanes } from './empty-lanes.tsx';
import { NightFiles } from './export/night-files.tsx';
import { keepHiddenLanes, lanesOutside, readHiddenLanes } from './lane-memory.ts';
import { NightChartCanvas, type ChartHandle, type NightChartCanvasProps } from './night-chart.tsx';
import type { LaneLabels } from './lane-options.ts';
import { nightLanes } from './night-lanes.ts';
import { NightTable } from './night-table.tsx';
import { NightToolbar, Tool } from './night-toolbar.tsx';
import { useLaneLabels, useMoments } from './use-lane-labels.ts';
import css from './nights.module.css';
import type { Stretch } from './night-stages.ts';
import { NotePanel, findNightNotes } from './notes/note-panel.tsx';
import type { Note, RoomNotes } from './notes/use-notes.ts';
import type { Accident, Night } from './api.ts';
import { OverlayLegend, OverlayTools } from './overlay/overlay-tools.tsx';
import { useOverlay } from './overlay/use-overlay.ts';
import { toLaneChoice, hiddenStreamLanes } from './stream-lanes.ts';
import { toAddress, ofLength, parseWindow } from './view-window.ts';

type NightViewerProps = {
  readonly roomId: string;
  readonly roomName: string;
  readonly notes: RoomNotes;
  /** Lanes of the room's view, until the user chooses their own; undefined or empty: all. */
  readonly tracks?: readonly string[] | undefined;
  /** Thresholds of the room's view. */
  readonly limits: ReadonlyMap<string, FigureLimits>;
  readonly chosen: string;
  /** The chosen night from beginning to end. */
  readonly range: TimeWindow;
  readonly timeZone: string;
  readonly nights: readonly Night[];
  readonly accidents: readonly Accident[];
  readonly streams: readonly TimelineStream[];
  /** Gaps in the recordings of the chosen night; null until they are known. */
  readonly gaps: readonly Stretch[] | null;
  /** Why waveforms are missing, unless no device sends any. */
  readonly streamsMissing: string | null;
  readonly whole: TimeWindow;
  readonly bounds: TimeWindow;
  readonly onErrorCode: (code: string | null) => void;
};

const ADDRESS_AFTER_MS = 400;
const NO_MARKS = { t1Ms: null, t2Ms: null } as const;
type Marks = { readonly t1Ms: number | null; readonly t2Ms: number | null };

/** The chart of a night with its tools. The address holds the visible range. */
export function NightViewer(props: NightViewerProps) {
  const { roomId, notes, range, chosen, timeZone, nights, streams, whole, bounds } = props;
  const { t } = useTranslation('rooms');
  const moments = useMoments(timeZone);
  const [window, setWindow] = useSeenWindow(chosen, whole);
  const [marks, mark] = useMarks();
  const [hidden, hide] = useHiddenLanes(props.tracks, streams);
  const [tableOpen, setTableOpen] = useState(false);
  const [notesOpen, setNotesOpen] = useState(false);
  const [chart, setChart] = useState<ChartHandle | null>(null);
  const overlay = useOverlay(roomId, nights, chosen);
  const { drawn: lanes, empty } = useLanes(props, overlay.overlay, hidden);
  const middle = (): number => pointedIn(window, chart) ?? (window.fromMs + window.toMs) / 2;
  const title = t('nightTitle', { date: moments.night(chosen) });
  return (
    <section className={css['viewer']}>
      <NightToolbar
        window={window}
        timeZone={timeZone}
        marks={marks}
        hidden={hidden}
        streams={streams}
        tableOpen={tableOpen}
        overlay={<OverlayTools choice={overlay} roomId={roomId} timeZone={timeZone} />}
        onZoom={(factor) => setWindow(zoomed(window, factor, middle(), bounds))}
        onWhole={() => setWindow(whole)}
        onSpan={(lengthMs) =>
          setWindow(within(ofLength(window, lengthMs, pointedIn(window, chart), whole), bounds))
        }
        onHidden={hide}
        onTable={() => setTableOpen(!tableOpen)}
        onMark={(name) => mark(name, middle())}
        notes={
          <NoteTool
            room={notes}
            night={range}
            isOpen={notesOpen}
            onToggle={() => setNotesOpen(!notesOpen)}
          />
        }
        files={<NightFiles {...props} title={title} window={window} chart={chart} />}
      />
      <OverlayLegend choice={overlay} timeZone={timeZone} />
      <div className={css['stage']}>
        <NightChart
          {...props}
          title={title}
          lanes={lanes}
          window={window}
          marks={marks}
          onWindow={setWindow}
          onMark={mark}
          onReady={setChart}
        />
        <NotePanel
          room={notes}
          timeZone={timeZone}
          night={range}
          marks={marks}
          pointedMs={middle}
          isOpen={notesOpen}
          onWritten={() => mark(null, 0)}
          onShow={(note) => setWindow(within(aroundNote(note, window), bounds))}
        />
      </div>
      <EmptyLanes
        lanes={empty}
        waiting={props.streamsMissing}
        usedSignals={getUsedSignals(nights, chosen)}
      />
      {tableOpen && chart !== null ? (
        <NightTable chart={chart} window={window} lanes={lanes} timeZone={timeZone} />
      ) : null}
    </section>
  );
}

type NightChartProps = Pick<
  NightViewerProps,
  'roomId' | 'roomName' | 'timeZone' | 'bounds' | 'whole' | 'onErrorCode'
> &
  Pick<NightChartCanvasProps, 'window' | 'marks' | 'onWindow' | 'onMark' | 'onReady'> & {
    readonly title: string;
    readonly lanes: readonly NightLane[];
  };

/** The canvas, named by its night and visible range. */
function NightChart({ roomId, roomName, timeZone, title, lanes, ...canvas }: NightChartProps) {
  const { t, i18n } = useTranslation('rooms');
  const { day, time } = useMoments(timeZone);
  const { fromMs, toMs } = canvas.window;
  return (
    <NightChartCanvas
      spec={{
        roomId,
        lanes,
        timeZone,
        locale: toLocale(i18n.language),
        title: `${roomName} ${title}`,
      }}
      window={canvas.window}
      bounds={canvas.bounds}
      whole={canvas.whole}
      marks={canvas.marks}
      label={t('chart.label', {
        night: title,
        from: `${day(fromMs)} ${time(fromMs)}`,
        to: `${day(toMs)} ${time(toMs)}`,
      })}
      onWindow={canvas.onWindow}
      onMark={canvas.onMark}
      onErrorCode={canvas.onErrorCode}
      onReady={canvas.onReady}
    />
  );
}

/** The lanes of the night, with and without data. */
function useLanes(
  props: NightViewerProps,
  overlay: ReturnType<typeof useOverlay>['overlay'],
  hidden: ReadonlySet<string>,
): ReturnType<typeof foldLanes> {
  const { nights, chosen, accidents, notes, streams, gaps, limits, streamsMissing } = props;
  const words = withMissing(useLaneLabels(), streamsMissing);
  return foldLanes(
    nightLanes({
      nights,
      chosen,
      overlay,
      accidents,
      notes: notes.notes,
      streams,
      gaps,
      hidden,
      limits,
      words,
    }),
  );
}

const getUsedSignals = (nights: readonly Night[], chosen: string): readonly string[] =>
  nights.find(({ night }) => night === chosen)?.provenance?.signals ?? [];

/** Waveform lanes that are loading or unreadable show the reason. */
const withMissing = (words: LaneLabels, why: string | null): LaneLabels =>
  why === null
    ? words
    : { ...words, missing: { ...words.missing, signal: why, posture: why, noGap: why } };

/** The cursor's time, if it is visible. */
function pointedIn({ fromMs, toMs }: TimeWindow, chart: ChartHandle | null): number | null {
  const atMs = chart?.pointed() ?? null;
  return atMs === null || atMs < fromMs || atMs > toMs ? null : atMs;
}

/** The two cursors; null removes both. */
function useMarks(): readonly [Marks, (name: 't1Ms' | 't2Ms' | null, atMs: number) => void] {
  const [marks, setMarks] = useState<Marks>(NO_MARKS);
  return [marks, (name, atMs) => setMarks(name === null ? NO_MARKS : { ...marks, [name]: atMs })];
}

/** Hidden lanes, stored in this browser. */
function useHiddenLanes(
  tracks: readonly string[] | undefined,
  streams: readonly TimelineStream[],
): readonly [ReadonlySet<string>, (hidden: ReadonlySet<string>) => void] {
  const [chosen, setChosen] = useState(() => readHiddenLanes(localStorage));
  const hidden = new Set<string>([
    ...(chosen ?? lanesOutside(tracks)),
    ...hiddenStreamLanes(streams, chosen),
  ]);
  return [
    hidden,
    (next) => {
      const choice = toLaneChoice(streams, next, chosen);
      setChosen(choice);
      keepHiddenLanes(localStorage, choice);
    },
  ];
}

type NoteToolProps = {
  readonly room: RoomNotes;
  readonly night: TimeWindow;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
};

/** Opens the notes, for readers who may read them. */
function NoteTool({ room, night, isOpen, onToggle }: NoteToolProps) {
  const { t } = useTranslation('rooms');
  if (!room.mayRead) return null;
  const count = findNightNotes(room.notes, night).length;
  return (
    <Tool name="notes" pressed={isOpen} onClick={onToggle}>
      {count === 0 ? t('note.tool') : t('note.count', { count })}
    </Tool>
  );
}

/** Centres a moment; shows an interval with as much again around it. */
function aroundNote({ from, to }: Note, seen: TimeWindow): TimeWindow {
  const [fromMs, toMs] = [from.getTime(), (to ?? from).getTime()];
  const length = to === null ? seen.toMs - seen.fromMs : 2 * (toMs - fromMs);
  return { fromMs: (fromMs + toMs - length) / 2, toMs: (fromMs + toMs + length) / 2 };
}

/** The visible range: where the user moved, else the one in the address, else the whole night. */
function useSeenWindow(
  chosen: string,
  whole: TimeWindow,
): readonly [TimeWindow, (next: TimeWindow) => void] {
  const [values, change] = useUrlParams();
  const [seen, setSeen] = useState<Seen>(null);
  useSeenInAddress(seen, change);
  return [
    seen?.night === chosen ? seen.window : (parseWindow(values['from'], values['to']) ?? whole),
    (next) => setSeen({ night: chosen, window: next }),
  ];
}

type Seen = { readonly night: string; readonly window: TimeWindow } | null;

/** Writes the visible range to the address once it stops changing. */
function useSeenInAddress(seen: Seen, change: ReturnType<typeof useUrlParams>[1]): void {
  useEffect(() => {
    if (seen === null) return;
    const timer = setTimeout(
      () => change({ night: seen.night, ...toAddress(seen.window) }),
      ADDRESS_AFTER_MS,
    );
    return () => clearTimeout(timer);
    // oxlint-disable-next-line react/exhaustive-deps -- `change` is a new function on every render
  }, [seen]);
}
