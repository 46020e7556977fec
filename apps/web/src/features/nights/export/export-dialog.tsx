import {
  EXPORT_FORMATS,
  MAX_EXPORT_DAYS,
  type ExportFormat,
  hiddenRoomFields,
  type TimelineStream,
} from '@yamori/domain';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { TimeWindow } from '../../../live/chart/nights/night-spec.ts';
import { Dialog } from '../../../kit/dialog/dialog.tsx';
import { DialogBody, DialogFoot } from '../../../kit/dialog/dialog-parts.tsx';
import { Button } from '../../../kit/form/button.tsx';
import { CheckField } from '../../../kit/form/check-field.tsx';
import { sizeParts } from '../../../kit/form/file-choice.ts';
import { SegmentedField } from '../../../kit/form/segmented-field.tsx';
import { SelectField } from '../../../kit/form/select-field.tsx';
import { useProblemMessage } from '../../../kit/pages/use-problem-message.ts';
import { ProgressBar } from '../../../kit/pages/progress-bar.tsx';
import { toActor } from '../../../shared/viewer/viewer-actor.ts';
import { useViewer } from '../../../shared/viewer/viewer-context.tsx';
import { useLaneLabels, useMoments } from '../use-lane-labels.ts';
import type { NamedStream } from '../stream-lanes.ts';
import css from './export.module.css';
import { estimatedBytes, hasStreams } from './export-size.ts';
import { type ExportRun, useExport } from './use-export.ts';

type ExportDialogProps = {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly roomId: string;
  readonly timeZone: string;
  readonly seen: TimeWindow;
  readonly whole: TimeWindow;
  readonly streams: readonly TimelineStream[];
};

const DAY_MS = 86_400_000;
const toKey = ({ serial, streamId }: TimelineStream): string => `${serial}:${streamId}`;

/**
 * Exports the visible range or the whole night as a file: format, signals, estimated size and
 * progress.
 */
export function ExportDialog({
  open,
  onClose,
  roomId,
  timeZone,
  seen,
  whole,
  streams,
}: ExportDialogProps) {
  const { t } = useTranslation('rooms');
  const choice = useExportChoice(seen, whole, streams);
  const { run, start, cancel } = useExport();
  const isRunning = run.kind === 'running';
  const form = useRef<HTMLDivElement>(null);
  // The pressed button is now disabled. Move the focus, or keys would go to the page behind the
  // dialog.
  useEffect(() => {
    if (isRunning) form.current?.focus({ preventScroll: true });
  }, [isRunning]);
  const close = (): void => {
    cancel();
    onClose();
  };
  return (
    <Dialog open={open} onClose={close} title={t('export.title')}>
      <DialogBody>
        <div ref={form} className={css['form']} tabIndex={-1} data-export={run.kind}>
          <ChoiceFields
            choice={choice}
            streams={streams}
            timeZone={timeZone}
            disabled={isRunning}
          />
          <RunText run={run} />
        </div>
      </DialogBody>
      <DialogFoot>
        {isRunning ? (
          <Button onClick={cancel}>{t('export.cancel')}</Button>
        ) : (
          <Button onClick={close}>
            {t(run.kind === 'done' ? 'export.close' : 'export.leave')}
          </Button>
        )}
        <Button
          kind="primary"
          busy={isRunning}
          disabled={!choice.isComplete}
          onClick={() => start({ roomId, ...choice.request })}
        >
          {t('export.begin')}
        </Button>
      </DialogFoot>
    </Dialog>
  );
}

/** The chosen range, format and signals, and the request that they make. */
function useExportChoice(seen: TimeWindow, whole: TimeWindow, streams: readonly TimelineStream[]) {
  const [part, setPart] = useState<'seen' | 'whole'>('seen');
  const [format, setFormat] = useState<ExportFormat>('edf');
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [names, setNames] = useState(false);
  const actor = toActor(useViewer());
  const mayName = actor !== null && !hiddenRoomFields(actor).includes('occupant');
  const range = part === 'seen' ? seen : whole;
  const chosen = streams.filter((stream) => !left.has(toKey(stream)));
  const isTooLong = range.toMs - range.fromMs > MAX_EXPORT_DAYS * DAY_MS;
  return {
    part,
    setPart,
    format,
    setFormat,
    left,
    setLeft,
    names,
    setNames,
    mayName,
    range,
    isTooLong,
    isComplete: !isTooLong && (!hasStreams(format) || chosen.length > 0),
    bytes: estimatedBytes(format, chosen, (range.toMs - range.fromMs) / 1000),
    request: {
      ...range,
      format,
      names: names && mayName,
      streams: hasStreams(format) && left.size > 0 ? chosen.map(toKey) : null,
    },
  };
}

type ChoiceFieldsProps = {
  readonly choice: ReturnType<typeof useExportChoice>;
  readonly streams: readonly TimelineStream[];
  readonly timeZone: string;
  readonly disabled: boolean;
};

function ChoiceFields({ choice, streams, timeZone, disabled }: ChoiceFieldsProps) {
  const { t } = useTranslation('rooms');
  const { format } = choice;
  return (
    <>
      <SegmentedField
        label={t('export.range')}
        name="range"
        value={choice.part}
        disabled={disabled}
        onChange={choice.setPart}
        choices={[
          { value: 'seen', label: t('export.seen') },
          { value: 'whole', label: t('chart.whole') },
        ]}
      />
      <RangeText range={choice.range} timeZone={timeZone} />
      <SelectField
        label={t('export.format')}
        name="format"
        value={format}
        disabled={disabled}
        hint={t(`export.about.${format}`)}
        onChange={(value) => {
          if (value !== '') choice.setFormat(value);
        }}
        choices={EXPORT_FORMATS.map((value) => ({
          value,
          label: t(`export.formats.${value}`),
        }))}
      />
      {hasStreams(format) && streams.length > 0 ? (
        <StreamChoice
          streams={streams}
          left={choice.left}
          disabled={disabled}
          onLeft={choice.setLeft}
        />
      ) : null}
      {choice.mayName && (format === 'edf' || format === 'hypnogram') ? (
        <CheckField
          label={t('export.names')}
          hint={t('export.namesWhy')}
          name="names"
          checked={choice.names}
          disabled={disabled}
          onChange={choice.setNames}
        />
      ) : null}
      <Size bytes={choice.bytes} />
      {choice.isTooLong ? (
        <p className={css['error']} role="alert">
          {t('export.tooLong', { days: MAX_EXPORT_DAYS })}
        </p>
      ) : null}
    </>
  );
}

function RangeText({ range, timeZone }: { range: TimeWindow; timeZone: string }) {
  const { t } = useTranslation('rooms');
  const { day, exact } = useMoments(timeZone);
  return (
    <p className={css['words']}>
      {t('export.from', {
        from: `${day(range.fromMs)} ${exact(range.fromMs)}`,
        to: `${day(range.toMs)} ${exact(range.toMs)}`,
        zone: timeZone,
      })}
    </p>
  );
}

type StreamChoiceProps = {
  readonly streams: readonly NamedStream[];
  readonly left: ReadonlySet<string>;
  readonly disabled: boolean;
  readonly onLeft: (left: ReadonlySet<string>) => void;
};

function StreamChoice({ streams, left, disabled, onLeft }: StreamChoiceProps) {
  const { t } = useTranslation('rooms');
  const words = useLaneLabels();
  const lanes: Readonly<Record<string, string>> = words.lane;
  const toggle = (key: string): void =>
    onLeft(
      new Set(
        streams
          .map(toKey)
          .filter((streamKey) => (streamKey === key ? !left.has(streamKey) : left.has(streamKey))),
      ),
    );
  return (
    <fieldset className={css['streams']} disabled={disabled}>
      <legend>{t('export.streams')}</legend>
      {streams.map((stream) => (
        <label key={toKey(stream)}>
          <input
            type="checkbox"
            checked={!left.has(toKey(stream))}
            onChange={() => toggle(toKey(stream))}
          />
          <span>
            {lanes[stream.kind] ??
              words.stream({ kind: stream.kind, ordinal: 1, label: stream.label ?? null })}
          </span>
          <small>
            {stream.label ?? stream.serial}
            {stream.sampleRateHz > 0 ? ` · ${stream.sampleRateHz} Hz` : ''}
          </small>
        </label>
      ))}
    </fieldset>
  );
}

function Size({ bytes }: { bytes: number }) {
  const { t } = useTranslation('rooms');
  const { t: form } = useTranslation('form');
  return (
    <p className={css['words']}>
      {t('export.size', { size: form('fileSize', sizeParts(Math.max(1, Math.round(bytes)))) })}
    </p>
  );
}

/** The progress and outcome of an export, announced when it ends. */
function RunText({ run }: { run: ExportRun }) {
  const { t } = useTranslation('rooms');
  const { t: form } = useTranslation('form');
  const formatProblem = useProblemMessage();
  const size = (bytes: number): string => form('fileSize', sizeParts(bytes));
  switch (run.kind) {
    case 'idle':
      return null;
    case 'failed':
      return (
        <p className={css['error']} role="alert">
          {formatProblem(run.problem)}
        </p>
      );
    case 'done':
      return (
        <output className={css['done']}>
          {t('export.done', { name: run.fileName, size: size(run.bytes) })}
        </output>
      );
    case 'running': {
      const { bytes, share } = run.progress;
      return (
        <div className={css['progress']}>
          <ProgressBar
            label={t('export.progress')}
            done={share === null ? null : Math.round(100 * share)}
          />
          <span>{bytes === 0 ? t('export.preparing') : size(bytes)}</span>
        </div>
      );
    }
  }
}
