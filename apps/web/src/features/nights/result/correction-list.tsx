import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { attempt } from '../../../call-outcome.ts';
import { useDocuments } from '../../../live/documents/documents-context.tsx';
import { isWhole } from '../../../live/documents/document-reader.ts';
import { useToasts } from '../../../kit/toast/toasts-view.tsx';
import { useProblemMessage } from '../../../kit/pages/use-problem-message.ts';
import type { Night } from '../api.ts';
import css from './result.module.css';
import { CorrectionAuthor, useCorrectionFormatter } from './correction-author.tsx';

/** Corrections, newest first; each can be withdrawn and restored. */
export function CorrectionList({
  roomId,
  night,
  timeZone,
  mayCorrect,
}: {
  roomId: string;
  night: Night;
  timeZone: string;
  mayCorrect: boolean;
}) {
  const { t } = useTranslation('results');
  const what = useCorrectionFormatter(timeZone);
  const [busy, turn] = useUndone(roomId, night.documentReferenceId);
  if (night.edits.length === 0) return null;
  return (
    <details className={css['corrections']} open={night.edits.length <= 5}>
      <summary>
        {t('edit.list')} ({night.edits.length})
      </summary>
      <ul>
        {night.edits.toReversed().map((edit) => (
          <li key={edit.id} data-undone={edit.undone}>
            <span>{what(edit)}</span>
            <small>
              <CorrectionAuthor edit={edit} timeZone={timeZone} />
              {edit.undone ? ` · ${t('edit.undone')}` : ''}
            </small>
            {mayCorrect ? (
              <button
                type="button"
                disabled={busy}
                aria-label={`${t(edit.undone ? 'edit.redo' : 'edit.undo')} ${what(edit)}`}
                onClick={() => turn(edit.id, !edit.undone)}
              >
                {t(edit.undone ? 'edit.redo' : 'edit.undo')}
              </button>
            ) : null}
          </li>
        ))}
      </ul>
    </details>
  );
}

/** Withdraws or restores a correction; safe with concurrent corrections. */
function useUndone(
  roomId: string,
  nightId: string,
): readonly [boolean, (id: string, undone: boolean) => void] {
  const documents = useDocuments();
  const toasts = useToasts();
  const formatProblem = useProblemMessage();
  const [busy, setBusy] = useState(false);
  const turn = async (id: string, undone: boolean): Promise<void> => {
    setBusy(true);
    const place = documents.doc(`room/${roomId}/sleep/${nightId}`);
    const outcome = await attempt(() =>
      documents.transaction(async (transaction) => {
        const found = await transaction.get(place);
        if (found === null || !isWhole(found)) return;
        transaction.update(place, {
          edits: found.edits.map((edit) => (edit.id === id ? { ...edit, undone } : edit)),
        });
      }),
    );
    setBusy(false);
    if (outcome.kind === 'refused')
      toasts.show({ type: 'negative', message: formatProblem(outcome.problem) });
  };
  return [busy, (id, undone) => void turn(id, undone)];
}
