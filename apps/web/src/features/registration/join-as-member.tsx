import type { InvitationView } from '@yamori/domain';
import { useTranslation } from 'react-i18next';
import { useEnterApi } from './api.ts';
import { useOnline } from '../../shared/connection/use-online.ts';
import { Button } from '../../kit/form/button.tsx';
import { FormError } from '../../kit/form/form-error.tsx';
import { useForm } from '../../kit/form/use-form.ts';
import css from './registration.module.css';

/** A signed-in member joins with their account. */
export function JoinAsMember({
  domainId,
  code,
  onJoined,
  name,
}: Joining & { readonly name: string }) {
  const { t } = useTranslation('registration');
  const { acceptInvitation } = useEnterApi();
  const online = useOnline();
  const form = useForm({
    initial: {},
    submit: async () => {
      const entry = await acceptInvitation(code, domainId, { kind: 'signedIn' });
      if (entry.kind === 'refused') return entry.problem;
      await onJoined();
      return null;
    },
  });
  return (
    <form className={css['form']} {...form.bind}>
      <p>{t('invitation.asMember', { name })}</p>
      <FormError message={form.errorText} />
      <Button submit kind="primary" busy={form.busy} disabled={!online}>
        {form.busy ? t('invitation.submitting') : t('invitation.submit')}
      </Button>
      <p className={css['lead']}>{t('invitation.notYou')}</p>
    </form>
  );
}

/** The parameters of accepting an invitation, for all kinds of visitors. */
export type Joining = {
  readonly invitation: InvitationView;
  readonly domainId: string;
  readonly code: string;
  /** The proof of an address from the invitation's mail; empty without one. */
  readonly proof: string;
  /** Opens the organisation with a welcome message. */
  readonly onJoined: () => Promise<void>;
  /**
   * The provider that was chosen before the account existed; the page for guests continues with it.
   */
  readonly wantedMethod: string | null;
  readonly onWant: (method: string | null) => void;
};
