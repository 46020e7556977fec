import { accessLevelName, ACCESS_LEVEL_WORDS } from '@yamori/domain';
import { Link, useRouteContext, type AsyncRouteComponent, type RouteComponent } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { TroubleState } from '../../ui/pages/page-state.tsx';
import { useViewer } from '../../ui/viewer/viewer-context.tsx';

/** The screen where its guards allow it, else the page that says why not; the screen's code is then never loaded. */
export function RefusedScreen(Screen: AsyncRouteComponent<object>): RouteComponent {
  function GuardedScreen() {
    const { refused }: { refused?: boolean } = useRouteContext({ strict: false });
    return refused === true ? <RefusedPage /> : <Screen />;
  }
  return GuardedScreen;
}

export function RefusedPage() {
  const { t, i18n } = useTranslation('pages');
  const { user } = useViewer();
  const name = accessLevelName(user?.accessLevel ?? 0) ?? 'requestMfa';
  const level = ACCESS_LEVEL_WORDS[i18n.language === 'en' ? 'en' : 'ja'][name];
  return <TroubleState title={t('refused')} why={t('refusedWhy', { level })} icon="info" next={<Link to="/">{t('goHome')}</Link>} />;
}
