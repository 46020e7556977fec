import type { i18n } from 'i18next';
import type { ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { I18nextProvider } from 'react-i18next';
import { changeLanguage, startTranslation } from '../../locales/translation.ts';
import { createClock } from '../clock/clock.ts';
import { ClockProvider } from '../clock/clock-context.tsx';
import { createDialogs, type Dialogs } from '../dialog/dialog-store.ts';
import { DialogsProvider } from '../dialog/dialogs-context.tsx';
import { createLoading, type Loading } from '../loading/loading-store.ts';
import { LoadingProvider } from '../loading/loading-overlay.tsx';
import { createToasts, type Toasts } from '../toast/toast-store.ts';
import { ToastsProvider } from '../toast/toasts-view.tsx';
import { createPreferences, type Preferences } from '../theme/preferences.ts';
import { PreferencesProvider, ThemeProvider } from '../theme/preferences-context.tsx';
import '../theme/tokens.css';
import '../theme/base.css';

export type UiFixture = {
  readonly place: HTMLElement;
  readonly translation: i18n;
  readonly preferences: Preferences;
  readonly toasts: Toasts;
  readonly dialogs: Dialogs;
  readonly loading: Loading;
  /** Sets the clock and ticks it. */
  readonly pass: (seconds: number) => void;
  readonly end: () => void;
};

/** Renders components with all required contexts and a stopped clock. */
export async function renderUi(
  children: ReactNode,
  nowMs = 0,
  storage: Pick<Storage, 'getItem' | 'setItem'> = { getItem: () => null, setItem: () => undefined },
): Promise<UiFixture> {
  const place = document.createElement('div');
  document.body.append(place);
  const root = createRoot(place);
  const translation = await startTranslation('ja');
  const preferences = createPreferences(storage);
  const stopSpeaking = preferences.subscribe(
    () => void changeLanguage(translation, preferences.current().language),
  );
  const toasts = createToasts();
  const dialogs = createDialogs();
  const loading = createLoading();
  const time = { nowMs, tick: () => undefined as void };
  const clock = createClock(
    () => time.nowMs,
    (run) => {
      time.tick = run;
      return () => undefined;
    },
  );
  root.render(
    <I18nextProvider i18n={translation}>
      <PreferencesProvider preferences={preferences}>
        <ThemeProvider>
          <ToastsProvider toasts={toasts}>
            <LoadingProvider loading={loading}>
              <ClockProvider clock={clock}>
                <DialogsProvider dialogs={dialogs}>{children}</DialogsProvider>
              </ClockProvider>
            </LoadingProvider>
          </ToastsProvider>
        </ThemeProvider>
      </PreferencesProvider>
    </I18nextProvider>,
  );
  return {
    place,
    translation,
    preferences,
    toasts,
    dialogs,
    loading,
    pass(seconds) {
      time.nowMs += seconds * 1000;
      time.tick();
    },
    end() {
      stopSpeaking();
      root.unmount();
      place.remove();
    },
  };
}
