import { STREAM_KINDS } from '@yamori/domain';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../kit/form/button.tsx';
import { halfWidth } from '../../../kit/form/input-method.ts';
import { NumberField } from '../../../kit/form/number-field.tsx';
import type { FieldError } from '../../../kit/form/form-rules.ts';
import { TextField } from '../../../kit/form/text-field.tsx';
import { ToolIcon } from '../../../kit/icons/tool-icon.tsx';
import css from './device-types.module.css';
import { streamFaults, withStream, type StreamFault, type StreamValue } from './type-values.ts';

type StreamFieldsProps = {
  readonly value: readonly StreamValue[];
  readonly error: FieldError;
  readonly disabled: boolean;
  /** Keys of the streams that devices record; they are locked. */
  readonly kept: ReadonlySet<string>;
  readonly onChange: (value: readonly StreamValue[]) => void;
};

const MAX_STREAMS = 64;

/** The streams of a type, one per row. */
export function StreamFields({ value, error, disabled, kept, onChange }: StreamFieldsProps) {
  const { t } = useTranslation('deviceTypes');
  const { t: raw } = useTranslation('raw');
  const faults = error === null ? [] : streamFaults(value);
  const put = (row: number, change: Partial<StreamValue>): void =>
    onChange(value.map((stream, index) => (index === row ? { ...stream, ...change } : stream)));
  return (
    <fieldset className={css['streams']} aria-label={t('fields.streams')}>
      {kept.size === 0 ? null : <p className={css['note']}>{t('keptWhy')}</p>}
      {value.length === 0 ? <p className={css['quiet']}>{t('noStreams')}</p> : null}
      <datalist id="stream-kinds">
        {STREAM_KINDS.map((kind) => (
          <option key={kind} value={kind}>
            {raw(`streams.${kind}`)}
          </option>
        ))}
      </datalist>
      <ol>
        {value.map((stream, row) => (
          <li key={stream.key}>
            <StreamRow
              stream={stream}
              disabled={disabled || kept.has(stream.key)}
              error={faults.find((rowFault) => rowFault.row === row) ?? null}
              onChange={(change) => put(row, change)}
            />
            {disabled || kept.has(stream.key) ? null : (
              <button
                type="button"
                className={css['remove']}
                aria-label={t('removeStream', { id: stream.streamId ?? '' })}
                title={t('removeStream', { id: stream.streamId ?? '' })}
                onClick={() => onChange(value.filter((_, index) => index !== row))}
              >
                <ToolIcon name="close" size={18} />
              </button>
            )}
          </li>
        ))}
      </ol>
      {typeof error === 'string' ? (
        <p className={css['error']} role="alert">
          {error}
        </p>
      ) : null}
      {disabled || value.length >= MAX_STREAMS ? null : (
        <div>
          <Button onClick={() => onChange(withStream(value))}>
            <ToolIcon name="plus" size={18} />
            {t('addStream')}
          </Button>
        </div>
      )}
    </fieldset>
  );
}

type RowProps = {
  readonly stream: StreamValue;
  readonly disabled: boolean;
  readonly error: StreamFault | null;
  readonly onChange: (change: Partial<StreamValue>) => void;
};

function StreamRow({ stream, disabled, error, onChange }: RowProps) {
  const { t } = useTranslation('deviceTypes');
  const { t: raw } = useTranslation('raw');
  const known = STREAM_KINDS.find((kind) => kind === stream.kind.trim());
  const faultAt = (field: StreamFault['field']): FieldError =>
    error?.field === field ? t(`streamFaults.${error.kind}`) : null;
  const shared = { disabled };
  return (
    <div className={css['stream']}>
      <NumberField
        {...shared}
        label={t('stream.streamId')}
        name="streamId"
        value={stream.streamId}
        min={0}
        max={65_535}
        error={faultAt('streamId')}
        onChange={(streamId) => onChange({ streamId })}
      />
      <TextField
        {...shared}
        label={t('stream.kind')}
        name="kind"
        maxLength={40}
        value={stream.kind}
        hint={known === undefined ? undefined : raw(`streams.${known}`)}
        error={faultAt('kind')}
        control={KIND_LIST}
        onChange={(kind) => onChange({ kind })}
      />
      <NumberField
        {...shared}
        label={t('stream.channels')}
        name="channels"
        value={stream.channels}
        min={1}
        max={1024}
        error={faultAt('channels')}
        onChange={(channels) => onChange({ channels })}
      />
      <TextField
        {...shared}
        label={t('stream.unit')}
        name="unit"
        maxLength={20}
        value={stream.unit}
        onChange={(unit) => onChange({ unit })}
      />
      <NumberField
        {...shared}
        label={t('stream.sampleRateHz')}
        name="sampleRateHz"
        unit="Hz"
        value={stream.sampleRateHz}
        min={0}
        max={100_000}
        step={0.1}
        error={faultAt('sampleRateHz')}
        onChange={(sampleRateHz) => onChange({ sampleRateHz })}
      />
      <FigureField
        label={t('stream.scale')}
        name="scale"
        value={stream.scale}
        disabled={disabled}
        error={faultAt('scale')}
        onChange={(scale) => onChange({ scale })}
      />
      <FigureField
        label={t('stream.offset')}
        name="offset"
        value={stream.offset}
        disabled={disabled}
        error={faultAt('offset')}
        onChange={(offset) => onChange({ offset })}
      />
    </div>
  );
}

const KIND_LIST = { list: 'stream-kinds', spellCheck: false };

type FigureProps = {
  readonly label: string;
  readonly name: string;
  readonly value: number | null;
  readonly disabled: boolean;
  readonly error: FieldError;
  readonly onChange: (value: number | null) => void;
};

/**
 * A number of any size, such as 1/8192: a text field without steps. Keeps the typed text even
 * while it is not a number yet (`0.`, `-`).
 */
function FigureField({ value, onChange, ...field }: FigureProps) {
  const [typed, setTyped] = useState(() => formatFigure(value));
  const type = (text: string): void => {
    setTyped(text);
    onChange(parseFigure(text));
  };
  return (
    <TextField
      {...field}
      inputMode="decimal"
      value={Object.is(parseFigure(typed), value) ? typed : formatFigure(value)}
      onChange={type}
    />
  );
}

const formatFigure = (value: number | null): string => (value === null ? '' : String(value));
/** NaN if the text is not a number. */
const parseFigure = (text: string): number | null =>
  text.trim() === '' ? null : Number(halfWidth(text));
