import { SIGN_IN_PATHS } from '@yamori/domain';
import { useTranslation } from 'react-i18next';
import { passkeysHere } from '../../api/passkey.ts';
import { Button } from '../../kit/form/button.tsx';
import { ToolIcon } from '../../kit/icons/tool-icon.tsx';
import { useSession, type Session, type SignInOutcome } from './session-context.tsx';

const BY_ITSELF = {
  request: SIGN_IN_PATHS.passkeyRequest,
  answer: SIGN_IN_PATHS.signInByPasskey,
  body: (assertion: object) => ({ assertion }),
};

type PasskeyButtonProps = {
  readonly disabled: boolean;
  readonly onEnter: (signIn: (session: Session) => Promise<SignInOutcome>) => void;
};

/** Signs in with a passkey alone; shown if the server and this browser support it. */
export function PasskeyButton({ disabled, onEnter }: PasskeyButtonProps) {
  const { t } = useTranslation('session');
  const [state] = useSession();
  if (!state.waysIn.passkey || !passkeysHere(globalThis.window)) return null;
  return (
    <Button
      disabled={disabled}
      onClick={() => onEnter((session) => session.enterByPasskey(BY_ITSELF))}
    >
      <ToolIcon name="key" size={18} />
      {t('passkey')}
    </Button>
  );
}
