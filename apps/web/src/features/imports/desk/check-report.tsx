import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { joinList } from '../../../locales/join-list.ts';
import { ToolIcon } from '../../../kit/icons/tool-icon.tsx';
import {
  toLocalStart,
  useLengthFormatter,
  useMoments,
  useRateFormatter,
} from '../import-formatters.ts';
import css from '../imports.module.css';
import type { FileCheck } from '../reading/file-check.ts';
import { FaultList } from './fault-list.tsx';
import { TracePicture } from './trace-picture.tsx';

const SHOWN_AT_FIRST = 4;

/** The result of a file check: header, streams, times, gaps, traces, and problems. */
export function CheckReport({ check, timeZone }: { check: FileCheck; timeZone: string }) {
  const { t } = useTranslation('imports');
  const [all, setAll] = useState(false);
  const drawn = check.streams.filter(({ traces }) => traces.length > 0);
  // Omit problems that the form below asks about.
  const faults =
    check.problem?.code === 'import-rate-missing'
      ? check.faults.filter(({ code }) => code !== 'badRate')
      : check.faults;
  const shown = all ? drawn : drawn.slice(0, SHOWN_AT_FIRST);
  return (
    <div className={css['report']}>
      <DescriptionList check={check} timeZone={timeZone} />
      {shown.length === 0 ? null : (
        <ul className={css['traces']} aria-label={t('check.pictures')}>
          {shown.map((stream, index) => (
            <TracePicture
              key={`${stream.label} ${String(index)}`}
              stream={stream}
              gaps={check.gaps}
              seconds={check.seconds}
            />
          ))}
          {drawn.length > shown.length ? (
            <li>
              <button type="button" className={css['link']} onClick={() => setAll(true)}>
                {t('check.more', { count: drawn.length - shown.length })}
              </button>
            </li>
          ) : null}
        </ul>
      )}
      {faults.length === 0 ? (
        check.problem === null ? (
          <p className={css['good']}>
            <ToolIcon name="check" size={16} />
            {t('check.good')}
          </p>
        ) : null
      ) : (
        <section aria-label={t('check.faults')}>
          <FaultList faults={faults} />
          {check.problem === null ? <p className={css['note']}>{t('check.keptRest')}</p> : null}
        </section>
      )}
    </div>
  );
}

function DescriptionList({ check, timeZone }: { check: FileCheck; timeZone: string }) {
  const { t, i18n } = useTranslation('imports');
  const length = useLengthFormatter();
  const rate = useRateFormatter();
  const start = toLocalStart(check.start, timeZone);
  const { period } = useMoments(start?.zone ?? timeZone);
  const undrawn = check.streams.filter(({ traces }) => traces.length === 0);
  return (
    <dl className={css['facts']}>
      {check.formatName === '' ? null : <Fact name={t('check.format')}>{check.formatName}</Fact>}
      {check.serial === null ? null : (
        <Fact name={t('check.device')}>
          {check.serial}
          {check.deviceTypeCode === null || check.deviceTypeCode === ''
            ? ''
            : ` (${check.deviceTypeCode})`}
        </Fact>
      )}
      {check.streams.length === 0 ? null : (
        <>
          <Fact name={t('check.period')}>
            {start === null
              ? t('check.unknownStart')
              : period(start.atMs, start.atMs + check.seconds * 1000)}
          </Fact>
          {check.seconds > 0 ? <Fact name={t('check.length')}>{length(check.seconds)}</Fact> : null}
          <Fact name={t('check.streams')}>
            {undrawn.length > 0 && undrawn.length <= SHOWN_AT_FIRST
              ? t('check.streamNames', {
                  count: check.streams.length,
                  names: joinList(
                    i18n.language,
                    undrawn.map(({ label, sampleRateHz }) =>
                      sampleRateHz > 0 || check.start.kind === 'instant'
                        ? `${label} ${rate(sampleRateHz)}`
                        : label,
                    ),
                  ),
                })
              : t('check.streamCount', { count: check.streams.length })}
          </Fact>
          <Fact name={t('check.gaps')}>
            {check.gapCount === 0
              ? t('check.noGaps')
              : t('check.gapCount', { count: check.gapCount })}
          </Fact>
        </>
      )}
      {check.annotations === 0 ? null : (
        <Fact name={t('check.annotations')}>
          {t('check.annotationCount', { count: check.annotations })}
        </Fact>
      )}
    </dl>
  );
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);
