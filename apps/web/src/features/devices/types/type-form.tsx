import { deviceImageText, isDeviceTypeCode, type Problem } from '@yamori/domain';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { attempt } from '../../../call-outcome.ts';
import { useDocuments } from '../../../live/documents/documents-context.tsx';
import { useOnline } from '../../../shared/connection/use-online.ts';
import { Button } from '../../../kit/form/button.tsx';
import formCss from '../../../kit/form/form.module.css';
import { halfWidth } from '../../../kit/form/input-method.ts';
import { PanelFoot } from '../../../kit/form/panel-foot.tsx';
import { PictureField } from '../../../kit/form/picture-field.tsx';
import { TagsField } from '../../../kit/form/tags-field.tsx';
import { TextField } from '../../../kit/form/text-field.tsx';
import { useConflictSave } from '../../../kit/form/use-conflict-save.ts';
import { useForm, type Form } from '../../../kit/form/use-form.ts';
import { useLeaveWarning } from '../../../kit/form/use-leave-warning.ts';
import { useRules } from '../../../kit/form/form-rules.ts';
import { useToasts } from '../../../kit/toast/toasts-view.tsx';
import css from './device-types.module.css';
import { StreamFields } from './stream-fields.tsx';
import { saveType, type DeviceType } from './type-source.ts';
import {
  toDeclaration,
  NEW_TYPE,
  streamFaults,
  toTypeValues,
  type TypeValues,
} from './type-values.ts';

/** Twice the size on a card, for high-density screens. */
const IMAGE_FIT = { width: 320, height: 240, text: deviceImageText };

/** A new type. Its code is its id, as for all our types. */
export function NewTypeForm({
  onMade,
  onCancel,
}: {
  readonly onMade: (id: string) => void;
  readonly onCancel: () => void;
}) {
  const { t } = useTranslation('deviceTypes');
  const documents = useDocuments();
  const toasts = useToasts();
  const form = useTypeForm(NEW_TYPE, true, async (values) => {
    const id = tidyCode(values.code);
    const outcome = await attempt(() =>
      documents.doc(`deviceType/${id}`).create({
        code: id,
        name: values.name.trim(),
        maker: values.maker,
        firmwareVersions: [...values.firmwareVersions],
        ...(values.image === '' ? {} : { image: values.image }),
        streams: values.streams.map(toDeclaration),
      }),
    );
    if (outcome.kind === 'refused')
      return ['document-key-taken', 'document-exists'].includes(outcome.problem.code)
        ? { code: 'document-key-taken', place: 'code' }
        : outcome.problem;
    toasts.show({ type: 'positive', message: t('made', { name: values.name.trim() }) });
    onMade(id);
    return null;
  });
  return <TypeFields form={form} isNew kept={NOTHING} onCancel={onCancel} />;
}

const NOTHING: ReadonlySet<string> = new Set();

/** A type's name and streams. Streams that devices record stay unchanged. */
export function TypeForm({
  type,
  devices,
}: {
  readonly type: DeviceType;
  readonly devices: number;
}) {
  const { t } = useTranslation('deviceTypes');
  const documents = useDocuments();
  const toasts = useToasts();
  const [opened] = useState(() => toTypeValues(type));
  const save = useConflictSave({
    opened,
    save: (base, mine) => saveType(documents, type.documentReferenceId, base, mine),
    words: {
      getLabel: (name) => t(`fields.${name as keyof TypeValues}`),
      formatValue: (name, value) =>
        name === 'image'
          ? t(value === '' ? 'picture.none' : 'picture.there')
          : formatValue(value, (count) => t('streamCount', { count }), t('nothing')),
    },
    onSaved: ({ name }) => void toasts.show({ type: 'positive', message: t('saved', { name }) }),
  });
  const form = useTypeForm(opened, false, save);
  useLeaveWarning(form.isDirty);
  return (
    <TypeFields
      form={form}
      isNew={false}
      kept={devices > 0 ? new Set(opened.streams.map(({ key }) => key)) : NOTHING}
      onCancel={() => form.reset()}
    />
  );
}

function formatValue(value: unknown, streams: (count: number) => string, nothing: string): string {
  if (Array.isArray(value))
    return value.every((element) => typeof element === 'string')
      ? value.join(', ') || nothing
      : streams(value.length);
  return typeof value === 'string' && value !== '' ? value : nothing;
}

const tidyCode = (code: string): string => halfWidth(code).trim();

type Submit = (values: TypeValues, settle: (kept: TypeValues) => void) => Promise<Problem | null>;

/** @param isNew whether to apply the server's rules for new types */
function useTypeForm(initial: TypeValues, isNew: boolean, submit: Submit): Form<TypeValues> {
  const { t } = useTranslation('deviceTypes');
  const rules = useRules();
  const form: Form<TypeValues> = useForm<TypeValues>({
    initial,
    // Reset after the form has saved, so that it also shows changes by others.
    submit: (values) => submit(values, (kept) => void setTimeout(() => form.reset(kept))),
    rules: {
      code: [
        rules.required,
        rules.atMost(40),
        ...(isNew ? [(code: string) => isDeviceTypeCode(tidyCode(code)) || t('codeWrong')] : []),
      ],
      name: [rules.required, rules.atMost(120)],
      maker: [rules.atMost(120)],
      streams: [
        ...(isNew
          ? [(streams: TypeValues['streams']) => streams.length > 0 || t('streamsMissing')]
          : []),
        (streams) => {
          const [first] = streamFaults(streams);
          return (
            first === undefined ||
            t('streamFaultAt', {
              row: first.row + 1,
              field: t(`stream.${first.field}`),
              fault: t(`streamFaults.${first.kind}`),
            })
          );
        },
      ],
    },
  });
  return form;
}

type TypeFieldsProps = {
  readonly form: Form<TypeValues>;
  readonly isNew: boolean;
  readonly kept: ReadonlySet<string>;
  readonly onCancel: () => void;
};

function TypeFields({ form, isNew, kept, onCancel }: TypeFieldsProps) {
  const { t } = useTranslation('deviceTypes');
  const online = useOnline();
  const streams = form.field('streams');
  return (
    <form
      {...form.bind}
      className={formCss['form']}
      aria-label={t(isNew ? 'newTitle' : 'settings')}
    >
      <div className={css['fields']}>
        <TextField label={t('fields.name')} required maxLength={120} {...form.field('name')} />
        <TextField
          label={t('fields.code')}
          required={isNew}
          maxLength={40}
          disabled={!isNew}
          hint={t(isNew ? 'codeHint' : 'codeKept')}
          {...form.field('code')}
        />
        <TextField label={t('fields.maker')} maxLength={120} {...form.field('maker')} />
        <TagsField
          label={t('fields.firmwareVersions')}
          hint={t('firmwareHint')}
          {...form.field('firmwareVersions')}
        />
      </div>
      <PictureField
        picture={form.values.image}
        fit={IMAGE_FIT}
        disabled={false}
        onChange={(image) => form.set('image', image)}
        words={{
          name: t('fields.image'),
          none: t('picture.none'),
          choose: t('picture.choose'),
          remove: t('picture.remove'),
          hint: t('picture.hint'),
        }}
      />
      <StreamFields
        value={streams.value}
        error={streams.error}
        disabled={false}
        kept={kept}
        onChange={streams.onChange}
      />
      <PanelFoot errorText={form.errorText} note={online ? null : t('offline')}>
        {isNew || form.dirty ? (
          <Button onClick={onCancel}>{t(isNew ? 'cancel' : 'discard')}</Button>
        ) : null}
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
  );
}
