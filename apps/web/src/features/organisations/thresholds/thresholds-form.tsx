import {
  ACCIDENT_PARAMETERS,
  WATCHED_KINDS,
  type AccidentKind,
  type ParameterOverrides,
} from '@yamori/domain';
import { useQueryClient } from '@tanstack/react-query';
import { useContext, useState, createContext, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useDocuments } from '../../../live/documents/documents-context.tsx';
import { useOnline } from '../../../shared/connection/use-online.ts';
import { Button } from '../../../kit/form/button.tsx';
import { PanelFoot } from '../../../kit/form/panel-foot.tsx';
import { mapFieldErrors } from '../../../kit/form/map-field-errors.ts';
import { useConflictSave } from '../../../kit/form/use-conflict-save.ts';
import { useForm, type Form } from '../../../kit/form/use-form.ts';
import { useReportedDirt } from '../../../kit/form/use-leave-warning.ts';
import { useToasts } from '../../../kit/toast/toasts-view.tsx';
import { KindSection } from './kind-section.tsx';
import { invalidateThresholds, saveThresholds, type Subject } from './threshold-save.ts';
import {
  createFaults,
  overridesWith,
  toValues,
  type Inherited,
  type ThresholdValues,
} from './threshold-values.ts';
import css from './thresholds.module.css';
import { useThresholdLabels } from '../../../shared/thresholds/use-threshold-labels.ts';
import type { FormRules } from '../../../kit/form/form-store.ts';
import { useIssueMessage } from '../../../kit/form/use-issue-message.ts';

export type ThresholdsFormProps = {
  readonly subject: Subject;
  /** As stored now. */
  readonly overrides: ParameterOverrides;
  readonly inherited: Inherited;
  readonly mayEdit: boolean;
  /** Registers the check for unsaved changes. */
  readonly onDirty: (isDirty: () => boolean) => void;
};

export const THRESHOLD_KINDS: readonly AccidentKind[] = [...WATCHED_KINDS, 'call', 'staffReport'];

/** The overrides of an organisation or a room by alarm kind, over inherited values. */
export function ThresholdsForm({
  subject,
  overrides,
  inherited,
  mayEdit,
  onDirty,
}: ThresholdsFormProps) {
  const { t } = useTranslation('thresholds');
  const online = useOnline();
  const { form, faults } = useThresholdsForm(subject, overrides, inherited);
  useReportedDirt(form.isDirty, onDirty);
  const wrong = faults(form.values);
  const trial = useContext(ThresholdTrialContext);
  return (
    <form {...form.bind} className={css['form']} aria-label={t('title')}>
      <div className={css['kinds']}>
        {THRESHOLD_KINDS.map((kind) => (
          <KindSection
            key={kind}
            kind={kind}
            form={form}
            inherited={inherited}
            mayEdit={mayEdit}
            hasFault={[...wrong.keys()].some((key) => key.startsWith(`accident.${kind}.`))}
          />
        ))}
      </div>
      {mayEdit && trial !== null
        ? trial({
            place:
              subject.kind === 'room'
                ? { kind: 'room', roomId: subject.id }
                : { kind: 'domain', domainId: subject.id },
            overrides: overridesWith(overrides, form.values),
            disabled: !form.dirty || wrong.size > 0,
          })
        : null}
      {mayEdit ? (
        <PanelFoot errorText={form.errorText} note={online ? t('actsAtOnce') : t('offline')}>
          {form.dirty ? <Button onClick={() => form.reset()}>{t('discard')}</Button> : null}
          <Button
            kind="primary"
            submit
            busy={form.busy}
            disabled={!online || !form.dirty}
            label={t('saveLong')}
          >
            {t('save')}
          </Button>
        </PanelFoot>
      ) : null}
    </form>
  );
}

function useThresholdsForm(
  subject: Subject,
  overrides: ParameterOverrides,
  inherited: Inherited,
): { readonly form: Form<ThresholdValues>; readonly faults: ReturnType<typeof createFaults> } {
  const { t } = useTranslation('thresholds');
  const { t: accidents } = useTranslation('accidents');
  const documents = useDocuments();
  const toasts = useToasts();
  const queries = useQueryClient();
  const { getLabel, formatValue } = useThresholdLabels();
  const [opened] = useState(() => toValues(overrides));
  const [faults] = useState(() => createFaults(inherited));
  const save = useConflictSave({
    opened,
    save: (base, mine) => saveThresholds(documents, subject, base, mine),
    onSaved() {
      toasts.show({ type: 'positive', message: t('saved') });
      invalidateThresholds(queries);
    },
    words: {
      getLabel: (key) => {
        const kind = THRESHOLD_KINDS.find((candidate) => key.startsWith(`accident.${candidate}.`));
        return kind === undefined
          ? key
          : t('labelled', { kind: accidents(`kind.${kind}`), name: getLabel(key) });
      },
      formatValue: (key, value) => {
        const parameter = ACCIDENT_PARAMETERS.find((candidate) => candidate.key === key);
        return parameter === undefined ||
          (typeof value !== 'number' && typeof value !== 'string' && typeof value !== 'boolean')
          ? t('follow')
          : formatValue(parameter, value);
      },
    },
  });
  // Reset after the form has saved, so that it also shows changes by others.
  const settle = (values: ThresholdValues): void => void setTimeout(() => form.reset(values));
  const form: Form<ThresholdValues> = useForm<ThresholdValues>({
    initial: opened,
    rules: useThresholdRules(faults),
    submit: async (values) => {
      const problem = await save(values, settle);
      return problem === null ? null : mapFieldErrors(problem, values);
    },
  });
  return { form, faults };
}

/** Shows the alarms that unsaved thresholds would have raised in past nights. */
export type ThresholdTrialProps = {
  readonly place:
    | { readonly kind: 'room'; readonly roomId: string }
    | { readonly kind: 'domain'; readonly domainId: string };
  /** All overrides at that place. */
  readonly overrides: ParameterOverrides;
  /** Nothing has changed, or the values are invalid. */
  readonly disabled: boolean;
};

/** Injected by the app; without it thresholds can only be saved. */
export const ThresholdTrialContext = createContext<
  ((trial: ThresholdTrialProps) => ReactNode) | null
>(null);

/** A validator for each threshold, with errors in the user's language. */
export function useThresholdRules(
  faults: ReturnType<typeof createFaults>,
): FormRules<ThresholdValues> {
  const issueMessage = useIssueMessage();
  return Object.fromEntries(
    ACCIDENT_PARAMETERS.map(({ key }) => [
      key,
      [
        (value: unknown, values: ThresholdValues) => {
          const issue = faults(values).get(key);
          if (issue === undefined) return true;
          return issueMessage(Number.isNaN(value) ? { ...issue, code: 'value-required' } : issue);
        },
      ],
    ]),
  );
}
