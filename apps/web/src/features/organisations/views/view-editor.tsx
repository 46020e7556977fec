import {
  newDocumentId,
  VIEW_FIELDS,
  viewFaults,
  type Problem,
  type ViewField,
} from '@yamori/domain';
import { useQuery } from '@tanstack/react-query';
import { useState, type ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import { attempt } from '../../../call-outcome.ts';
import { useDocuments } from '../../../live/documents/documents-context.tsx';
import { DialogScroll } from '../../../kit/dialog/dialog-parts.tsx';
import { useOnline } from '../../../shared/connection/use-online.ts';
import { useDialogs } from '../../../kit/dialog/dialogs-context.tsx';
import { Button } from '../../../kit/form/button.tsx';
import formCss from '../../../kit/form/form.module.css';
import { PanelFoot } from '../../../kit/form/panel-foot.tsx';
import { TextField } from '../../../kit/form/text-field.tsx';
import { useConflictSave } from '../../../kit/form/use-conflict-save.ts';
import { useForm, type Form } from '../../../kit/form/use-form.ts';
import { useIssueMessage } from '../../../kit/form/use-issue-message.ts';
import { useLeaveWarning, useReportedDirt } from '../../../kit/form/use-leave-warning.ts';
import { useRules } from '../../../kit/form/form-rules.ts';
import { useToasts } from '../../../kit/toast/toasts-view.tsx';
import { useProblemMessage } from '../../../kit/pages/use-problem-message.ts';
import type { View } from '../../../shared/views/use-views.ts';
import { ItemChoice } from './item-choice.tsx';
import { TrackPreview } from './track-preview.tsx';
import { useItemLabels } from '../../../shared/views/use-item-labels.ts';
import {
  makeView,
  NEW_VIEW,
  saveView,
  countUsers,
  toViewValues,
  type ViewValues,
} from './view-source.ts';
import css from './views.module.css';

/** Draws rooms as the board would with a view; injected by the feature that has a board. */
export type PreviewPart = ComponentType<{ readonly view: View }>;
type EditorProps = {
  /** Null: a new one. */
  readonly view: View | null;
  readonly Preview: PreviewPart;
  readonly onDirty: (isDirty: () => boolean) => void;
  readonly onDone: () => void;
};

/** Edits a view next to a preview. */
export function ViewEditor({ view, Preview, onDirty, onDone }: EditorProps) {
  const { t } = useTranslation('views');
  const online = useOnline();
  const { form, isNew } = useViewForm(view, onDone);
  useReportedDirt(form.isDirty, onDirty);
  useLeaveWarning(form.isDirty);
  const tried: View = {
    documentReferenceId: 'tried',
    documentPath: 'view/tried',
    updatedAt: new Date(0),
    scope: 'domain',
    ...toViewValues(form.values),
    listColumns: [...form.values.listColumns],
    cardItems: [...form.values.cardItems],
    viewerTracks: [...form.values.viewerTracks],
    thresholdsShown: [...form.values.thresholdsShown],
  };
  return (
    <DialogScroll>
      <div className={css['editor']}>
        <form
          {...form.bind}
          className={formCss['form']}
          aria-label={t(isNew ? 'newTitle' : 'settings')}
        >
          <TextField label={t('fields.name')} required maxLength={80} {...form.field('name')} />
          {VIEW_FIELDS.map((field) => {
            const { value, error, onChange } = form.field(field);
            return (
              <ItemChoice
                key={field}
                field={field}
                value={value}
                error={error}
                disabled={form.busy}
                onChange={onChange}
              />
            );
          })}
          <PanelFoot errorText={form.errorText} note={online ? null : t('offline')}>
            {view === null ? null : <Removal view={view} onGone={onDone} />}
            <Button
              kind="primary"
              submit
              busy={form.busy}
              disabled={!online || (!isNew && !form.dirty)}
            >
              {t(isNew ? 'make' : 'save')}
            </Button>
          </PanelFoot>
        </form>
        <section className={css['preview']} aria-label={t('preview')}>
          <h3>{t('preview')}</h3>
          <p className={css['quiet']}>{t('previewLead')}</p>
          <Preview view={tried} />
          <TrackPreview
            tracks={form.values.viewerTracks}
            thresholds={form.values.thresholdsShown}
          />
          {view === null ? null : <Users viewId={view.documentReferenceId} />}
        </section>
      </div>
    </DialogScroll>
  );
}

function useViewForm(
  view: View | null,
  onDone: () => void,
): { readonly form: Form<ViewValues>; readonly isNew: boolean } {
  const { t } = useTranslation('views');
  const rules = useRules();
  const issueMessage = useIssueMessage();
  const documents = useDocuments();
  const toasts = useToasts();
  const words = useItemLabels();
  const [opened] = useState(() => (view === null ? NEW_VIEW : toViewValues(view)));
  const formatField = (field: string, value: unknown): string =>
    typeof value === 'string'
      ? value
      : Array.isArray(value) && value.length > 0
        ? value.map((name) => words(field as ViewField, String(name))).join(t('separator'))
        : t('everything');
  const save = useConflictSave({
    opened,
    save: (base, mine) => saveView(documents, view?.documentReferenceId ?? '', base, mine),
    words: {
      getLabel: (name) => t(`fields.${name as keyof ViewValues}`),
      formatValue: formatField,
    },
    onSaved: ({ name }) => void toasts.show({ type: 'positive', message: t('saved', { name }) }),
  });
  const make = async (values: ViewValues): Promise<Problem | null> => {
    const outcome = await attempt(() =>
      makeView(
        documents,
        newDocumentId((count) => crypto.getRandomValues(new Uint8Array(count))),
        values,
      ),
    );
    if (outcome.kind === 'refused') return atName(outcome.problem);
    toasts.show({ type: 'positive', message: t('made', { name: values.name.trim() }) });
    onDone();
    return null;
  };
  const form: Form<ViewValues> = useForm<ViewValues>({
    initial: opened,
    rules: {
      name: [rules.required, rules.atMost(80)],
      ...Object.fromEntries(
        VIEW_FIELDS.map((field) => [
          field,
          [
            (_value: unknown, values: ViewValues) => {
              const found = viewFaults(values).find((issue) => issue.field === field);
              return found === undefined || issueMessage(found);
            },
          ],
        ]),
      ),
    },
    submit: async (values) => {
      if (view === null) return make(values);
      const problem = await save(values, (kept) => void setTimeout(() => form.reset(kept)));
      return problem === null ? null : atName(problem);
    },
  });
  return { form, isNew: view === null };
}

/** Views need unique names, because users choose them by name. */
const atName = (problem: Problem): Problem =>
  problem.code === 'document-key-taken' ? { ...problem, place: 'name' } : problem;

/** The organisations and rooms that a change would affect. */
function Users({ viewId }: { readonly viewId: string }) {
  const { t } = useTranslation('views');
  const documents = useDocuments();
  const { data } = useQuery({
    queryKey: ['view-users', viewId],
    queryFn: () => countUsers(documents, viewId),
  });
  return (
    <p className={css['quiet']}>{data === undefined ? t('usersUnknown') : t('users', data)}</p>
  );
}

function Removal({ view, onGone }: { readonly view: View; readonly onGone: () => void }) {
  const { t } = useTranslation('views');
  const online = useOnline();
  const dialogs = useDialogs();
  const documents = useDocuments();
  const toasts = useToasts();
  const formatProblem = useProblemMessage();
  const remove = async (): Promise<void> => {
    if (
      !(await dialogs.confirm({
        title: t('removeAsk', { name: view.name }),
        message: t('removeWhy'),
        ok: t('remove'),
        cancel: t('cancel'),
        kind: 'danger',
      }))
    )
      return;
    const outcome = await attempt(() => documents.doc(`view/${view.documentReferenceId}`).delete());
    toasts.show(
      outcome.kind === 'done'
        ? { type: 'positive', message: t('removed', { name: view.name }) }
        : { type: 'negative', message: formatProblem(outcome.problem) },
    );
    if (outcome.kind === 'done') onGone();
  };
  return (
    <Button disabled={!online} onClick={() => void remove()}>
      {t('remove')}
    </Button>
  );
}
