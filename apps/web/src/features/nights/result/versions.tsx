import { ProblemError } from '@yamori/domain';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNightVersions, type Night } from '../api.ts';
import { useProblemMessage } from '../../../kit/pages/use-problem-message.ts';
import { useMoments } from '../use-lane-labels.ts';
import { FIGURES } from './figures.ts';
import css from './result.module.css';
import { useFigureLabels } from './use-figure-labels.ts';

const COMPARED = FIGURES.filter(({ id }) =>
  [
    'TST',
    'SE',
    'WASO',
    'awakenings',
    'outOfBedCount',
    'heartRateMean',
    'respirationRateMean',
  ].includes(id),
);

/** Earlier results of the night next to the current one; loaded when opened. */
export function Versions({
  roomId,
  night,
  timeZone,
}: {
  roomId: string;
  night: Night;
  timeZone: string;
}) {
  const { t } = useTranslation('results');
  const [isOpen, setOpen] = useState(false);
  return (
    <details className={css['part']} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <h3>{t('versions.title')}</h3>
        <small>{t('versions.why')}</small>
      </summary>
      {isOpen ? <VersionTable roomId={roomId} night={night} timeZone={timeZone} /> : null}
    </details>
  );
}

function VersionTable({
  roomId,
  night,
  timeZone,
}: {
  roomId: string;
  night: Night;
  timeZone: string;
}) {
  const { t } = useTranslation('results');
  const words = useFigureLabels();
  const formatProblem = useProblemMessage();
  const { day, time } = useMoments(timeZone);
  const versions = useNightVersions(roomId, night);
  if (versions.isPending)
    return (
      <p className={css['hint']} data-loading="">
        {t('versions.loading')}
      </p>
    );
  if (versions.isError)
    return (
      <p role="alert">
        {formatProblem(
          versions.error instanceof ProblemError
            ? versions.error.problem
            : { code: 'server-failed' },
        )}
      </p>
    );
  if (versions.data.length === 0) return <p className={css['hint']}>{t('versions.none')}</p>;
  return (
    <section className={css['scroll']} aria-label={t('versions.title')} tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('versions.version')}</th>
            <th scope="col">{t('versions.at')}</th>
            <th scope="col">{t('versions.algorithm')}</th>
            {COMPARED.map(({ id }) => (
              <th key={id} scope="col" data-number="">
                {t(`figure.${id}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {versions.data.map(({ version, analysedAt, algorithm, algorithmVersion, metrics }) => (
            <tr key={version}>
              <th scope="row">
                {version}
                {version === night.resultVersion ? ` (${t('versions.now')})` : ''}
              </th>
              <td>
                {day(Date.parse(analysedAt))} {time(Date.parse(analysedAt))}
              </td>
              <td>
                {algorithm} {algorithmVersion}
              </td>
              {COMPARED.map(({ id, kind }) => (
                <td key={id} data-number="">
                  {words.value(kind, metrics[id] ?? null)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
