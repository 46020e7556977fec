import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from '@tanstack/react-router';
import { attempt } from '../../../call-outcome.ts';
import { useDocuments } from '../../../live/documents/documents-context.tsx';
import { useUrlParams } from '../../../kit/url-state/use-url-params.ts';
import { useAgency } from '../../../shared/agency/agency-context.tsx';
import { useOnline } from '../../../shared/connection/use-online.ts';
import { Dialog } from '../../../kit/dialog/dialog.tsx';
import { DialogBody, DialogFoot } from '../../../kit/dialog/dialog-parts.tsx';
import { Button } from '../../../kit/form/button.tsx';
import formCss from '../../../kit/form/form.module.css';
import { FormError } from '../../../kit/form/form-error.tsx';
import { useForm } from '../../../kit/form/use-form.ts';
import {
  useLeaveQuestion,
  useLeaveWarning,
  useReportedDirt,
} from '../../../kit/form/use-leave-warning.ts';
import { useToasts } from '../../../kit/toast/toasts-view.tsx';
import { PartnerFields, usePartnerRules } from './partner-fields.tsx';
import { NEW_PARTNER, partnerFields, type PartnerValues } from './partner-source.ts';

export function NewPartnerDialog({
  open,
  onClose,
}: {
  readonly open: boolean;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation('partners');
  const mayLeave = useLeaveQuestion();
  const isDirty = useRef<() => boolean>(() => false);
  const close = async (): Promise<void> => {
    if (!isDirty.current() || (await mayLeave())) onClose();
  };
  return (
    <Dialog open={open} size="large" title={t('new.title')} onClose={() => void close()}>
      {open ? (
        <NewPartner
          onDirty={(dirty) => {
            isDirty.current = dirty;
          }}
          onCancel={() => void close()}
        />
      ) : null}
    </Dialog>
  );
}

/** Opens the new partner's page, where its customers are chosen. */
function NewPartner({
  onDirty,
  onCancel,
}: {
  readonly onDirty: (isDirty: () => boolean) => void;
  readonly onCancel: () => void;
}) {
  const { t } = useTranslation('partners');
  const { id } = useAgency();
  const [values] = useUrlParams();
  const online = useOnline();
  const documents = useDocuments();
  const navigate = useNavigate();
  const toasts = useToasts();
  const form = useForm<PartnerValues>({
    initial: NEW_PARTNER,
    rules: usePartnerRules(),
    submit: async (entered) => {
      const { code, name, state, ...more } = partnerFields(entered);
      const outcome = await attempt(() =>
        documents
          .collection(`domain/${id}/partner`)
          .add({ code: code ?? '', name: name ?? '', state: state ?? 'active', ...more }),
      );
      if (outcome.kind === 'refused')
        return outcome.problem.code === 'document-key-taken'
          ? { ...outcome.problem, place: 'code' }
          : outcome.problem;
      toasts.show({ type: 'positive', message: t('new.done', { name: entered.name }) });
      setTimeout(
        () =>
          void navigate({
            to: '/agency/partner/$partnerId',
            params: { partnerId: outcome.value.id },
            search: values['agency'] === undefined ? {} : { agency: values['agency'] },
          }),
      );
      return null;
    },
  });
  useReportedDirt(form.isDirty, onDirty);
  useLeaveWarning(form.isDirty);
  return (
    <form {...form.bind} className={formCss['form']} aria-label={t('new.title')}>
      <DialogBody>
        <PartnerFields form={form} />
        <FormError message={form.errorText} />
        <DialogFoot>
          {online ? null : <span>{t('offline')}</span>}
          <Button onClick={onCancel}>{t('cancel')}</Button>
          <Button submit kind="primary" busy={form.busy} disabled={!online}>
            {t('new.do')}
          </Button>
        </DialogFoot>
      </DialogBody>
    </form>
  );
}
