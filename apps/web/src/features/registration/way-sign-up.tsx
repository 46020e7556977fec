import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useAuthConfig } from '../../shared/registration/entry-context.tsx';
import { wayFlow, useWayName } from '../../shared/sign-in-providers/way-name.ts';
import { useWayLauncher } from '../../shared/sign-in-providers/ways-context.tsx';
import { useUrlParams } from '../../kit/url-state/use-url-params.ts';
import { useOnline } from '../../shared/connection/use-online.ts';
import { Button } from '../../kit/form/button.tsx';
import { WayIcon } from '../../shared/sign-in-providers/way-icon.tsx';
import { WayNotice } from '../../shared/sign-in-providers/way-notice.tsx';
import css from './registration.module.css';

/** Signs up with LINE or Google: the first sign-in creates an account, if sign-up is open. */
export function WaySignUp({ beside }: { readonly beside: boolean }) {
  const { t } = useTranslation('registration');
  const { waysIn, refresh } = useAuthConfig();
  const [{ flow }] = useUrlParams();
  const online = useOnline();
  const getName = useWayName();
  const navigate = useNavigate();
  const [attempt, launcher] = useWayLauncher(
    () => void refresh().then(() => navigate({ href: '/', replace: true })),
  );
  const ways = (['line', 'google'] as const).filter((way) => waysIn[way]);
  if (ways.length === 0) return null;
  const request = { intent: 'signIn', next: '/' } as const;
  return (
    <div className={css['ways']}>
      {beside ? (
        <p className={css['or']}>
          <span>{t('signup.withWay')}</span>
        </p>
      ) : null}
      {ways.map((way) => (
        <Button
          key={way}
          disabled={!online || ['starting', 'leaving', 'done'].includes(attempt.kind)}
          onClick={() =>
            void launcher.start(way, { ...request, flow: wayFlow(flow, globalThis.window) })
          }
        >
          <WayIcon way={way} />
          {t('signup.byWay', { way: getName(way) })}
        </Button>
      ))}
      <WayNotice attempt={attempt} launcher={launcher} request={request} />
    </div>
  );
}
