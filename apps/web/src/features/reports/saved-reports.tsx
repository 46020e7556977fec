import type { ReportFilter } from '@yamori/domain';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSaveReport } from './api.ts';
import { attempt } from '../../call-outcome.ts';
import { useUrlParams } from '../../kit/url-state/use-url-params.ts';
import { Dialog } from '../../kit/dialog/dialog.tsx';
import { DialogBody, DialogFoot } from '../../kit/dialog/dialog-parts.tsx';
import { Button } from '../../kit/form/button.tsx';
import { useProblemMessage } from '../../kit/pages/use-problem-message.ts';
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
  const formatProblem = useProblemMessage();
  const [, change] = useUrlParams();
  const [name, setName] = useState('');
  const [isShared, setShared] = useState(true);
  const [state, setState] = useState<{
    readonly busy: boolean;
    readonly errorText: string | null;
    readonly nameError: string | null;
  }>({ busy: false, errorText: null, nameError: null });
  const save = async (): Promise<void> => {
    setState({ busy: true, errorText: null, nameError: null });
    const outcome = await attempt(() => saveReport({ name: name.trim(), isShared, filter }));
    if (outcome.kind === 'refused') {
      const words = formatProblem(outcome.problem);
      return setState({
        busy: false,
        ...(outcome.problem.code === 'report-name-taken'
          ? { errorText: null, nameError: words }
          : { errorText: words, nameError: null }),
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
            setState({ ...state, nameError: null });
          }}
          isShared={isShared}
          onShared={setShared}
          errorText={state.errorText}
          nameError={state.nameError}
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
