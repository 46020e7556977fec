import { useLocation } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useWayLauncher } from '../../../shared/sign-in-providers/ways-context.tsx';
import { wayFlow } from '../../../shared/sign-in-providers/way-name.ts';
import { useUrlParams } from '../../../kit/url-state/use-url-params.ts';
import { Button } from '../../../kit/form/button.tsx';
import { useViewer } from '../../../shared/viewer/viewer-context.tsx';
import { WayIcon } from '../../../shared/sign-in-providers/way-icon.tsx';
import { WayNotice } from '../../../shared/sign-in-providers/way-notice.tsx';
import { useLinkedWayName } from '../use-linked-way-name.ts';
import css from './confirm.module.css';

/** The linked providers with which a user without a password can confirm their identity. */
export function useConfirmingWays(): readonly string[] {
  const { user } = useViewer();
  return (user?.loginProviders ?? [])
    .map(({ provider }) => provider)
    .filter((provider) => provider !== 'email');
}

/**
 * A button for each provider. With a popup this page waits; otherwise the provider returns to it,
 * and the action starts again.
 */
export function ConfirmByWays({
  ways,
  onShown,
}: {
  readonly ways: readonly string[];
  readonly onShown: () => void;
}) {
  const { t } = useTranslation('federation');
  const getName = useLinkedWayName();
  const [{ flow }] = useUrlParams();
  const next = useLocation({ select: ({ href }) => href });
  const [attempt, launcher] = useWayLauncher(onShown);
  const request = { intent: 'confirm', next } as const;
  return (
    <div className={css['ways']}>
      {ways.map((way) => (
        <Button
          key={way}
          disabled={attempt.kind === 'starting' || attempt.kind === 'leaving'}
          onClick={() =>
            void launcher.start(way, { ...request, flow: wayFlow(flow, globalThis.window) })
          }
        >
          <WayIcon way={way} size={18} />
          {t('account.confirmWith', { way: getName(way) })}
        </Button>
      ))}
      <WayNotice attempt={attempt} launcher={launcher} request={request} />
    </div>
  );
}
