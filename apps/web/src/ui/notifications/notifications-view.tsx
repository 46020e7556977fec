import { createContext, useContext, useSyncExternalStore, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { layerOf } from '../dialogs/page-cover.ts';
import { Spinner } from '../pages/spinner.tsx';
import { ToolIcon, type ToolIconName } from '../icons/tool-icon.tsx';
import { NOTIFICATION_POSITIONS, type Notification, type Notifications, type NotificationType } from './notification-store.ts';
import css from './notifications.module.css';

const Context = createContext<Notifications | null>(null);

/** Shows what is in the store, at its nine places, and hands the store to everything below. */
export function NotificationsProvider({ notifications, children }: { notifications: Notifications; children: ReactNode }) {
  const shown = useSyncExternalStore(notifications.subscribe, notifications.current);
  return (
    <Context value={notifications}>
      {children}
      {createPortal(NOTIFICATION_POSITIONS.map((position) => (
        <div key={position} className={css['place']} data-position={position} aria-live="polite">
          {shown.filter((notification) => notification.position === position).map((notification) => (
            <Toast key={notification.id} notification={notification} onDismiss={() => notifications.dismiss(notification.id)} />
          ))}
        </div>
      )), layerOf(document, 'notifications'))}
    </Context>
  );
}

export function useNotifications(): Notifications {
  const notifications = useContext(Context);
  if (notifications === null) throw new Error('NotificationsProvider is missing');
  return notifications;
}

const TYPE_ICONS: Readonly<Record<Exclude<NotificationType, 'ongoing'>, ToolIconName>> = {
  positive: 'check', negative: 'alert', warning: 'alert', info: 'info',
};

function Toast({ notification, onDismiss }: { notification: Notification; onDismiss: () => void }) {
  const { t } = useTranslation('frame');
  const { type, icon, message, action, closable } = notification;
  return (
    <div className={css['toast']} data-type={type}>
      <span className={css['icon']}>
        {icon === undefined && type === 'ongoing' ? <Spinner size={18} /> : <ToolIcon name={icon ?? TYPE_ICONS[type === 'ongoing' ? 'info' : type]} size={20} />}
      </span>
      <p className={css['message']}>{message}</p>
      {action === undefined ? null : <button type="button" className={css['action']} onClick={action.run}>{action.label}</button>}
      {closable ? <button type="button" className={css['close']} onClick={onDismiss} aria-label={t('close')}><ToolIcon name="close" size={16} /></button> : null}
    </div>
  );
}
