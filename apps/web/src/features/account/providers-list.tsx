import type { UserInfo } from '@yamori/domain';
import { useTranslation } from 'react-i18next';
import { useSignInProviders } from '../../shared/sign-in-providers/sign-in-providers-context.tsx';
import { useOnline } from '../../shared/connection/use-online.ts';
import { Button } from '../../kit/form/button.tsx';
import { FormError } from '../../kit/form/form-error.tsx';
import { ToolIcon } from '../../kit/icons/tool-icon.tsx';
import { useProblemMessage } from '../../kit/pages/use-problem-message.ts';
import { SignInMethodIcon } from '../../shared/sign-in-providers/sign-in-method-icon.tsx';
import { SignInNotice } from '../../shared/sign-in-providers/sign-in-notice.tsx';
import { providerRows, type ProviderRow } from './provider-rows.ts';
import css from './providers.module.css';
import { useLinkedMethodName, useOrganisationProviderName } from './use-linked-method-name.ts';
import { useProviders, type ProviderActions } from './use-providers.tsx';
import { useViewer } from '../../shared/viewer/viewer-context.tsx';
import { PageSection } from '../../kit/pages/page-section.tsx';

type ProvidersListProps = {
  readonly user: UserInfo;
  /** The return address of a flow that leaves this page. */
  readonly next: string;
};

/** Every sign-in method, whether it is linked, and its actions. The last one cannot be unlinked. */
export function ProvidersList({ user, next }: ProvidersListProps) {
  const { t } = useTranslation('federation');
  const { offered } = useSignInProviders();
  const actions = useProviders(user, next);
  const formatProblem = useProblemMessage();
  const { attempt, launcher, refused } = actions;
  const rows = providerRows(user, offered());
  const only = user.loginProviders.length <= 1;
  return (
    <div className={css['methods']}>
      <ul>
        {rows.map((row) => (
          <Row key={row.method ?? 'organisation'} row={row} only={only} actions={actions} />
        ))}
      </ul>
      {only && user.loginProviders.length === 1 ? (
        <p className={css['hint']}>{t('account.last')}</p>
      ) : null}
      <FormError message={refused === null ? null : formatProblem(refused)} />
      <SignInNotice attempt={attempt} launcher={launcher} request={{ intent: 'link', next }} />
    </div>
  );
}

function Row({
  row: { method, linked, current },
  only,
  actions,
}: {
  readonly row: ProviderRow;
  readonly only: boolean;
  readonly actions: ProviderActions;
}) {
  const { t } = useTranslation('federation');
  const getName = useLinkedMethodName();
  const getOrganisation = useOrganisationProviderName();
  const online = useOnline();
  const name = getName(method ?? 'saml');
  const busy =
    actions.busy || actions.attempt.kind === 'starting' || actions.attempt.kind === 'leaving';
  return (
    <li data-linked={linked}>
      <SignInMethodIcon method={method ?? 'saml'} />
      <span>
        {name}
        {method?.startsWith('saml.') === true && getOrganisation(method) === undefined ? (
          <small>{method.slice('saml.'.length)}</small>
        ) : null}
      </span>
      <em>
        {linked ? <ToolIcon name="check" size={16} /> : null}
        {t(current ? 'account.current' : linked ? 'account.linked' : 'account.notLinked')}
      </em>
      {linked ? (
        <Button
          disabled={only || busy || !online}
          label={t('account.unlinkMethod', { method: name })}
          onClick={() => actions.unlink(method ?? '')}
        >
          {t('account.unlink')}
        </Button>
      ) : (
        <Button
          disabled={busy || !online}
          label={t('account.linkMethod', { method: name })}
          onClick={() => actions.link(method)}
        >
          {t('account.link')}
        </Button>
      )}
    </li>
  );
}

/** The linked and available sign-in methods of this account. */
export function ProvidersSection() {
  const { t } = useTranslation('federation');
  const { user } = useViewer();
  if (user === null) return null;
  return (
    <PageSection title={t('account.title')} lead={t('account.lead')}>
      <ProvidersList user={user} next="/account-info" />
    </PageSection>
  );
}
