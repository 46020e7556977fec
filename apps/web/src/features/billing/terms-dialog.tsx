import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { isWhole } from '../../live/documents/document-reader.ts';
import { useLiveDocument } from '../../live/documents/documents-context.tsx';
import { useAgency } from '../../shared/agency/agency-context.tsx';
import { Dialog } from '../../kit/dialog/dialog.tsx';
import { DialogBody, DialogScroll } from '../../kit/dialog/dialog-parts.tsx';
import { useLeaveQuestion } from '../../kit/form/use-leave-warning.ts';
import { LoadingState } from '../../kit/pages/page-state.tsx';
import { ProblemState } from '../../kit/pages/problem-state.tsx';
import css from './bills.module.css';
import { TermsForm } from './terms-form.tsx';

/**
 * The issuer and prices. `asked`: `needed` if a bill could not be generated without them; null
 * shows nothing.
 */
export function TermsDialog({
  asked,
  onClose,
}: {
  readonly asked: string | null;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation('bills');
  const mayLeave = useLeaveQuestion();
  const isDirty = useRef<() => boolean>(() => false);
  const close = async (): Promise<void> => {
    if (!isDirty.current() || (await mayLeave())) onClose();
  };
  return (
    <Dialog
      open={asked !== null}
      size="large"
      title={t('terms.title')}
      onClose={() => void close()}
    >
      {asked === null ? null : (
        <OpenTerms
          isNeeded={asked === 'needed'}
          onDirty={(dirty) => {
            isDirty.current = dirty;
          }}
          onSaved={onClose}
        />
      )}
    </Dialog>
  );
}

type OpenProps = {
  readonly isNeeded: boolean;
  readonly onDirty: (isDirty: () => boolean) => void;
  readonly onSaved: () => void;
};

function OpenTerms({ isNeeded, onDirty, onSaved }: OpenProps) {
  const { t } = useTranslation('bills');
  const found = useLiveDocument(`domain/${useAgency().id}/billTerms/current`);
  if (found.kind === 'loading')
    return (
      <DialogBody>
        <LoadingState />
      </DialogBody>
    );
  if (found.kind === 'failed' || found.kind === 'refused')
    return (
      <DialogBody>
        <ProblemState compact problem={found.problem} />
      </DialogBody>
    );
  if (found.value !== null && !isWhole(found.value))
    return (
      <DialogBody>
        <ProblemState compact problem={{ code: 'document-bare' }} />
      </DialogBody>
    );
  return (
    <DialogScroll>
      {isNeeded ? <p className={css['needed']}>{t('terms.needed')}</p> : null}
      <TermsForm terms={found.value} onDirty={onDirty} onSaved={onSaved} />
    </DialogScroll>
  );
}
