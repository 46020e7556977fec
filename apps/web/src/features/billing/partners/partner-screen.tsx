import { PARTNER_STATES } from '@yamori/domain';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { useState, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { attempt } from '../../../call-outcome.ts';
import { useDocuments } from '../../../live/documents/documents-context.tsx';
import { useUrlParams } from '../../../kit/url-state/use-url-params.ts';
import { useAgency } from '../../../shared/agency/agency-context.tsx';
import { useOnline } from '../../../shared/connection/use-online.ts';
import { useDialogs } from '../../../kit/dialog/dialogs-context.tsx';
import { Button } from '../../../kit/form/button.tsx';
import formCss from '../../../kit/form/form.module.css';
import { PanelFoot } from '../../../kit/form/panel-foot.tsx';
import { useConflictSaving, type ConflictSaving } from '../../../kit/form/use-conflict-save.ts';
import { useForm, type Form } from '../../../kit/form/use-form.ts';
import { useLeaveWarning } from '../../../kit/form/use-leave-warning.ts';
import { ToolIcon } from '../../../kit/icons/tool-icon.tsx';
import { ListContainer } from '../../../shared/document-list/list-container.tsx';
import { useToasts } from '../../../kit/toast/toasts-view.tsx';
import { PageSection } from '../../../kit/pages/page-section.tsx';
import { EmptyState, LoadingState, PageHeader } from '../../../kit/pages/page-state.tsx';
import { ProblemState } from '../../../kit/pages/problem-state.tsx';
import { useProblemMessage } from '../../../kit/pages/use-problem-message.ts';
import { PartnerBills, useOpenBills } from './partner-bills.tsx';
import { PartnerCustomers } from './partner-customers.tsx';
import { PartnerFields, usePartnerRules } from './partner-fields.tsx';
import {
  partnerValues,
  savePartner,
  usePartner,
  type Partner,
  type PartnerValues,
} from './partner-source.ts';
import { PartnerStateBadge } from './partner-state-badge.tsx';
import css from './partners.module.css';
import { type FormValues, isEqualValue } from '../../../kit/form/form-store.ts';

/** One partner with its customers and bills. */
export function PartnerScreen() {
  const { t } = useTranslation('partners');
  const { id } = useAgency();
  const { partnerId = '' } = useParams({ strict: false });
  const found = usePartner(id, partnerId);
  if (found.kind === 'loading') return <LoadingState />;
  if (found.kind === 'failed') return <ProblemState problem={found.problem} />;
  if (found.kind === 'gone')
    return <EmptyState title={t('detail.gone')} why={t('detail.goneWhy')} next={<BackLink />} />;
  const { partner } = found;
  return (
    <ListContainer>
      <div className={css['page']}>
        <div>
          <BackLink />
          <PageHeader
            title={partner.name}
            aside={<PartnerStateBadge state={partner.state} />}
            tools={<Remove partner={partner} />}
          />
        </div>
        <PageSection title={t('detail.facts')} lead={t('detail.lead')}>
          <DescriptionList key={partnerId} partner={partner} />
        </PageSection>
        <PageSection title={t('detail.customers')} lead={t('detail.customersLead')}>
          <PartnerCustomers partner={partner} />
        </PageSection>
        <PageSection title={t('detail.bills')} lead={t('detail.billsLead')}>
          <PartnerBills partnerId={partnerId} />
        </PageSection>
      </div>
    </ListContainer>
  );
}

function BackLink() {
  const { t } = useTranslation('partners');
  const [values] = useUrlParams();
  return (
    <Link
      to="/agency/partners"
      search={values['agency'] === undefined ? {} : { agency: values['agency'] }}
      className={css['back']}
    >
      <ToolIcon name="right" size={16} />
      {t('detail.back')}
    </Link>
  );
}

function DescriptionList({ partner }: { readonly partner: Partner }) {
  const { t } = useTranslation('partners');
  const online = useOnline();
  const documents = useDocuments();
  const { id } = useAgency();
  const toasts = useToasts();
  const [opened] = useState(() => partnerValues(partner));
  const saving = useConflictSaving<PartnerValues>({
    opened,
    save: (base, mine) =>
      savePartner(documents, `domain/${id}/partner/${partner.documentReferenceId}`, base, mine),
    words: {
      getLabel: (name) => t(`fields.${name as keyof PartnerValues}`),
      formatValue: (name, value) =>
        name === 'state'
          ? t(`states.${PARTNER_STATES.find((state) => state === value) ?? 'active'}`)
          : typeof value === 'number' || (typeof value === 'string' && value !== '')
            ? String(value)
            : t('detail.nothing'),
    },
    onSaved: ({ name }) =>
      void toasts.show({ type: 'positive', message: t('detail.saved', { name }) }),
  });
  const form = useForm<PartnerValues>({
    initial: opened,
    rules: usePartnerRules(),
    submit: async (values) => {
      const problem = await saving.save(values, (now) => void setTimeout(() => form.reset(now)));
      return problem?.code === 'document-key-taken' ? { ...problem, place: 'code' } : problem;
    },
  });
  useFollowing(form, saving, partnerValues(partner));
  useLeaveWarning(form.isDirty);
  return (
    <form {...form.bind} className={formCss['form']} aria-label={t('detail.facts')}>
      <PartnerFields form={form} />
      <PanelFoot errorText={form.errorText} note={online ? null : t('offline')}>
        <Button submit kind="primary" busy={form.busy} disabled={!online || !form.dirty}>
          {t('detail.save')}
        </Button>
      </PanelFoot>
    </form>
  );
}

function Remove({ partner: { documentReferenceId, name } }: { readonly partner: Partner }) {
  const { t } = useTranslation('partners');
  const online = useOnline();
  const dialogs = useDialogs();
  const documents = useDocuments();
  const { id } = useAgency();
  const [values] = useUrlParams();
  const navigate = useNavigate();
  const toasts = useToasts();
  const formatProblem = useProblemMessage();
  const open = useOpenBills(id, documentReferenceId);
  const remove = async (): Promise<void> => {
    if (open.length > 0) {
      const drafts = open.filter((state) => state === 'draft').length;
      return dialogs.tell({
        title: t('detail.billsOpenTitle', { name }),
        message: t('detail.billsOpen', { drafts, unpaid: open.length - drafts }),
      });
    }
    if (
      !(await dialogs.confirm({
        title: t('detail.removeTitle', { name }),
        message: t('detail.removeMessage'),
        ok: t('detail.removeDo'),
        kind: 'danger',
      }))
    )
      return;
    const outcome = await attempt(() =>
      documents.doc(`domain/${id}/partner/${documentReferenceId}`).delete(),
    );
    toasts.show(
      outcome.kind === 'refused'
        ? { type: 'negative', message: formatProblem(outcome.problem) }
        : { type: 'positive', message: t('detail.removed', { name }) },
    );
    if (outcome.kind === 'done')
      await navigate({
        to: '/agency/partners',
        search: values['agency'] === undefined ? {} : { agency: values['agency'] },
      });
  };
  return (
    <Button disabled={!online} onClick={() => void remove()}>
      {t('detail.remove')}
    </Button>
  );
}

/**
 * Shows changes by others while the form is untouched. Typed values stay; saving them asks about
 * each conflict.
 */
function useFollowing<Values extends FormValues>(
  form: Pick<Form<Values>, 'isDirty' | 'reset'>,
  save: Pick<ConflictSaving<Values>, 'follow'>,
  kept: Values,
): void {
  const seen = useRef(kept);
  const { isDirty, reset } = form;
  const { follow } = save;
  useEffect(() => {
    if (isEqualValue(seen.current, kept)) return;
    seen.current = kept;
    if (isDirty()) return;
    follow(kept);
    reset(kept);
  });
}
