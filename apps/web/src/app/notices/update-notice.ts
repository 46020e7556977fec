import type { i18n } from 'i18next';
import type { Toasts } from '../../kit/toast/toast-store.ts';
import type { UnsavedWork } from '../../kit/pages/unsaved-work.ts';
import type { OpenAlarms } from './open-alarms.ts';

const ID = 'update';
const WARNING_ID = 'update-warning';

type UpdateNoticeOptions = {
  readonly toasts: Toasts;
  readonly translation: i18n;
  readonly unsaved: Pick<UnsavedWork, 'exists' | 'giveUp'>;
  readonly alarms: Pick<OpenAlarms, 'count'>;
  readonly reload: () => void;
  /** Returns a function that removes the notice. */
  readonly everySecond: (look: () => void) => () => void;
};

type Shown = { readonly message: 'update' | 'updateTaken'; readonly run: () => void };

/**
 * The notice of the specification, section 4. It stays at the top until the user activates the new
 * version. It warns users who would lose input or miss an alarm.
 */
export function createUpdateNotice({
  toasts,
  translation,
  unsaved,
  alarms,
  reload,
  everySecond,
}: UpdateNoticeOptions) {
  // Evaluated again when the language changes.
  const word =
    (
      key: 'update' | 'updateTaken' | 'updateDo' | 'updateUnsaved' | 'updateAlarm' | 'updateAnyway',
    ) =>
    (): string =>
      translation.t(key, { ns: 'frame' });
  const stake = (): 'updateUnsaved' | 'updateAlarm' | null =>
    unsaved.exists() ? 'updateUnsaved' : alarms.count() > 0 ? 'updateAlarm' : null;
  const watching = { end: (): void => undefined };
  const takeWarningBack = (): void => {
    watching.end();
    toasts.dismiss(WARNING_ID);
  };
  const go = (run: () => void): void => {
    takeWarningBack();
    unsaved.giveUp();
    run();
  };
  const ask = (run: () => void): void => {
    const risk = stake();
    if (risk === null) {
      go(run);
      return;
    }
    toasts.show({
      id: WARNING_ID,
      type: 'warning',
      position: 'top',
      timeoutMs: 0,
      message: word(risk),
      action: { label: word('updateAnyway'), run: () => go(run) },
    });
    // The reason of the warning is gone (sent, left or answered); the warning would cover the next
    // alarm.
    watching.end();
    watching.end = everySecond(() => {
      if (stake() !== risk) takeWarningBack();
    });
  };
  const show = ({ message, run }: Shown): void => {
    toasts.show({
      id: ID,
      type: 'info',
      position: 'top',
      icon: 'refresh',
      timeoutMs: 0,
      closable: false,
      message: word(message),
      action: { label: word('updateDo'), run: () => ask(run) },
    });
  };
  return {
    onWaiting: (take: () => void): void => show({ message: 'update', run: take }),
    /**
     * Another tab activated the version: this one follows, unless the user would lose something.
     */
    onTakenElsewhere(): void {
      if (stake() === null) reload();
      else show({ message: 'updateTaken', run: reload });
    },
  };
}
