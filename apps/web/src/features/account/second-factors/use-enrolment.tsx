import { accountApi } from '@yamori/domain';
import { useTranslation } from 'react-i18next';
import { useHttp } from '../../../api/http-context.ts';
import { makePasskey } from '../../../api/passkey.ts';
import { DialogBody, DialogFoot } from '../../../kit/dialog/dialog-parts.tsx';
import { useDialogs } from '../../../kit/dialog/dialogs-context.tsx';
import { Button } from '../../../kit/form/button.tsx';
import type { ActOutcome } from '../confirm/act-outcome.ts';
import { useAct } from '../confirm/use-act.tsx';
import { useDeviceWords } from '../use-device-words.ts';
import { BackupCodeList } from './backup-code-list.tsx';
import { TotpEnrolment } from './totp-enrolment.tsx';

/** Codes of a first factor, or null where there were some already. */
export type Added = ActOutcome<readonly string[] | null>;

type Enrolment = {
  readonly addApp: () => Promise<Added>;
  readonly addPasskey: () => Promise<Added>;
  /** Shows codes until they are said to be kept. */
  readonly showCodes: (codes: readonly string[]) => Promise<void>;
};

/** The ways to a second factor, in dialogs. */
export function useEnrolment(): Enrolment {
  const { t } = useTranslation('account');
  const http = useHttp();
  const dialogs = useDialogs();
  const act = useAct();
  const deviceOf = useDeviceWords();

  const addApp = async (): Promise<Added> => {
    const begun = await act(() => http.call(accountApi.beginTotp));
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
    const asked = await act(() => http.call(accountApi.passkeyCreation));
    if (asked.kind !== 'done') return asked;
    const made = await act(() => makePasskey(asked.value.options));
    if (made.kind !== 'done') return made;
    const { value: attestation } = made;
    if (attestation === null) return { kind: 'cancelled' };
    const body = { name: deviceOf(navigator.userAgent), attestation };
    return act(async () => (await http.call(accountApi.addPasskey, { body })).backupCodes);
  };
  // They are shown this once: Escape or the cross alone do not throw them away.
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
