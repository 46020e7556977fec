import {
  localDate,
  mayManageReports,
  mayMakeOneTimeLinks,
  type ReportFilter,
  type SavedReport,
  type SavedReportList,
} from '@yamori/domain';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useReportApi, useSavedReports } from './api.ts';
import { attempt } from '../../call-outcome.ts';
import { useUrlParams } from '../../kit/url-state/use-url-params.ts';
import { useOrganisationZone } from '../../shared/time-of-day/use-room-clock.ts';
import { DialogBody, DialogFoot } from '../../kit/dialog/dialog-parts.tsx';
import { Button } from '../../kit/form/button.tsx';
import { FormError } from '../../kit/form/form-error.tsx';
import { QueryBoundary } from '../../kit/pages/loaded.tsx';
import { useProblemMessage } from '../../kit/pages/use-problem-message.ts';
import { toActor } from '../../shared/viewer/viewer-actor.ts';
import { useViewer } from '../../shared/viewer/viewer-context.tsx';
import { MailSchedule } from './mail-schedule.tsx';
import { OneTimeLinks } from './one-time-links.tsx';
import { RenameForm } from './saved-rename.tsx';
import { useReportTexts } from './use-report-texts.ts';
import css from './report.module.css';

/** The saved reports, with their actions. */
export function SavedList({
  domainId,
  onClose,
}: {
  readonly domainId: string;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation('reports');
  const query = useSavedReports(domainId);
  return (
    <DialogBody>
      <QueryBoundary query={query}>
        {({ reports, unreadable, canMail }) => (
          <>
            {reports.length === 0 ? (
              <p className={css['quiet']}>{t('saved.none')}</p>
            ) : (
              <ul className={css['saved']}>
                {reports.map((report) => (
                  <SavedEntry
                    key={report.id}
                    saved={report}
                    canMail={canMail}
                    onChanged={() => void query.refetch()}
                    onOpened={onClose}
                  />
                ))}
              </ul>
            )}
            {unreadable.length === 0 ? null : (
              <Unreadable entries={unreadable} onChanged={() => void query.refetch()} />
            )}
          </>
        )}
      </QueryBoundary>
      <DialogFoot>
        <Button onClick={onClose}>{t('close')}</Button>
      </DialogFoot>
    </DialogBody>
  );
}

/** Describes a report's filter in a line. */
function useFilterText({ period, roomIds, sexes, tags }: ReportFilter): string {
  const { t } = useTranslation('reports');
  const { words } = useReportTexts();
  return [
    period.kind === 'newest'
      ? t('nights', { count: period.nights })
      : words.span(period.from, period.to),
    roomIds.length === 0 ? t('everyRoom') : words.rooms(roomIds.length),
    sexes.map((sex) => words.sex[sex]).join(t('and')),
    tags.join(t('and')),
  ]
    .filter((part) => part !== '')
    .join(t('part'));
}

/** The author and time, if the user may see that member. */
function useSavedBy({ owner, createdAt }: SavedReport): string {
  const { t } = useTranslation('reports');
  const { words } = useReportTexts();
  const day = words.day(localDate(Date.parse(createdAt), useOrganisationZone()));
  switch (owner.kind) {
    case 'named':
      return t('saved.by', { name: owner.name, day });
    case 'untold':
      return t('saved.byUntold', { day });
    case 'gone':
      return t('saved.byGone', { day });
  }
}

type EntryProps = {
  readonly saved: SavedReport;
  readonly canMail: boolean;
  readonly onChanged: () => void;
  readonly onOpened: () => void;
};
type Part = 'rename' | 'links' | 'mails' | 'remove';

function SavedEntry({ saved, canMail, onChanged, onOpened }: EntryProps) {
  const { t } = useTranslation('reports');
  const actor = toActor(useViewer());
  const [, change] = useUrlParams();
  const [part, setPart] = useState<Part | null>(null);
  const { domainId } = saved.filter;
  const [summary, by] = [useFilterText(saved.filter), useSavedBy(saved)];
  const manages = actor !== null && mayManageReports(actor, domainId);
  const parts: readonly Part[] = [
    ...(manages || saved.isOwn ? ['rename' as const] : []),
    ...(actor !== null && mayMakeOneTimeLinks(actor, domainId) ? ['links' as const] : []),
    ...(manages && canMail && saved.isShared ? ['mails' as const] : []),
    ...(manages || saved.isOwn ? ['remove' as const] : []),
  ];
  const show = (): void => {
    change({
      saved: saved.id,
      organisation: undefined,
      room: undefined,
      sex: undefined,
      tag: undefined,
      from: undefined,
      to: undefined,
      nights: undefined,
    });
    onOpened();
  };
  return (
    <li>
      <div className={css['savedHead']}>
        <div>
          <strong>{saved.name}</strong>
          <small>
            {t(saved.isShared ? 'saved.shared' : 'saved.own')}
            {saved.schedule === null ? '' : ` · ${t(`mails.${saved.schedule.every}`)}`}
            {t('part')}
            {summary}
          </small>
          <small>{by}</small>
        </div>
        <span className={css['buttons']}>
          <button type="button" aria-label={t('saved.showOf', { name: saved.name })} onClick={show}>
            {t('saved.show')}
          </button>
          {parts.map((section) => (
            <button
              key={section}
              type="button"
              aria-expanded={part === section}
              aria-label={t(`saved.${section}Of`, { name: saved.name })}
              onClick={() => setPart(part === section ? null : section)}
            >
              {t(`saved.${section}`)}
            </button>
          ))}
        </span>
      </div>
      {part === 'rename' ? (
        <RenameForm
          saved={saved}
          onDone={() => {
            setPart(null);
            onChanged();
          }}
          onStay={() => setPart(null)}
        />
      ) : part === 'links' ? (
        <OneTimeLinks saved={saved} />
      ) : part === 'mails' ? (
        <MailSchedule
          saved={saved}
          onDone={() => {
            setPart(null);
            onChanged();
          }}
        />
      ) : part === 'remove' ? (
        <Removal
          id={saved.id}
          why={t('saved.removeWhy', { name: saved.name, summary })}
          onDone={onChanged}
          onStay={() => setPart(null)}
        />
      ) : null}
    </li>
  );
}

function Removal({
  id,
  why,
  onDone,
  onStay,
}: {
  readonly id: string;
  readonly why: string;
  readonly onDone: () => void;
  readonly onStay: () => void;
}) {
  const { t } = useTranslation('reports');
  const { remove: removeReport } = useReportApi();
  const formatProblem = useProblemMessage();
  const [errorText, setErrorText] = useState<string | null>(null);
  const remove = async (): Promise<void> => {
    const outcome = await attempt(() => removeReport(id));
    if (outcome.kind === 'refused') setErrorText(formatProblem(outcome.problem));
    else onDone();
  };
  return (
    <div className={css['part']}>
      <FormError message={errorText} />
      <p>{why}</p>
      <DialogFoot>
        <Button startsHere onClick={onStay}>
          {t('cancel')}
        </Button>
        <Button kind="danger" onClick={() => void remove()}>
          {t('saved.remove')}
        </Button>
      </DialogFoot>
    </div>
  );
}

/** A report that this version cannot read can be deleted. */
function Unreadable({
  entries,
  onChanged,
}: {
  readonly entries: SavedReportList['unreadable'];
  readonly onChanged: () => void;
}) {
  const { t } = useTranslation('reports');
  const [chosen, setChosen] = useState<string | null>(null);
  return (
    <section className={css['unreadable']} aria-label={t('saved.unreadable')}>
      <h3>{t('saved.unreadable')}</h3>
      <p className={css['quiet']}>{t('saved.unreadableWhy')}</p>
      <ul className={css['saved']}>
        {entries.map(({ id, name }) => (
          <li key={id}>
            <div className={css['savedHead']}>
              <div>
                <strong>{name}</strong>
              </div>
              <span className={css['buttons']}>
                <button
                  type="button"
                  aria-expanded={chosen === id}
                  aria-label={t('saved.removeOf', { name })}
                  onClick={() => setChosen(chosen === id ? null : id)}
                >
                  {t('saved.remove')}
                </button>
              </span>
            </div>
            {chosen === id ? (
              <Removal
                id={id}
                why={t('saved.removeUnreadable', { name })}
                onDone={onChanged}
                onStay={() => setChosen(null)}
              />
            ) : null}
          </li>
        ))}
      </ul>
    </section>
  );
}
