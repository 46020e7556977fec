import { highestLevelManagedBy } from '@yamori/domain';
import { Link, useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useInvitationApi } from './api.ts';
import { useAuthConfig } from '../../shared/registration/entry-context.tsx';
import { useOnline } from '../../shared/connection/use-online.ts';
import { Button } from '../../kit/form/button.tsx';
import { FormError } from '../../kit/form/form-error.tsx';
import { TextField } from '../../kit/form/text-field.tsx';
import { useForm } from '../../kit/form/use-form.ts';
import { useRules } from '../../kit/form/form-rules.ts';
import { ToolIcon } from '../../kit/icons/tool-icon.tsx';
import { toActor } from '../../shared/viewer/viewer-actor.ts';
import { useViewer } from '../../shared/viewer/viewer-context.tsx';
import { InvitationsPage } from './invitations/invitations-page.tsx';
import { RegistrationPage } from './registration-page.tsx';
import css from './registration.module.css';
import { runForProblem } from './use-registration.ts';

const CODE_CHARACTERS = 16;

/** The start page for invited people, and the invitation page for managers. */
export function RegisterScreen() {
  const actor = toActor(useViewer());
  if (actor === null) return <EnterCode />;
  // A member stays in the layout of the product.
  return highestLevelManagedBy(actor) === null ? (
    <div className={css['inFrame']}>
      <EnterCode />
    </div>
  ) : (
    <InvitationsPage actor={actor} />
  );
}

function EnterCode() {
  const { t } = useTranslation('registration');
  const rules = useRules();
  const { view } = useInvitationApi();
  const navigate = useNavigate();
  const online = useOnline();
  const form = useForm({
    initial: { code: '' },
    rules: {
      code: [
        rules.required,
        (code) =>
          code.replaceAll(/[^0-9a-z]/gi, '').length === CODE_CHARACTERS || t('register.codeWrong'),
      ],
    },
    submit: ({ code }) =>
      runForProblem(async () => {
        const typed = code.trim().toUpperCase();
        const { kind, domainId } = await view(typed, null);
        await (kind === 'organisation' || domainId === null
          ? navigate({ to: '/registerdomain', hash: typed })
          : navigate({ to: '/registerUser/$domainId', params: { domainId }, hash: typed }));
      }),
  });
  return (
    <RegistrationPage title={t('register.title')} lead={t('register.lead')}>
      <form className={css['form']} {...form.bind}>
        <div className={css['code']}>
          <TextField
            label={t('register.code')}
            hint={t('register.codeHint')}
            inputMode="text"
            required
            {...form.field('code')}
          />
        </div>
        <FormError message={form.errorText} />
        <Button submit kind="primary" busy={form.busy} disabled={!online}>
          {form.busy ? t('register.opening') : t('register.open')}
        </Button>
      </form>
      <OtherMethods />
    </RegistrationPage>
  );
}

function OtherMethods() {
  const { t } = useTranslation('registration');
  const { waysIn } = useAuthConfig();
  const { user } = useViewer();
  const options = [
    ...(waysIn.registerDomain ? [{ to: '/registerdomain', word: 'domain' } as const] : []),
    ...(waysIn.signUp && user === null ? [{ to: '/signup', word: 'signup' } as const] : []),
    ...(waysIn.anonymous && user === null
      ? [{ to: '/anonymous', word: 'anonymous' } as const]
      : []),
  ];
  return (
    <>
      {options.length === 0 ? null : (
        <ul className={css['choices']} aria-label={t('register.others')}>
          {options.map(({ to, word }) => (
            <li key={word}>
              <Link to={to}>
                <span>{t(`register.${word}`)}</span>
                <small>{t(`register.${word}Why`)}</small>
                <ToolIcon name="right" size={18} />
              </Link>
            </li>
          ))}
        </ul>
      )}
      <p className={css['foot']}>
        {user === null ? (
          <Link to="/login">{t('toLogin')}</Link>
        ) : (
          <Link to="/">{t('toHome')}</Link>
        )}
      </p>
    </>
  );
}
