import { prefetchesNights } from '@yamori/domain';
import { Outlet, useLocation } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../features/sign-in/session-context.tsx';
import { RegionBoundary } from '../../kit/pages/region-boundary.tsx';
import { RoomsNeedingAttentionProvider } from '../../shared/room-state/rooms-needing-attention.tsx';
import { AlarmBanner } from '../alarms/alarm-banner.tsx';
import { AlarmsProvider } from '../alarms/alarms-provider.tsx';
import { BrowserNoticesProvider } from '../alarms/browser-notices-provider.tsx';
import { ImportsProvider } from '../imports-provider.tsx';
import { LiveProvider } from '../live/live-provider.tsx';
import { BottomBar } from './bottom-bar.tsx';
import css from './main-layout.module.css';
import { NightPrefetch } from './night-prefetch.tsx';
import { PageDialogs } from './page-dialogs.tsx';
import { PageLoading } from './page-loading.tsx';
import { Rail } from './rail.tsx';
import { useMemberLanguage } from './use-member-language.ts';
import { Shortcuts } from './shortcuts.tsx';
import { TopBar } from './top-bar.tsx';
import { useUsage } from '../usage/use-usage.ts';
import { useAlarmReports } from '../notices/alarm-reports.ts';
import { OutboxNotices } from '../notices/outbox-notices.tsx';

/**
 * The frame of every screen behind sign-in: rail, bar, accident banner below the bar, and the page
 * that scrolls.
 */
export function MainLayout() {
  const { t } = useTranslation('frame');
  const [state, session] = useSession();
  const path = useLocation({ select: (location) => location.pathname });
  useMemberLanguage();
  // Between sign-out and the redirect after it there is no user for the frame.
  if (state.kind === 'signedOut') return null;
  return (
    <LiveProvider
      key={state.user.uid}
      memberId={state.user.uid}
      keepsNights={prefetchesNights(state.user)}
      onDoubt={session.refresh}
    >
      <ImportsProvider memberId={state.user.uid}>
        <RoomsNeedingAttentionProvider>
          <AlarmsProvider>
            <BrowserNoticesProvider>
              <PageLoading>
                <PageDialogs>
                  <FrameNotices />
                  <NightPrefetch />
                  <div className={css['frame']}>
                    <a className={css['skip']} href="#page">
                      {t('skip')}
                    </a>
                    <div className={css['rail']}>
                      <RegionBoundary compact>
                        <Rail />
                      </RegionBoundary>
                    </div>
                    <div className={css['bar']}>
                      <RegionBoundary compact>
                        <TopBar />
                      </RegionBoundary>
                    </div>
                    <div className={css['banner']} ref={tellBannerHeight}>
                      <RegionBoundary compact>
                        <AlarmBanner />
                      </RegionBoundary>
                    </div>
                    <main className={css['page']} id="page" tabIndex={0}>
                      <RegionBoundary key={path}>
                        <Outlet />
                      </RegionBoundary>
                    </main>
                    <div className={css['bottom']}>
                      <BottomBar />
                    </div>
                  </div>
                </PageDialogs>
              </PageLoading>
            </BrowserNoticesProvider>
          </AlarmsProvider>
        </RoomsNeedingAttentionProvider>
      </ImportsProvider>
    </LiveProvider>
  );
}

/** Runs the hooks of every screen: alarms, write queue, keyboard, usage. Renders nothing. */
function FrameNotices() {
  useAlarmReports();
  useUsage();
  return (
    <>
      <OutboxNotices />
      <Shortcuts />
    </>
  );
}

const NAME = '--banner-height';

/**
 * Exposes the height of the alarm banner to the page, so that transient notifications are placed
 * below it. A ref of the banner.
 */
export function tellBannerHeight(place: HTMLElement | null): (() => void) | undefined {
  if (place === null) return undefined;
  const page = document.documentElement;
  const observer = new ResizeObserver(() =>
    page.style.setProperty(NAME, `${place.offsetHeight}px`),
  );
  observer.observe(place);
  return () => {
    observer.disconnect();
    page.style.removeProperty(NAME);
  };
}
