import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useOnline } from '../../../shared/connection/use-online.ts';
import { Button } from '../../../kit/form/button.tsx';
import formCss from '../../../kit/form/form.module.css';
import { PanelFoot } from '../../../kit/form/panel-foot.tsx';
import type { FormValues } from '../../../kit/form/form-store.ts';
import type { Form } from '../../../kit/form/use-form.ts';

type SectionFormProps<Values extends FormValues> = {
  readonly form: Form<Values>;
  readonly label: string;
  readonly mayEdit: boolean;
  readonly children: ReactNode;
};

/** The fields of a section and its button, which is enabled after a change. */
export function SectionForm<Values extends FormValues>({
  form,
  label,
  mayEdit,
  children,
}: SectionFormProps<Values>) {
  const { t } = useTranslation('domainConfig');
  const online = useOnline();
  return (
    <form {...form.bind} className={formCss['form']} aria-label={label}>
      {children}
      {mayEdit ? (
        <PanelFoot errorText={form.errorText} note={online ? null : t('offline')}>
          {form.dirty ? <Button onClick={() => form.reset()}>{t('discard')}</Button> : null}
          <Button
            kind="primary"
            submit
            busy={form.busy}
            disabled={!online || !form.dirty}
            label={t('saveOf', { section: label })}
          >
            {t('save')}
          </Button>
        </PanelFoot>
      ) : null}
    </form>
  );
}
