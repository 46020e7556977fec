import type { i18n } from 'i18next';
import type { Notifications } from '../../kit/toast/notification-store.ts';
import type { UnsavedWork } from '../../kit/pages/unsaved-work.ts';
import type { OpenAlarms } from './open-alarms.ts';

const ID = 'update';
const WARNING_ID = 'update-warning';

type Parts = {
  readonly notifications: Notifications;
  readonly translation: i18n;
  readonly unsaved: Pick<UnsavedWork, 'exists' | 'giveUp'>;
  readonly alarms: Pick<OpenAlarms, 'count'>;
  readonly reload: () => void;
  /** Gives what ends it. */
  readonly everySecond: (look: () => void) => () => void;
};

type Shown = { readonly message: 'update' | 'updateTaken'; readonly run: () => void };

/**
 * The notice of the specification, section 4: stays at the top until the new version is let in,
 * which it never is without being asked for. Whoever would lose what they typed, or miss an alarm
 * over it, is told so first.
 */
export function createUpdateNotice({
  notifications,
  translation,
  unsaved,
  alarms,
  reload,
  everySecond,
}: Parts) {
  // Asked again when the language changes.
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
    notifications.dismiss(WARNING_ID);
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
    notifications.show({
      id: WARNING_ID,
      type: 'warning',
      position: 'top',
      timeoutMs: 0,
      message: word(risk),
      action: { label: word('updateAnyway'), run: () => go(run) },
    });
    // What was at stake is sent, left or answered: the warning no longer says what is, and would
    // stand over the next alarm.
    watching.end();
    watching.end = everySecond(() => {
      if (stake() !== risk) takeWarningBack();
    });
  };
  const show = ({ message, run }: Shown): void => {
    notifications.show({
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
    /** Another tab has let it in: this one follows, unless somebody would lose something by it. */
    onTakenElsewhere(): void {
      if (stake() === null) reload();
      else show({ message: 'updateTaken', run: reload });
    },
  };
}
