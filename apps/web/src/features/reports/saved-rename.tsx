import type { SavedReport } from '@yamori/domain';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useReportApi } from './api.ts';
import { attempt } from '../../call-outcome.ts';
import { DialogFoot } from '../../kit/dialog/dialog-parts.tsx';
import { Button } from '../../kit/form/button.tsx';
import { useProblemMessage } from '../../kit/pages/use-problem-message.ts';
import { SavedFields } from './saved-fields.tsx';
import css from './report.module.css';

type RenameFormProps = {
  readonly saved: SavedReport;
  readonly onDone: () => void;
  readonly onStay: () => void;
};

/** Changes the name, and whether colleagues see it. The filter stays unchanged. */
export function RenameForm({ saved, onDone, onStay }: RenameFormProps) {
  const { t } = useTranslation('reports');
  const { rename } = useReportApi();
  const formatProblem = useProblemMessage();
  const [name, setName] = useState(saved.name);
  const [isShared, setShared] = useState(saved.isShared);
  const [state, setState] = useState<{
    readonly busy: boolean;
    readonly errorText: string | null;
    readonly nameError: string | null;
  }>({ busy: false, errorText: null, nameError: null });
  const isSame = name.trim() === saved.name && isShared === saved.isShared;
  // Unsharing a colleague's report would take it from everyone who uses it.
  const stays = saved.isShared && !saved.isOwn;
  const save = async (): Promise<void> => {
    setState({ busy: true, errorText: null, nameError: null });
    const outcome = await attempt(() => rename(saved.id, { name: name.trim(), isShared }));
    if (outcome.kind !== 'refused') return onDone();
    const words = formatProblem(outcome.problem);
    setState({
      busy: false,
      ...(outcome.problem.code === 'report-name-taken'
        ? { errorText: null, nameError: words }
        : { errorText: words, nameError: null }),
    });
  };
  return (
    <form
      className={css['part']}
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <SavedFields
        name={name}
        onName={(next) => {
          setName(next);
          setState({ ...state, nameError: null });
        }}
        isShared={isShared}
        onShared={setShared}
        staysShared={stays}
        errorText={state.errorText}
        nameError={state.nameError}
      />
      <DialogFoot>
        <Button onClick={onStay}>{t('cancel')}</Button>
        <Button submit kind="primary" busy={state.busy} disabled={name.trim() === '' || isSame}>
          {t('saved.renameSave')}
        </Button>
      </DialogFoot>
    </form>
  );
}
