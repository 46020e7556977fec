import { REPORT_RHYTHMS, type ReportRhythm, type SavedReport } from '@yamori/domain';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useActiveMembers, useReportApi } from './api.ts';
import { attempt } from '../../call-outcome.ts';
import { Button } from '../../kit/form/button.tsx';
import { FormError } from '../../kit/form/form-error.tsx';
import { SegmentedField } from '../../kit/form/segmented-field.tsx';
import { QueryBoundary } from '../../kit/pages/loaded.tsx';
import { useProblemMessage } from '../../kit/pages/use-problem-message.ts';
import css from './report.module.css';

type Rhythm = ReportRhythm | 'never';

/**
 * The members who get a link to this report by mail, and how often. The mail contains no figures.
 */
export function MailSchedule({
  saved,
  onDone,
}: {
  readonly saved: SavedReport;
  readonly onDone: () => void;
}) {
  const { t } = useTranslation('reports');
  const { schedule } = useReportApi();
  const formatProblem = useProblemMessage();
  const { domainId } = saved.filter;
  const query = useActiveMembers(domainId);
  const [every, setEvery] = useState<Rhythm>(saved.schedule?.every ?? 'never');
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set(saved.schedule?.recipients));
  const [state, setState] = useState<{ readonly busy: boolean; readonly errorText: string | null }>(
    {
      busy: false,
      errorText: null,
    },
  );
  const toggle = (userId: string): void =>
    setChosen(
      new Set(
        chosen.has(userId) ? [...chosen].filter((other) => other !== userId) : [...chosen, userId],
      ),
    );
  const save = async (): Promise<void> => {
    setState({ busy: true, errorText: null });
    const outcome = await attempt(() =>
      schedule(saved.id, every === 'never' ? null : { every, recipients: [...chosen] }),
    );
    if (outcome.kind === 'refused')
      setState({ busy: false, errorText: formatProblem(outcome.problem) });
    else onDone();
  };
  return (
    <form
      className={css['part']}
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <p>{t('mails.why')}</p>
      <FormError message={state.errorText} />
      <SegmentedField
        label={t('mails.every')}
        name="every"
        value={every}
        choices={(['never', ...REPORT_RHYTHMS] as const).map((value) => ({
          value,
          label: t(`mails.${value}`),
        }))}
        onChange={setEvery}
      />
      {every === 'never' ? null : (
        <QueryBoundary query={query}>
          {(found) => (
            <fieldset className={css['ticks']}>
              <legend>{t('mails.recipients')}</legend>
              {found.map(({ userId, name, email }) => (
                <label key={userId}>
                  <input
                    type="checkbox"
                    checked={chosen.has(userId)}
                    onChange={() => toggle(userId)}
                  />
                  <span>
                    {name}
                    {email === null ? null : <small> {email}</small>}
                  </span>
                </label>
              ))}
            </fieldset>
          )}
        </QueryBoundary>
      )}
      <div>
        <Button
          submit
          kind="primary"
          busy={state.busy}
          disabled={every !== 'never' && chosen.size === 0}
        >
          {t('mails.save')}
        </Button>
      </div>
    </form>
  );
}
