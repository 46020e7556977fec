import type { GivenPassword, MemberEntry } from '@yamori/domain';
import { useTranslation } from 'react-i18next';
import { useDialogs } from '../../ui/dialogs/dialogs-context.tsx';
import { useNotifications } from '../../ui/notifications/notifications-view.tsx';
import { useProblemWords } from '../../ui/pages/problem-words.ts';
import { ChoosePasswordWay, GivenPasswordBody, type PasswordWay } from './given-password.tsx';
import { useStaffSide } from './staff-context.ts';

export type MemberActs = {
  readonly givePassword: (member: MemberEntry, mailable: boolean) => Promise<void>;
  readonly resetFactors: (member: MemberEntry) => Promise<void>;
};

/** What may be done for a member who cannot come in: each says first what it does, and the server may ask who does it. */
export function useMemberActs(onChanged: () => void): MemberActs {
  const { t, i18n } = useTranslation('staff');
  const { client, act } = useStaffSide();
  const dialogs = useDialogs();
  const notifications = useNotifications();
  const words = useProblemWords();

  const done = async <Value,>(call: () => Promise<Value>): Promise<Value | null> => {
    const outcome = await act(call);
    if (outcome.kind === 'refused') notifications.show({ type: 'negative', message: words(outcome.problem) });
    if (outcome.kind !== 'done') return null;
    onChanged();
    return outcome.value;
  };

  return {
    givePassword: async (member, mailable) => {
      const title = t('password.title', { name: member.name });
      const way = await dialogs.open<PasswordWay | null>({ title, size: 'small', kind: 'danger' }, null, (answer) => <ChoosePasswordWay member={member} mailable={mailable} onAnswer={answer} />);
      if (way === null) return;
      const given: GivenPassword | null = await done(() => client.givePassword(member.userId, way, i18n.language === 'en' ? 'en' : 'ja'));
      if (given === null) return;
      const { token } = given;
      if (token === null) notifications.show({ type: 'positive', message: t('password.mailed', { name: member.name }) });
      else await dialogs.open<void>({ title, size: 'medium' }, undefined, (answer) => <GivenPasswordBody token={token} expiresAt={given.expiresAt} onClose={() => answer()} />);
    },
    resetFactors: async (member) => {
      const { name } = member;
      if (!(await dialogs.confirm({ title: t('reset.title', { name }), message: t('reset.why'), ok: t('reset.of'), kind: 'danger' }))) return;
      const reset = await done(async () => { await client.resetFactors(member.userId); return true; });
      if (reset === true) notifications.show({ type: 'positive', message: t('reset.done', { name }) });
    },
  };
}
