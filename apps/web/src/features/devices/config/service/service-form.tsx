import { newDocumentId, type ServiceKind } from '@yamori/domain';
import { useTranslation } from 'react-i18next';
import { attempt } from '../../../../call-outcome.ts';
import { useDocuments } from '../../../../live/documents/documents-context.tsx';
import { useClock } from '../../../../kit/clock/clock-context.tsx';
import { Button } from '../../../../kit/form/button.tsx';
import formCss from '../../../../kit/form/form.module.css';
import { PanelFoot } from '../../../../kit/form/panel-foot.tsx';
import { isFilled, useRules } from '../../../../kit/form/form-rules.ts';
import { SelectField } from '../../../../kit/form/select-field.tsx';
import { TextAreaField } from '../../../../kit/form/text-area-field.tsx';
import { useForm } from '../../../../kit/form/use-form.ts';
import type { Device } from '../device-source.ts';

type ServiceFormProps = {
  readonly device: Device;
  readonly kinds: readonly ServiceKind[];
  readonly userId: string;
  readonly onDone: () => void;
};

/** A new service entry. Calibration figures apply to the device from then on, in the same write. */
export function ServiceForm({ device, kinds, userId, onDone }: ServiceFormProps) {
  const { t } = useTranslation('deviceConfig');
  const rules = useRules();
  const clock = useClock();
  const documents = useDocuments();
  const form = useForm({
    initial: { kind: kinds[0] ?? 'service', text: '', figures: '' },
    rules: {
      text: [
        rules.atMost(1000),
        (text, { kind }) => kind === 'calibration' || isFilled(text) || rules.required(text),
      ],
      figures: [
        (figures, { kind }) =>
          kind !== 'calibration' ||
          (readFigures(figures) ?? false) !== false ||
          t('service.figuresWrong'),
      ],
    },
    submit: async ({ kind, text, figures }) => {
      const values = kind === 'calibration' ? (readFigures(figures) ?? {}) : {};
      const batch = documents.batch();
      batch.create(
        documents.doc(
          `device/${device.serial}/deviceService/${newDocumentId((count) => crypto.getRandomValues(new Uint8Array(count)))}`,
        ),
        { kind, at: new Date(clock.now()), text: text.trim(), values, writtenBy: userId },
      );
      if (kind === 'calibration')
        batch.update(documents.doc(`device/${device.serial}`), { calibration: values });
      const outcome = await attempt(() => batch.commit());
      if (outcome.kind === 'refused') return outcome.problem;
      onDone();
      return null;
    },
  });
  const kind = form.field('kind');
  return (
    <form {...form.bind} className={formCss['form']} aria-label={t('service.add')}>
      <SelectField
        label={t('service.kind')}
        choices={kinds.map((value) => ({ value, label: t(`service.kinds.${value}`) }))}
        {...kind}
        onChange={(value) => kind.onChange(value === '' ? 'service' : value)}
      />
      {form.values.kind === 'calibration' ? (
        <TextAreaField
          label={t('service.figures')}
          hint={t('service.figuresHint')}
          rows={3}
          {...form.field('figures')}
        />
      ) : null}
      <TextAreaField label={t('service.text')} rows={2} maxLength={1000} {...form.field('text')} />
      <PanelFoot errorText={form.errorText}>
        <Button onClick={onDone}>{t('cancel')}</Button>
        <Button kind="primary" submit busy={form.busy}>
          {t('service.write')}
        </Button>
      </PanelFoot>
    </form>
  );
}

const MAX_NAME = 40;
const LINE = /^(.+?)\s*[=:\uff1d\uff1a]\s*([-+]?\d+(?:\.\d+)?)$/u;

/**
 * Figures of a calibration, one for each line: `gain = 1.02`. Null if a line is invalid, or without
 * any line.
 */
export function readFigures(text: string): Record<string, number> | null {
  const lines = text
    .normalize('NFKC')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const found = lines.map((line) => LINE.exec(line));
  if (
    lines.length === 0 ||
    found.some((match) => match === null || (match[1] ?? '').length > MAX_NAME)
  )
    return null;
  return Object.fromEntries(found.map((match) => [match?.[1] ?? '', Number(match?.[2])]));
}
