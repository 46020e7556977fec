import { type Actor, type FactorReset, type GivenPassword, type MemberEntry } from '@yamori/domain';
import { useTranslation } from 'react-i18next';
import { useMemberApi } from '../api.ts';
import { attempt } from '../../../call-outcome.ts';
import { useDocuments } from '../../../live/documents/documents-context.tsx';
import { useDialogs } from '../../../kit/dialog/dialogs-context.tsx';
import { useToasts } from '../../../kit/toast/toasts-view.tsx';
import { useProblemMessage } from '../../../kit/pages/use-problem-message.ts';
import { useOrganisations } from '../../../shared/organisations/use-organisations.ts';
import {
  ChoosePasswordDelivery,
  GivenPasswordBody,
  type PasswordDelivery,
} from './given-password.tsx';
import { MemberStatusForm } from './member-status-form.tsx';
import { useOrganisationActions } from '../organisation-actions.ts';

type Security = NonNullable<MemberEntry['security']>;

type MemberActions = {
  readonly changeStanding: (actor: Actor, member: MemberEntry, domainId: string) => Promise<void>;
  readonly givePassword: (member: MemberEntry, security: Security) => Promise<void>;
  readonly resetFactors: (member: MemberEntry, security: Security) => Promise<void>;
};

/**
 * Actions for a member who cannot sign in. Each explains itself first, and the server may require a
 * fresh confirmation of identity.
 */
export function useMemberActions(onChanged: () => void): MemberActions {
  const { t, i18n } = useTranslation('staff');
  const { act } = useOrganisationActions();
  const { givePassword, resetFactors } = useMemberApi();
  const language = i18n.language === 'en' ? 'en' : 'ja';
  const dialogs = useDialogs();
  const toasts = useToasts();
  const formatProblem = useProblemMessage();
  const documents = useDocuments();
  const organisations = useOrganisations();

  const done = async <Value,>(call: () => Promise<Value>): Promise<Value | null> => {
    const outcome = await act(call);
    if (outcome.kind === 'refused')
      toasts.show({ type: 'negative', message: formatProblem(outcome.problem) });
    if (outcome.kind !== 'done') return null;
    onChanged();
    return outcome.value;
  };

  return {
    changeStanding: async (actor, member, domainId) => {
      const saved = await dialogs.open<boolean>(
        {
          title: t('standing.title', { name: member.name }),
          size: 'small',
          closesOnOutsideClick: false,
        },
        false,
        (answer) => (
          <MemberStatusForm
            actor={actor}
            member={member}
            domainId={domainId}
            organisations={organisations}
            onSaved={() => answer(true)}
            onCancel={() => answer(false)}
            save={async ({ accessLevel, state, domainId: next }, rootDomainId) => {
              const outcome = await attempt(() =>
                documents.doc(`staff/${member.userId}`).update({
                  ...(accessLevel === undefined ? {} : { accessLevel: Number(accessLevel) }),
                  ...(state === undefined ? {} : { state }),
                  ...(next === undefined ? {} : { domainId: next, rootDomainId }),
                }),
              );
              return outcome.kind === 'refused' ? outcome.problem : null;
            }}
          />
        ),
      );
      if (!saved) return;
      toasts.show({ type: 'positive', message: t('standing.saved', { name: member.name }) });
      onChanged();
    },
    givePassword: async (member, { mailable, isPeer }) => {
      const title = t('password.title', { name: member.name });
      const delivery = await dialogs.open<PasswordDelivery | null>(
        { title, size: 'small', kind: 'danger' },
        null,
        (answer) => (
          <ChoosePasswordDelivery
            member={member}
            mailable={mailable}
            isPeer={isPeer}
            onAnswer={answer}
          />
        ),
      );
      if (delivery === null) return;
      const given: GivenPassword | null = await done(() =>
        givePassword(member.userId, delivery, language),
      );
      if (given === null) return;
      if (given.awaits)
        return void toasts.show({
          type: 'info',
          message: t('awaits', { name: member.name }),
        });
      const { token } = given;
      if (token === null)
        toasts.show({
          type: 'positive',
          message: t('password.mailed', { name: member.name }),
        });
      else
        await dialogs.open<void>({ title, size: 'medium' }, undefined, (answer) => (
          <GivenPasswordBody token={token} expiresAt={given.expiresAt} onClose={() => answer()} />
        ));
    },
    resetFactors: async (member, { mailable, isPeer }) => {
      const { name } = member;
      const why = isPeer ? t(mailable ? 'reset.peerMail' : 'reset.peerTwo') : t('reset.why');
      if (
        !(await dialogs.confirm({
          title: t('reset.title', { name }),
          message: why,
          ok: t(isPeer && !mailable ? 'reset.ask' : 'reset.of'),
          kind: 'danger',
        }))
      )
        return;
      const reset: FactorReset | null = await done(() => resetFactors(member.userId, language));
      if (reset === null) return;
      if (reset.outcome === 'awaits') toasts.show({ type: 'info', message: t('awaits', { name }) });
      else
        toasts.show({
          type: 'positive',
          message: t(reset.outcome === 'mailed' ? 'reset.mailed' : 'reset.done', { name }),
        });
    },
  };
}
