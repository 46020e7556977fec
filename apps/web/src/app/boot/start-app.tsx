import type { ComponentProps } from 'react';
import { createRoot } from 'react-dom/client';
import { changeLanguage, startTranslation } from '../../locales/translation.ts';
import { createToasts } from '../../kit/toast/toast-store.ts';
import { watchUnsavedWork } from '../../kit/pages/unsaved-work.ts';
import { applyTheme, createPreferences } from '../../kit/theme/preferences.ts';
import { App } from '../app.tsx';
import { watchOffline } from '../notices/offline-notice.ts';
import { createOpenAlarms, OpenAlarmsContext } from '../notices/open-alarms.ts';
import { createUpdateNotice } from '../notices/update-notice.ts';
import { runBoot } from './boot-sequence.ts';
import type { Backend } from './backend.ts';
import { openBackend } from './open-backend.ts';
import { startWorker } from './start-worker.ts';
import { guardMarkup } from './trusted-types.ts';
import type { i18n } from 'i18next';
import wasmAddress from '@yamori/frames/decoder.wasm?url';
import '../../kit/theme/tokens.css';
import '../../kit/theme/base.css';

type Started = { translation: i18n | null; backend: Backend | null };

/**
 * Boots the application (specification, section 1): dark mode, plug-ins, service worker, boot
 * modules in order, mount.
 *
 * @returns a function that unmounts the application; null if it was not mounted
 */
export async function startApp(page: Document, view: Window): Promise<(() => void) | null> {
  guardMarkup(view);
  const preferences = createPreferences(view.localStorage);
  // The content security policy forbids `eval`; zod reads this setting when a schema is created.
  Reflect.set(view, '__zod_globalConfig', { jitless: true });
  applyTheme(page.documentElement, preferences.current().theme);
  const toasts = createToasts();
  const started: Started = { translation: null, backend: null };
  // The session is requested while texts and parser load; the steps finish in the specified order.
  const opening = openBackend(view, {
    onUnsent: (commands) => tellUnsent(started, toasts, commands),
  });
  opening.catch(() => undefined);
  const outcome = await runBoot(
    [
      {
        name: 'translation',
        run: async () => {
          started.translation = await startTranslation(preferences.current().language, ['first']);
        },
      },
      {
        name: 'backend',
        run: async () => {
          started.backend = await opening;
        },
      },
      {
        name: 'notifications',
        run: async () => {
          watchNotices(started, toasts, view);
        },
      },
      { name: 'parser', run: loadParser },
    ],
    { redirect: (address) => view.location.replace(address), log: logFailure },
  );
  const { translation, backend } = started;
  if (outcome.kind !== 'ready' || translation === null || backend === null) return null;
  const alarms = createOpenAlarms();
  const everySecond = (look: () => void): (() => void) => {
    const timer = view.setInterval(look, 1000);
    return () => view.clearInterval(timer);
  };
  startWorker(
    view,
    createUpdateNotice({
      toasts,
      translation,
      alarms,
      everySecond,
      unsaved: watchUnsavedWork(view),
      reload: () => view.location.reload(),
    }),
  );
  return mount(page, { preferences, toasts, translation, backend, alarms });
}

type Mounted = ComponentProps<typeof App> & {
  readonly alarms: ReturnType<typeof createOpenAlarms>;
};

function mount(page: Document, { alarms, ...app }: Mounted): () => void {
  const { preferences, translation } = app;
  preferences.subscribe(() => void changeLanguage(translation, preferences.current().language));
  page.documentElement.lang = preferences.current().language;
  const place = page.getElementById('root');
  if (place === null) throw new Error('index.html has no #root');
  const root = createRoot(place);
  root.render(
    <OpenAlarmsContext value={alarms}>
      <App {...app} />
    </OpenAlarmsContext>,
  );
  return () => root.unmount();
}

function watchNotices(
  { translation, backend }: Started,
  toasts: ReturnType<typeof createToasts>,
  view: Window,
): void {
  const reach = backend?.reach ?? { answered: () => true, onAnswered: () => undefined };
  watchOffline(
    toasts,
    view,
    reach,
    (word) => translation?.t(word === 'offline' ? 'offline' : 'unreached', { ns: 'frame' }) ?? '',
  );
}

/** Warns about the commands of the last session that its end discarded unsent. */
function tellUnsent(
  started: Started,
  toasts: ReturnType<typeof createToasts>,
  commands: number,
): void {
  toasts.show({
    id: 'unsent',
    type: 'warning',
    position: 'top',
    timeoutMs: 0,
    message: () => started.translation?.t('unsent', { ns: 'frame', count: commands }) ?? '',
  });
}

// Specification, section 8: a failed start goes to the console only.
// oxlint-disable-next-line no-console -- the logger prints to the console, nothing else is shown
const logFailure = (message: string, error: unknown): void => console.error(message, error);

/**
 * Fetches and compiles the frame parser, so that a browser that cannot run it is found at the
 * start, not at night.
 */
async function loadParser(): Promise<void> {
  await WebAssembly.compileStreaming(fetch(wasmAddress));
}
