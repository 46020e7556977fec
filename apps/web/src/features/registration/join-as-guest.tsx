import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useAuthConfig } from '../../shared/registration/entry-context.tsx';
import { keepSecret } from '../../shared/registration/kept-secret.ts';
import { wayFlow, useWayName } from '../../shared/sign-in-providers/way-name.ts';
import { useWayLauncher } from '../../shared/sign-in-providers/ways-context.tsx';
import { useUrlParams } from '../../kit/url-state/use-url-params.ts';
import { useOnline } from '../../shared/connection/use-online.ts';
import { Button } from '../../kit/form/button.tsx';
import { useViewer } from '../../shared/viewer/viewer-context.tsx';
import { WayIcon } from '../../shared/sign-in-providers/way-icon.tsx';
import { WayNotice } from '../../shared/sign-in-providers/way-notice.tsx';
import type { Joining } from './join-as-member.tsx';
import css from './registration.module.css';

/**
 * A guest whose account was created for this invitation cannot sign in again yet. Linking LINE or
 * Google, in a popup or in this window, makes them a member like any other, and they join.
 */
export function JoinAsGuest({ invitation, domainId, code, wantedWay, onWant }: Joining) {
  const { t } = useTranslation('registration');
  const { waysIn, refresh } = useAuthConfig();
  const { user } = useViewer();
  const [{ flow }] = useUrlParams();
  const online = useOnline();
  const getName = useWayName();
  const [attempt, launcher] = useWayLauncher(() => void refresh());
  const ways = (['line', 'google'] as const).filter(
    (way) => waysIn[way] && invitation.ways.includes(way),
  );
  const request = {
    intent: 'link',
    next: `/registerUser/${encodeURIComponent(domainId)}`,
  } as const;
  const start = (way: string): void => {
    // The provider's page may replace this one, and the code must not be in the request.
    keepSecret(request.next, code);
    void launcher.start(way, { ...request, flow: wayFlow(flow, globalThis.window) });
  };
  // The button that created this account also chose a provider. The flow starts here, because that
  // button no longer exists.
  useEffect(() => {
    if (wantedWay === null) return;
    onWant(null);
    start(wantedWay);
    // oxlint-disable-next-line react/exhaustive-deps -- runs once, for the pressed button
  }, []);
  return (
    <div className={css['form']}>
      <p>{t('invitation.asMember', { name: user?.displayName ?? '' })}</p>
      <div className={css['ways']}>
        {ways.map((way) => (
          <Button
            key={way}
            kind="primary"
            disabled={!online || ['starting', 'leaving', 'done'].includes(attempt.kind)}
            onClick={() => start(way)}
          >
            <WayIcon way={way} />
            {t('invitation.withWay', { way: getName(way) })}
          </Button>
        ))}
        <WayNotice attempt={attempt} launcher={launcher} request={request} />
      </div>
      <p className={css['lead']}>{t('invitation.notYou')}</p>
    </div>
  );
}
