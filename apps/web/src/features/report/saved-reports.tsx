import { mayManageReports, mayMakeOneTimeLinks, type ReportFilter, type SavedReport } from '@yamori/domain';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { outcomeOf } from '../../client/call-outcome.ts';
import { useReportsClient } from '../../client/reports-client.ts';
import { useAddress } from '../../ui/address/use-address.ts';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { DialogBody, DialogFoot } from '../../ui/dialogs/dialog-parts.tsx';
import { Button } from '../../ui/form/button.tsx';
import { CheckField } from '../../ui/form/check-field.tsx';
import { FormTrouble } from '../../ui/form/form-trouble.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { Loaded } from '../../ui/pages/loaded.tsx';
import { useProblemWords } from '../../ui/pages/problem-words.ts';
import { actorOf } from '../../ui/viewer/viewer-actor.ts';
import { useViewer } from '../../ui/viewer/viewer-context.tsx';
import { MailSchedule } from './mail-schedule.tsx';
import { again } from './report-again.ts';
import { OneTimeLinks } from './one-time-links.tsx';
import { useReportWords } from './use-report-words.ts';
import css from './report.module.css';

const keyOf = (domainId: string): readonly string[] => ['saved-reports', domainId];

/** Saves what is shown under a name, and opens what was saved. */
export function SavedReports({ filter }: { readonly filter: ReportFilter }) {
  const { t } = useTranslation('reports');
  const [open, setOpen] = useState<'save' | 'list' | null>(null);
  const close = (): void => setOpen(null);
  return (
    <span className={css['buttons']}>
      <button type="button" onClick={() => setOpen('list')}>{t('saved.open')}</button>
      <button type="button" onClick={() => setOpen('save')}>{t('saved.save')}</button>
      <Dialog open={open === 'save'} title={t('saved.saveTitle')} onClose={close}>{open === 'save' ? <SaveForm filter={filter} onDone={close} /> : null}</Dialog>
      <Dialog open={open === 'list'} title={t('saved.title')} size="large" onClose={close}>{open === 'list' ? <SavedList domainId={filter.domainId} onClose={close} /> : null}</Dialog>
    </span>
  );
}

function SaveForm({ filter, onDone }: { readonly filter: ReportFilter; readonly onDone: () => void }) {
  const { t } = useTranslation('reports');
  const client = useReportsClient();
  const queries = useQueryClient();
  const problemWords = useProblemWords();
  const [, change] = useAddress();
  const [name, setName] = useState('');
  const [isShared, setShared] = useState(true);
  const [state, setState] = useState<{ readonly busy: boolean; readonly trouble: string | null; readonly fault: string | null }>({ busy: false, trouble: null, fault: null });
  const save = async (): Promise<void> => {
    setState({ busy: true, trouble: null, fault: null });
    const outcome = await outcomeOf(() => client.save({ name: name.trim(), isShared, filter }));
    if (outcome.kind === 'refused') {
      const words = problemWords(outcome.problem);
      return setState({ busy: false, ...(outcome.problem.code === 'report-name-taken' ? { trouble: null, fault: words } : { trouble: words, fault: null }) });
    }
    await queries.invalidateQueries({ queryKey: keyOf(filter.domainId) });
    change({ saved: outcome.value.id });
    onDone();
  };
  return (
    <form onSubmit={(event) => { event.preventDefault(); void save(); }}>
      <DialogBody>
        <FormTrouble words={state.trouble} />
        <TextField label={t('saved.name')} name="name" value={name} maxLength={80} hint={t('saved.nameHint')} fault={state.fault} onChange={(next) => { setName(next); setState({ ...state, fault: null }); }} />
        <CheckField label={t('saved.share')} name="shared" checked={isShared} hint={t('saved.shareHint')} onChange={setShared} />
        <DialogFoot><Button onClick={onDone}>{t('cancel')}</Button><Button submit kind="primary" busy={state.busy} disabled={name.trim() === ''}>{t('saved.save')}</Button></DialogFoot>
      </DialogBody>
    </form>
  );
}

function SavedList({ domainId, onClose }: { readonly domainId: string; readonly onClose: () => void }) {
  const { t } = useTranslation('reports');
  const client = useReportsClient();
  const query = useQuery({ queryKey: keyOf(domainId), retry: again, queryFn: () => client.saved(domainId) });
  return (
    <DialogBody>
      <Loaded query={query}>
        {({ reports, canMail }) => (reports.length === 0 ? <p className={css['quiet']}>{t('saved.none')}</p> : (
          <ul className={css['saved']}>{reports.map((one) => <SavedEntry key={one.id} saved={one} canMail={canMail} onChanged={() => void query.refetch()} onOpened={onClose} />)}</ul>
        ))}
      </Loaded>
      <DialogFoot><Button onClick={onClose}>{t('close')}</Button></DialogFoot>
    </DialogBody>
  );
}

/** What a report was saved with, in a line. */
function useFilterWords({ period, roomIds, sexes, tags }: ReportFilter): string {
  const { t } = useTranslation('reports');
  const { words } = useReportWords();
  return [
    period.kind === 'newest' ? t('nights', { count: period.nights }) : words.span(period.from, period.to), roomIds.length === 0 ? t('everyRoom') : words.rooms(roomIds.length),
    sexes.map((sex) => words.sex[sex]).join(t('and')), tags.join(t('and')),
  ].filter((part) => part !== '').join(t('part'));
}

type EntryProps = { readonly saved: SavedReport; readonly canMail: boolean; readonly onChanged: () => void; readonly onOpened: () => void };
type Part = 'links' | 'mails' | 'remove';

function SavedEntry({ saved, canMail, onChanged, onOpened }: EntryProps) {
  const { t } = useTranslation('reports');
  const actor = actorOf(useViewer());
  const [, change] = useAddress();
  const [part, setPart] = useState<Part | null>(null);
  const { domainId } = saved.filter;
  const summary = useFilterWords(saved.filter);
  const manages = actor !== null && mayManageReports(actor, domainId);
  const parts: readonly Part[] = [...(actor !== null && mayMakeOneTimeLinks(actor, domainId) ? ['links' as const] : []), ...(manages && canMail && saved.isShared ? ['mails' as const] : []), ...(manages || saved.isOwn ? ['remove' as const] : [])];
  const show = (): void => {
    change({ saved: saved.id, organisation: undefined, room: undefined, sex: undefined, tag: undefined, from: undefined, to: undefined, nights: undefined });
    onOpened();
  };
  return (
    <li>
      <div className={css['savedHead']}>
        <strong>{saved.name}</strong>
        <small>{t(saved.isShared ? 'saved.shared' : 'saved.own')}{saved.schedule === null ? '' : ` · ${t(`mails.${saved.schedule.every}`)}`}<br />{summary}</small>
        <span className={css['buttons']}>
          <button type="button" aria-label={t('saved.showOf', { name: saved.name })} onClick={show}>{t('saved.show')}</button>
          {parts.map((one) => <button key={one} type="button" aria-expanded={part === one} aria-label={t(`saved.${one}Of`, { name: saved.name })} onClick={() => setPart(part === one ? null : one)}>{t(`saved.${one}`)}</button>)}
        </span>
      </div>
      {part === 'links' ? <OneTimeLinks saved={saved} /> : part === 'mails' ? <MailSchedule saved={saved} onDone={() => { setPart(null); onChanged(); }} /> : part === 'remove' ? <Removal saved={saved} summary={summary} onDone={onChanged} onStay={() => setPart(null)} /> : null}
    </li>
  );
}

function Removal({ saved, summary, onDone, onStay }: { readonly saved: SavedReport; readonly summary: string; readonly onDone: () => void; readonly onStay: () => void }) {
  const { t } = useTranslation('reports');
  const client = useReportsClient();
  const problemWords = useProblemWords();
  const [trouble, setTrouble] = useState<string | null>(null);
  const remove = async (): Promise<void> => {
    const outcome = await outcomeOf(() => client.remove(saved.id));
    if (outcome.kind === 'refused') setTrouble(problemWords(outcome.problem));
    else onDone();
  };
  return (
    <div className={css['part']}>
      <FormTrouble words={trouble} />
      <p>{t('saved.removeWhy', { name: saved.name, summary })}</p>
      <DialogFoot><Button startsHere onClick={onStay}>{t('cancel')}</Button><Button kind="danger" onClick={() => void remove()}>{t('saved.remove')}</Button></DialogFoot>
    </div>
  );
}
