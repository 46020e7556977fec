import { useTranslation } from 'react-i18next';
import { useAccountApi } from '../api.ts';
import { makePasskey } from '../../../api/passkey.ts';
import { DialogBody, DialogFoot } from '../../../kit/dialog/dialog-parts.tsx';
import { useDialogs } from '../../../kit/dialog/dialogs-context.tsx';
import { Button } from '../../../kit/form/button.tsx';
import { type ActOutcome, useAct } from '../confirm/use-act.tsx';
import { useDeviceWords } from '../use-user-agent-formatter.ts';
import { BackupCodeList } from './backup-code-list.tsx';
import { TotpEnrolment } from './totp-enrolment.tsx';

/** Backup codes of a first factor, or null if there were some already. */
export type Added = ActOutcome<readonly string[] | null>;

type Enrolment = {
  readonly addApp: () => Promise<Added>;
  readonly addPasskey: () => Promise<Added>;
  /** Shows the codes until the user says that they are saved. */
  readonly showCodes: (codes: readonly string[]) => Promise<void>;
};

/** Dialogs to set up a second factor. */
export function useEnrolment(): Enrolment {
  const { t } = useTranslation('account');
  const account = useAccountApi();
  const dialogs = useDialogs();
  const act = useAct();
  const formatDevice = useDeviceWords();

  const addApp = async (): Promise<Added> => {
    const begun = await act(account.beginTotp);
    if (begun.kind !== 'done') return begun;
    return dialogs.open<Added>(
      { title: t('totp.title'), size: 'medium' },
      { kind: 'cancelled' },
      (answer) => (
        <TotpEnrolment
          app={begun.value}
          onAdded={(value) => answer({ kind: 'done', value })}
          onCancel={() => answer({ kind: 'cancelled' })}
        />
      ),
    );
  };
  const addPasskey = async (): Promise<Added> => {
    const options = await act(account.passkeyCreation);
    if (options.kind !== 'done') return options;
    const made = await act(() => makePasskey(options.value));
    if (made.kind !== 'done') return made;
    const { value: attestation } = made;
    if (attestation === null) return { kind: 'cancelled' };
    return act(() => account.addPasskey({ name: formatDevice(navigator.userAgent), attestation }));
  };
  // They are shown only once: Escape or the close button alone do not discard them.
  const mayClose = (): Promise<boolean> =>
    dialogs.confirm({
      title: t('codes.leaveTitle'),
      message: t('codes.leaveWhy'),
      ok: t('codes.leave'),
      cancel: t('codes.leaveNot'),
      kind: 'danger',
    });
  const showCodes = (codes: readonly string[]): Promise<void> =>
    dialogs.open<void>(
      { title: t('codes.title'), size: 'medium', mayClose },
      undefined,
      (answer) => (
        <DialogBody>
          <BackupCodeList codes={codes} />
          <DialogFoot>
            <Button kind="primary" onClick={() => answer()}>
              {t('codes.kept')}
            </Button>
          </DialogFoot>
        </DialogBody>
      ),
    );
  return { addApp, addPasskey, showCodes };
}
