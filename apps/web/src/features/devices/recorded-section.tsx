import { type DeviceRecorded, FRAME_REFUSALS, type StreamDeclaration } from '@yamori/domain';
import { useTranslation } from 'react-i18next';
import { useRecorded } from './api.ts';
import { createByteFormatter } from '../../locales/byte-formatter.ts';
import { createDateTimeFormatter, fullDateTime } from '../../locales/date-time-formatter.ts';
import { Age } from '../../kit/clock/age.tsx';
import { PlainTable } from '../../kit/pages/description-list.tsx';
import { QueryBoundary } from '../../kit/pages/loaded.tsx';
import css from './devices.module.css';

/**
 * The streams that its type declares, compared with the actual data: the time range, the amount in
 * its last day, and its last frames.
 */
export function RecordedSection({
  serial,
  streams,
}: {
  readonly serial: string;
  readonly streams: readonly StreamDeclaration[];
}) {
  const query = useRecorded(serial);
  return (
    <QueryBoundary query={query}>
      {(recorded) => <Recorded recorded={recorded} streams={streams} />}
    </QueryBoundary>
  );
}

function Recorded({
  recorded,
  streams,
}: {
  readonly recorded: DeviceRecorded;
  readonly streams: readonly StreamDeclaration[];
}) {
  const { t, i18n } = useTranslation('devices');
  const { t: raw } = useTranslation('raw');
  const figure = new Intl.NumberFormat(i18n.language);
  const bytes = createByteFormatter(i18n.language);
  const at = createDateTimeFormatter(i18n.language, fullDateTime(i18n.language));
  const ids = [
    ...new Set([
      ...streams.map(({ streamId }) => streamId),
      ...recorded.streams.map(({ streamId }) => streamId),
    ]),
  ].toSorted((a, b) => a - b);
  const getName = (streamId: number): string => {
    const kind = streams.find((stream) => stream.streamId === streamId)?.kind;
    return kind === undefined
      ? t('undeclared')
      : raw(`streams.${kind}` as 'streams.ecg', { defaultValue: kind });
  };
  return (
    <>
      {recorded.clockOffsetSeconds === null ? null : (
        <p className={css['note']}>
          {t('clockCorrected', { seconds: figure.format(recorded.clockOffsetSeconds) })}
        </p>
      )}
      <PlainTable
        label={t('streamTable')}
        heads={[
          t('stream'),
          t('channels'),
          t('rate'),
          t('scale'),
          t('first'),
          t('last'),
          t('recentFrames'),
          t('recentBytes'),
        ]}
        numbers={[1, 2, 3, 6, 7]}
        rows={ids.map((streamId) => {
          const [declared, sent] = [
            streams.find((stream) => stream.streamId === streamId),
            recorded.streams.find((stream) => stream.streamId === streamId),
          ];
          return {
            key: String(streamId),
            cells: [
              <span key="name">
                {streamId} <b>{getName(streamId)}</b>
              </span>,
              declared?.channels ?? '--',
              declared === undefined
                ? '--'
                : declared.sampleRateHz === 0
                  ? t('events')
                  : t('hertz', { value: figure.format(declared.sampleRateHz) }),
              declared === undefined ? '--' : `${declared.scale} ${declared.unit}`,
              sent === undefined ? t('neverSent') : at(sent.from),
              sent === undefined ? '--' : <Age key="age" at={new Date(sent.to)} kind="ago" />,
              sent === undefined ? '--' : figure.format(sent.recentFrames),
              sent === undefined ? '--' : bytes(sent.recentBytes),
            ],
          };
        })}
      />
      <LastFrames recorded={recorded} getName={getName} />
      <Refused refused={recorded.refused} />
    </>
  );
}

const MAX_FRAMES = 12;

function LastFrames({
  recorded,
  getName,
}: {
  readonly recorded: DeviceRecorded;
  readonly getName: (streamId: number) => string;
}) {
  const { t, i18n } = useTranslation('devices');
  const figure = new Intl.NumberFormat(i18n.language);
  const at = createDateTimeFormatter(i18n.language, { dateStyle: 'short', timeStyle: 'medium' });
  const frames = recorded.streams
    .flatMap(({ streamId, frames: own }) => own.map((frame) => ({ streamId, ...frame })))
    .toSorted((a, b) => b.at.localeCompare(a.at))
    .slice(0, MAX_FRAMES);
  if (frames.length === 0) return <p className={css['quiet']}>{t('noFrames')}</p>;
  return (
    <>
      <h3 className={css['sub']}>{t('frames')}</h3>
      <PlainTable
        label={t('frames')}
        heads={[
          t('sequence'),
          t('stream'),
          t('deviceTime'),
          t('receivedAt'),
          t('delay'),
          t('samples'),
          t('encoding'),
        ]}
        numbers={[4, 5]}
        rows={frames.map((frame) => ({
          key: `${frame.streamId} ${frame.sequence} ${frame.at}`,
          cells: [
            figure.format(frame.sequence),
            getName(frame.streamId),
            at(frame.at),
            at(frame.receivedAt),
            t('seconds', {
              value: figure.format(
                Math.round((Date.parse(frame.receivedAt) - Date.parse(frame.at)) / 100) / 10,
              ),
            }),
            figure.format(frame.samples),
            frame.encoding,
          ],
        }))}
      />
    </>
  );
}

function Refused({ refused }: { readonly refused: DeviceRecorded['refused'] }) {
  const { t, i18n } = useTranslation('devices');
  const figure = new Intl.NumberFormat(i18n.language);
  if (refused.length === 0) return null;
  const getWord = (reason: string): string => {
    const known = FRAME_REFUSALS.find((refusal) => refusal === reason);
    return known === undefined ? reason : t(`refusals.${known}`);
  };
  return (
    <>
      <h3 className={css['sub']}>{t('refused')}</h3>
      <PlainTable
        label={t('refused')}
        heads={[t('reason'), t('count'), t('last')]}
        numbers={[1]}
        rows={refused.map(({ reason, count, last }) => ({
          key: reason,
          cells: [
            getWord(reason),
            figure.format(count),
            <Age key="age" at={new Date(last)} kind="ago" />,
          ],
        }))}
      />
    </>
  );
}
