import { useTranslation } from 'react-i18next';
import { joinList } from '../../../locales/join-list.ts';
import { EPOCH_MS } from '../night-stages.ts';
import { useMoments } from '../use-lane-labels.ts';
import type { CountedNight } from '../counted-night.ts';
import { CorrectionAuthor, useCorrectionFormatter } from './correction-author.tsx';
import css from './result.module.css';

type WhyProps = {
  readonly counted: CountedNight;
  readonly from: 'inBed' | 'night';
  readonly known: boolean;
  readonly timeZone: string;
};

const SEGMENTS_SHOWN = 6;

/**
 * The sources of a figure: epochs, segments, devices and firmware, analysis version, and staff
 * corrections.
 */
export function WhyThisValue({ counted, from, known, timeZone }: WhyProps) {
  const { t, i18n } = useTranslation('results');
  const { exact, day, time } = useMoments(timeZone);
  const correctionWords = useCorrectionFormatter(timeZone);
  const { night } = counted;
  const { provenance } = night;
  const part = from === 'night' ? { first: 0, end: counted.stages.length } : timeInBed(counted);
  const at = (epoch: number): string => time(night.from.getTime() + epoch * EPOCH_MS);
  const toRange = ({ first, end }: EpochRange) => {
    const missing = counted.stages.slice(first, end).filter((stage) => stage === 'missing').length;
    return { from: at(first), to: at(end), known: end - first - missing, missing };
  };
  return (
    <section className={css['why']}>
      <h4>{t('why.title')}</h4>
      <p>
        {known && part !== null
          ? t(from === 'night' ? 'why.countedNight' : 'why.counted', toRange(part))
          : t('why.nothing')}
      </p>
      {provenance === null ? null : (
        <dl>
          <dt>{t('why.devices')}</dt>
          <dd>
            {provenance.devices.length === 0 ? (
              t('why.noDevices')
            ) : (
              <ul>
                {provenance.devices.map((device) => (
                  <li key={device.serial}>
                    <b>{device.serial}</b> {t('why.firmware', { version: device.firmware })}{' '}
                    <small>
                      {joinList(
                        i18n.language,
                        device.streams.map(({ signal, sampleRateHz }) =>
                          t('why.stream', { signal: signalName(t, signal), rate: sampleRateHz }),
                        ),
                      )}
                    </small>
                  </li>
                ))}
              </ul>
            )}
          </dd>
          <dt>{t('why.segments')}</dt>
          <dd>
            {provenance.segments.length === 0 ? (
              t('why.noDevices')
            ) : (
              <Segments provenance={provenance} timeZone={timeZone} />
            )}
          </dd>
          <dt>{t('why.algorithm')}</dt>
          <dd>
            {t('why.algorithmVersion', {
              name: provenance.algorithm,
              version: provenance.version,
              result: night.resultVersion,
              at:
                night.analysedAt === null
                  ? ''
                  : `${day(night.analysedAt.getTime())} ${exact(night.analysedAt.getTime())}`,
            })}
          </dd>
          <dt>{t('why.parameters')}</dt>
          <dd className={css['parameters']}>
            {Object.entries(provenance.parameters).map(([name, value]) => (
              <span key={name}>
                {name} = {String(value)}
              </span>
            ))}
          </dd>
        </dl>
      )}
      <dl>
        <dt>{t('why.corrections')}</dt>
        <dd>
          {counted.corrections.length === 0 ? (
            t('why.noCorrections')
          ) : (
            <ul>
              {counted.corrections.map((edit) => (
                <li key={edit.id}>
                  {correctionWords(edit)}{' '}
                  <small>
                    <CorrectionAuthor edit={edit} timeZone={timeZone} />
                  </small>
                </li>
              ))}
            </ul>
          )}
        </dd>
      </dl>
    </section>
  );
}

type SegmentsProps = {
  readonly provenance: NonNullable<CountedNight['night']['provenance']>;
  readonly timeZone: string;
};

function Segments({ provenance: { segments, segmentsLeftOut, devices }, timeZone }: SegmentsProps) {
  const { t } = useTranslation('results');
  const { day, time } = useMoments(timeZone);
  const rest = segments.length - SEGMENTS_SHOWN;
  const words = (segment: string): string => {
    const read = readSegment(segment);
    if (read === null) return segment;
    const { serial, streamId, fromMs, toMs } = read;
    const signal = devices
      .find((device) => device.serial === serial)
      ?.streams.find((stream) => stream.streamId === streamId)?.signal;
    const to = day(fromMs) === day(toMs) ? time(toMs) : `${day(toMs)} ${time(toMs)}`;
    return t('why.segment', {
      serial,
      signal:
        signal === undefined ? t('why.streamNumber', { number: streamId }) : signalName(t, signal),
      from: `${day(fromMs)} ${time(fromMs)}`,
      to,
    });
  };
  const lines = (part: readonly string[]) =>
    part.map((segment) => (
      <li key={segment} title={segment}>
        {words(segment)}
      </li>
    ));
  return (
    <>
      <ul>{lines(segments.slice(0, SEGMENTS_SHOWN))}</ul>
      {rest + segmentsLeftOut > 0 ? (
        <details>
          <summary>{t('why.more', { count: rest + segmentsLeftOut })}</summary>
          <ul>{lines(segments.slice(SEGMENTS_SHOWN))}</ul>
        </details>
      ) : null}
    </>
  );
}

const SIGNALS = [
  'ecg',
  'accelerometer',
  'impedance',
  'flow',
  'eitSum',
  'temperature',
  'rates',
] as const;
type Signal = (typeof SIGNALS)[number];

/** Signals that the texts do not know keep their raw name. */
export function signalName(t: (key: `signal.${Signal}`) => string, signal: string): string {
  const known = SIGNALS.find((candidate) => candidate === signal);
  return known === undefined ? signal : t(`signal.${known}`);
}

type EpochRange = { readonly first: number; readonly end: number };

/** From the first epoch in bed to the last; null for a night without any. */
export function timeInBed({ presence }: Pick<CountedNight, 'presence'>): EpochRange | null {
  const first = presence.indexOf('inBed');
  return first < 0 ? null : { first, end: presence.lastIndexOf('inBed') + 1 };
}

/** An interval of one stream that an analysis has read. */
type ReadSegment = {
  readonly serial: string;
  readonly streamId: number;
  readonly fromMs: number;
  readonly toMs: number;
};

/**
 * Parses `serial:stream from/to` from the provenance of a night; null for the format of another
 * analysis version.
 */
export function readSegment(text: string): ReadSegment | null {
  const [, serial = '', stream = '', from = '', to = ''] =
    /^(.+):(\d+) (\S+)\/(\S+)$/.exec(text) ?? [];
  const [fromMs, toMs] = [Date.parse(from), Date.parse(to)];
  return serial === '' || Number.isNaN(fromMs) || Number.isNaN(toMs)
    ? null
    : { serial, streamId: Number(stream), fromMs, toMs };
}
