import { useTranslation } from 'react-i18next';
import { joinList } from '../../../locales/join-list.ts';
import { useProblemMessage } from '../../../kit/pages/use-problem-message.ts';
import { getRoomId, useRoomClock, type Upload } from '../api.ts';
import { useKindLabel, useLengthFormatter, useMoments } from '../import-formatters.ts';
import css from '../imports.module.css';
import { StepProgress } from '../step-progress.tsx';
import { ClockReview } from './clock-review.tsx';
import { isUnderWay, shownState } from './import-state.tsx';

/** The contents of an import, what it has added, its progress, and its error. */
export function ImportFacts({ upload }: { upload: Upload }) {
  const { t, i18n } = useTranslation('imports');
  const formatProblem = useProblemMessage();
  const getKindLabel = useKindLabel();
  const length = useLengthFormatter();
  const { timeZone } = useRoomClock(getRoomId(upload.documentPath));
  const { period } = useMoments(timeZone);
  const number = new Intl.NumberFormat(i18n.language);
  const kinds = [
    ...new Set(
      upload.streamTable.length > 0
        ? upload.streamTable.map(({ kind, label }) => getKindLabel(kind, label))
        : upload.streams.map((kind) => getKindLabel(kind)),
    ),
  ];
  const names = kinds.slice(0, MAX_NAMED);
  const more = kinds.length - names.length;
  const streams =
    names.length === 0
      ? []
      : [joinList(i18n.language, more > 0 ? [...names, t('check.more', { count: more })] : names)];
  // The missing file of the recording.
  const missing =
    upload.error === 'import-file-missing'
      ? upload.faults.flatMap(({ code, file }) =>
          code === 'missingFile' && file !== undefined ? [file] : [],
        )
      : [];
  const counts = [
    ...(upload.frames > 0 ? [t('history.frames', { figure: number.format(upload.frames) })] : []),
    ...(upload.addedFrames > 0
      ? [t('history.added', { figure: number.format(upload.addedFrames) })]
      : []),
    ...(upload.repeatedFrames > 0
      ? [t('history.repeated', { figure: number.format(upload.repeatedFrames) })]
      : []),
    ...(upload.badFrames > 0
      ? [t('history.bad', { figure: number.format(upload.badFrames) })]
      : []),
    ...(upload.gaps > 0 ? [t('history.gaps', { figure: number.format(upload.gaps) })] : []),
  ];
  const isWaiting = shownState(upload) === 'waiting';
  return (
    <>
      {isUnderWay(upload.state) ? (
        <StepProgress
          label={`${upload.fileName}: ${t(`state.${shownState(upload)}`)}`}
          fraction={isWaiting ? null : upload.progress}
        />
      ) : null}
      {upload.from === null || upload.to === null ? null : (
        <p className={css['when']}>
          {period(upload.from.getTime(), upload.to.getTime())}
          <small>{length((upload.to.getTime() - upload.from.getTime()) / 1000)}</small>
        </p>
      )}
      {counts.length === 0 && upload.streams.length === 0 ? null : (
        <p className={css['counts']}>
          {[...streams, ...counts].map((text) => (
            <span key={text}>{text}</span>
          ))}
        </p>
      )}
      {upload.clock === null ? null : (
        <p className={css['note']}>
          {t('clock.adjusted', {
            seconds: number.format(upload.clock.offsetSeconds),
            ppm: number.format(upload.clock.driftPpm),
          })}
        </p>
      )}
      {upload.state === 'failed' && upload.error !== null ? (
        <p className={css['error']}>
          {missing.length > 0
            ? t('item.missing', { count: missing.length, files: joinList(i18n.language, missing) })
            : ''}
          {formatProblem({ code: upload.error })}
        </p>
      ) : null}
      {upload.state === 'ready' ? <ClockReview upload={upload} /> : null}
    </>
  );
}

const MAX_NAMED = 6;
