import { HandleauthScreen } from '../../features/sign-in/handleauth-screen.tsx';
import {
  ChangeEmailScreen,
  ForgottenScreen,
  ResetPasswordScreen,
} from '../../features/registration/mailed-link-screens.tsx';
import { useUrlParams } from '../../kit/url-state/use-url-params.ts';

/**
 * One address of the specification with two uses: where providers send people back, and where
 * mailed links lead (`?mode=`).
 */
export function HandleauthPage() {
  const [{ mode }] = useUrlParams();
  switch (mode) {
    case 'forgotten':
      return <ForgottenScreen />;
    case 'resetPassword':
      return <ResetPasswordScreen />;
    case 'changeEmail':
      return <ChangeEmailScreen />;
    case undefined:
    default:
      return <HandleauthScreen />;
  }
}
