import {
  createContext,
  useContext,
  useRef,
  useSyncExternalStore,
  type KeyboardEvent,
  type ReactNode,
  type SyntheticEvent,
} from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { getLayer } from '../dialog/inert-background.ts';
import { Spinner } from '../pages/spinner.tsx';
import { ToolIcon, type ToolIconName } from '../icons/tool-icon.tsx';
import type {
  Notification,
  NotificationPosition,
  Notifications,
  NotificationType,
  NotificationText,
} from './notification-store.ts';
import css from './notifications.module.css';
import { useReservedSpace } from './use-reserved-space.ts';

const Context = createContext<Notifications | null>(null);

/**
 * Shows the notifications of the store at its nine positions, and provides the store to its
 * children.
 */
export function NotificationsProvider({
  notifications,
  children,
}: {
  notifications: Notifications;
  children: ReactNode;
}) {
  const shown = useSyncExternalStore(notifications.subscribe, notifications.current);
  return (
    <Context value={notifications}>
      {children}
      {createPortal(
        ROWS.map(([row, positions]) => (
          <div key={row} className={css['row']} data-row={row}>
            {positions.map((position) => (
              <Place
                key={position}
                position={position}
                shown={shown.filter((notification) => notification.position === position)}
                notifications={notifications}
              />
            ))}
          </div>
        )),
        getLayer(document, 'notifications'),
      )}
    </Context>
  );
}

export function useNotifications(): Notifications {
  const notifications = useContext(Context);
  if (notifications === null) throw new Error('NotificationsProvider is missing');
  return notifications;
}

type PlaceProps = {
  readonly position: NotificationPosition;
  readonly shown: readonly Notification[];
  readonly notifications: Notifications;
};

function Place({ position, shown, notifications }: PlaceProps) {
  const place = useRef<HTMLDivElement>(null);
  const stays =
    (position === 'top' || position === 'bottom') &&
    shown.some(({ timeoutMs, type }) => timeoutMs === 0 && type !== 'ongoing');
  useReservedSpace(place, position === 'top' ? 'top' : 'bottom', stays);
  return (
    <div
      ref={place}
      className={css['place']}
      data-position={position}
      data-stays={stays}
      {...SPOKEN}
    >
      {shown.map((notification) => (
        <Toast key={notification.id} notification={notification} notifications={notifications} />
      ))}
    </div>
  );
}

/** The nine positions by row: without room next to each other, those of a row are stacked. */
const ROWS: readonly (readonly [
  row: 'top' | 'middle' | 'bottom',
  positions: readonly NotificationPosition[],
])[] = [
  ['top', ['top-left', 'top', 'top-right']],
  ['middle', ['left', 'center', 'right']],
  ['bottom', ['bottom-left', 'bottom', 'bottom-right']],
];

const TYPE_ICONS: Readonly<Record<Exclude<NotificationType, 'ongoing'>, ToolIconName>> = {
  positive: 'check',
  negative: 'alert',
  warning: 'alert',
  info: 'info',
};

/** New notifications are announced in a pause; errors and warnings interrupt. */
const SPOKEN = { role: 'status', 'aria-atomic': false } as const;
const INTERRUPTS: ReadonlySet<NotificationType> = new Set(['negative', 'warning']);

const said = (words: NotificationText, language: string): string =>
  typeof words === 'string' ? words : words(language);

function Toast({
  notification,
  notifications,
}: {
  notification: Notification;
  notifications: Notifications;
}) {
  const { t, i18n } = useTranslation('frame');
  const { id, type, icon, message, action, closable } = notification;
  const [hold, release] = [() => notifications.hold(id), () => notifications.release(id)];
  const close = (event: SyntheticEvent<HTMLElement>): void => {
    // Keyboard users continue on the page, not at its very beginning.
    if (event.currentTarget.contains(document.activeElement))
      document.getElementById('page')?.focus({ preventScroll: true });
    notifications.dismiss(id);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    if (event.key === 'Escape' && closable) close(event);
  };
  return (
    /*
      oxlint-disable-next-line jsx-a11y/no-static-element-interactions
      -- Escape and the focus of the buttons inside
    */
    <div
      className={css['toast']}
      data-type={type}
      role={INTERRUPTS.has(type) ? 'alert' : undefined}
      onPointerEnter={hold}
      onPointerLeave={release}
      onFocus={hold}
      onBlur={release}
      onKeyDown={onKeyDown}
    >
      <span className={css['icon']}>
        {icon === undefined && type === 'ongoing' ? (
          <Spinner size={18} />
        ) : (
          <ToolIcon name={icon ?? TYPE_ICONS[type === 'ongoing' ? 'info' : type]} size={20} />
        )}
      </span>
      <p className={css['message']}>{said(message, i18n.language)}</p>
      {action === undefined ? null : (
        <button type="button" className={css['action']} onClick={action.run}>
          {said(action.label, i18n.language)}
        </button>
      )}
      {closable ? (
        <button type="button" className={css['close']} onClick={close} aria-label={t('close')}>
          <ToolIcon name="close" size={16} />
        </button>
      ) : null}
    </div>
  );
}
