import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { wayFlow, useWayName } from '../../shared/sign-in-providers/way-name.ts';
import { useWayLauncher } from '../../shared/sign-in-providers/ways-context.tsx';
import { useUrlParams } from '../../kit/url-state/use-url-params.ts';
import { useOnline } from '../../shared/connection/use-online.ts';
import { Button } from '../../kit/form/button.tsx';
import { WayIcon } from '../../shared/sign-in-providers/way-icon.tsx';
import { WayNotice } from '../../shared/sign-in-providers/way-notice.tsx';
import { useEntrance } from './entrance.ts';
import { useSession } from './session-context.tsx';
import css from './ways.module.css';

/** The provider buttons below the password form; only for installations with providers. */
export function WaysIn({ next }: { readonly next: string }) {
  const { t } = useTranslation('federation');
  const [{ waysIn }] = useSession();
  const ways = (['line', 'google'] as const).filter((way) => waysIn[way]);
  return (
    <div className={css['ways']}>
      <p className={css['or']}>
        <span>{t('or')}</span>
      </p>
      <WayButtons ways={ways} next={next}>
        {waysIn.saml ? (
          <Link to="/sso" search={next === '/' ? {} : { next }} className={css['way']}>
            <WayIcon way="saml" />
            {t('organisation')}
          </Link>
        ) : null}
      </WayButtons>
    </div>
  );
}

type WayButtonsProps = {
  readonly ways: readonly string[];
  readonly next: string;
  readonly names?: Readonly<Record<string, string>>;
  readonly primary?: boolean;
  /** Between the buttons and the message about an attempt. */
  readonly children?: ReactNode;
};

/**
 * A button for each provider, and the state of an attempt below them. `?flow=` in the address
 * chooses between a popup and this window.
 */
export function WayButtons({ ways, next, names = {}, primary = false, children }: WayButtonsProps) {
  const { t } = useTranslation('federation');
  const [{ flow }] = useUrlParams();
  const online = useOnline();
  const getName = useWayName();
  const [, enter] = useEntrance(next);
  // The popup has set the session's cookies: reload the session and continue.
  const [attempt, launcher] = useWayLauncher(
    () =>
      void enter(async (session) => {
        await session.refresh();
        return { kind: 'done' };
      }),
  );
  const busy = ['starting', 'leaving', 'done'].includes(attempt.kind);
  const request = { intent: 'signIn', next } as const;
  return (
    <>
      {ways.map((way) => (
        <Button
          key={way}
          kind={primary ? 'primary' : 'plain'}
          disabled={!online || busy}
          onClick={() =>
            void launcher.start(way, { ...request, flow: wayFlow(flow, globalThis.window) })
          }
        >
          <WayIcon way={way} />
          {t('signInWith', { way: getName(way, names[way]) })}
        </Button>
      ))}
      {children}
      <WayNotice attempt={attempt} launcher={launcher} request={request} />
    </>
  );
}
