import {
  arrayUnion,
  isTimeText,
  SLEEP_STAGES,
  type SleepStage,
  daysLater,
  localDate,
  fromLocalTime,
} from '@yamori/domain';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { TimeWindow } from '../../../live/chart/nights/night-spec.ts';
import { attempt } from '../../../call-outcome.ts';
import { useDocuments } from '../../../live/documents/documents-context.tsx';
import { useClock } from '../../../kit/clock/clock-context.tsx';
import { TimeField } from '../../../kit/date/time-field.tsx';
import { Button } from '../../../kit/form/button.tsx';
import { FormError } from '../../../kit/form/form-error.tsx';
import { SelectField } from '../../../kit/form/select-field.tsx';
import { useForm } from '../../../kit/form/use-form.ts';
import { useToasts } from '../../../kit/toast/toasts-view.tsx';
import { useViewer } from '../../../shared/viewer/viewer-context.tsx';
import { useMoments } from '../use-lane-labels.ts';
import { CorrectionList } from './correction-list.tsx';
import type { CountedNight } from '../counted-night.ts';
import { hasStages } from './figures.ts';
import css from './result.module.css';
import { StageStrip } from './stage-strip.tsx';

type StageEditorProps = {
  readonly roomId: string;
  readonly counted: CountedNight;
  readonly window: TimeWindow;
  readonly timeZone: string;
  readonly mayCorrect: boolean;
};
type Choice = SleepStage | 'inBed' | 'outOfBed';

/** The stages of the night, with an editor for readers who may correct them. */
export function StageEditor({ roomId, counted, window, timeZone, mayCorrect }: StageEditorProps) {
  const { t } = useTranslation('results');
  const [selected, setSelected] = useState<TimeWindow | null>(null);
  return (
    <section className={css['part']} aria-label={t('edit.title')}>
      <h3>
        {t('edit.title')}
        {hasStages(counted) || counted.stages.every((stage) => stage === 'missing') ? null : (
          <small>{t('noStages')}</small>
        )}
      </h3>
      <ul className={css['stages']}>
        {SLEEP_STAGES.filter((stage) => counted.stages.includes(stage)).map((stage) => (
          <li key={stage} data-stage={stage}>
            {t(`edit.stage.${stage}`)}
          </li>
        ))}
      </ul>
      <StageStrip
        counted={counted}
        window={window}
        timeZone={timeZone}
        selected={selected}
        onSelect={mayCorrect ? setSelected : null}
      />
      {mayCorrect ? (
        <CorrectionForm
          key={`${selected?.fromMs}-${selected?.toMs}`}
          roomId={roomId}
          counted={counted}
          timeZone={timeZone}
          selected={selected}
          onDone={() => setSelected(null)}
        />
      ) : null}
      <CorrectionList
        roomId={roomId}
        night={counted.night}
        timeZone={timeZone}
        mayCorrect={mayCorrect}
      />
    </section>
  );
}

type CorrectionFormProps = {
  readonly roomId: string;
  readonly counted: CountedNight;
  readonly timeZone: string;
  readonly selected: TimeWindow | null;
  readonly onDone: () => void;
};

function CorrectionForm({ roomId, counted, timeZone, selected, onDone }: CorrectionFormProps) {
  const { t } = useTranslation('results');
  const { time } = useMoments(timeZone);
  const documents = useDocuments();
  const toasts = useToasts();
  const clock = useClock();
  const { user } = useViewer();
  const { night } = counted;
  const moment = (text: string): number | null => momentInNight(text, night, timeZone);
  const padded = (atMs: number): string => time(atMs).padStart(5, '0');
  const form = useForm({
    initial: {
      from: selected === null ? '' : padded(selected.fromMs),
      to: selected === null ? '' : padded(selected.toMs),
      what: 'wake' satisfies Choice as Choice,
    },
    rules: {
      from: [(value: string) => (isTimeText(value) && moment(value) !== null) || t('edit.outside')],
      to: [
        (value: string) => (isTimeText(value) && moment(value) !== null) || t('edit.outside'),
        (value: string, { from }: { from: string }) =>
          (moment(value) ?? 0) > (moment(from) ?? 0) || t('edit.order'),
      ],
    },
    async submit({ from, to, what }) {
      // Times from the chart have seconds, which the fields do not show.
      const [fromMs, toMs] =
        selected !== null && from === padded(selected.fromMs) && to === padded(selected.toMs)
          ? [selected.fromMs, selected.toMs]
          : [moment(from), moment(to)];
      if (fromMs === null || toMs === null) return null;
      const change =
        what === 'inBed' || what === 'outOfBed'
          ? { kind: 'presence', inBed: what === 'inBed' }
          : { kind: 'stage', stage: what };
      const edit = {
        id: crypto.randomUUID(),
        from: new Date(fromMs),
        to: new Date(toMs),
        change,
        editedBy: user?.uid ?? '',
        editedAt: new Date(clock.now()),
        undone: false,
      };
      const outcome = await attempt(() =>
        documents
          .doc(`room/${roomId}/sleep/${night.documentReferenceId}`)
          .update({ edits: arrayUnion(edit) }),
      );
      if (outcome.kind === 'refused') return outcome.problem;
      toasts.show({ type: 'positive', message: t('edit.saved') });
      onDone();
      return null;
    },
  });
  const stages: readonly SleepStage[] = hasStages(counted)
    ? ['wake', 'light', 'deep', 'rem', 'missing']
    : ['wake', 'asleep', 'missing'];
  const choices = [
    ...stages.map((value) => ({ value, label: t(`edit.stage.${value}`) })),
    { value: 'inBed', label: t('edit.inBed') },
    { value: 'outOfBed', label: t('edit.outOfBed') },
  ] satisfies { value: Choice; label: string }[];
  const what = form.field('what');
  return (
    <form {...form.bind} className={css['correction']}>
      <p className={css['hint']}>{t('edit.hint')}</p>
      <div className={css['correctionFields']}>
        <TimeField label={t('edit.from')} {...form.field('from')} />
        <TimeField label={t('edit.to')} {...form.field('to')} />
        <SelectField<Choice>
          label={t('edit.what')}
          choices={choices}
          {...what}
          onChange={(value) => {
            if (value !== '') what.onChange(value);
          }}
        />
        <Button submit busy={form.busy} disabled={!form.dirty && selected === null}>
          {t('edit.save')}
        </Button>
      </div>
      <FormError message={form.errorText} />
    </form>
  );
}

/**
 * The moment in a night at which a local clock shows a time such as `02:10`; null if the night has
 * none.
 */
function momentInNight(
  time: string,
  night: { readonly from: Date; readonly to: Date },
  timeZone: string,
): number | null {
  const date = localDate(night.from.getTime(), timeZone);
  const found = [date, daysLater(date, 1)]
    .map((day) => fromLocalTime(`${day}T${time}:00`, timeZone))
    .find((atMs) => atMs >= night.from.getTime() && atMs <= night.to.getTime());
  return found ?? null;
}
