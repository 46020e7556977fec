import type { ReportFilter } from '@yamori/domain';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSaveReport } from './api.ts';
import { outcomeOf } from '../../call-outcome.ts';
import { useAddress } from '../../kit/url-state/use-address.ts';
import { Dialog } from '../../kit/dialog/dialog.tsx';
import { DialogBody, DialogFoot } from '../../kit/dialog/dialog-parts.tsx';
import { Button } from '../../kit/form/button.tsx';
import { useProblemWords } from '../../kit/pages/problem-words.ts';
import { SavedList } from './saved-list.tsx';
import { SavedFields } from './saved-fields.tsx';
import css from './report.module.css';

/** Saves the current report under a name, and opens saved ones. */
export function SavedReports({ filter }: { readonly filter: ReportFilter }) {
  const { t } = useTranslation('reports');
  const [open, setOpen] = useState<'save' | 'list' | null>(null);
  const close = (): void => setOpen(null);
  return (
    <span className={css['buttons']}>
      <button type="button" onClick={() => setOpen('list')}>
        {t('saved.open')}
      </button>
      <button type="button" onClick={() => setOpen('save')}>
        {t('saved.save')}
      </button>
      <Dialog open={open === 'save'} title={t('saved.saveTitle')} onClose={close}>
        {open === 'save' ? <SaveForm filter={filter} onDone={close} /> : null}
      </Dialog>
      <Dialog open={open === 'list'} title={t('saved.title')} size="large" onClose={close}>
        {open === 'list' ? <SavedList domainId={filter.domainId} onClose={close} /> : null}
      </Dialog>
    </span>
  );
}

function SaveForm({
  filter,
  onDone,
}: {
  readonly filter: ReportFilter;
  readonly onDone: () => void;
}) {
  const { t } = useTranslation('reports');
  const saveReport = useSaveReport();
  const problemWords = useProblemWords();
  const [, change] = useAddress();
  const [name, setName] = useState('');
  const [isShared, setShared] = useState(true);
  const [state, setState] = useState<{
    readonly busy: boolean;
    readonly trouble: string | null;
    readonly fault: string | null;
  }>({ busy: false, trouble: null, fault: null });
  const save = async (): Promise<void> => {
    setState({ busy: true, trouble: null, fault: null });
    const outcome = await outcomeOf(() => saveReport({ name: name.trim(), isShared, filter }));
    if (outcome.kind === 'refused') {
      const words = problemWords(outcome.problem);
      return setState({
        busy: false,
        ...(outcome.problem.code === 'report-name-taken'
          ? { trouble: null, fault: words }
          : { trouble: words, fault: null }),
      });
    }
    change({ saved: outcome.value });
    onDone();
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <DialogBody>
        <SavedFields
          name={name}
          onName={(next) => {
            setName(next);
            setState({ ...state, fault: null });
          }}
          isShared={isShared}
          onShared={setShared}
          trouble={state.trouble}
          fault={state.fault}
        />
        <DialogFoot>
          <Button onClick={onDone}>{t('cancel')}</Button>
          <Button submit kind="primary" busy={state.busy} disabled={name.trim() === ''}>
            {t('saved.save')}
          </Button>
        </DialogFoot>
      </DialogBody>
    </form>
  );
}
