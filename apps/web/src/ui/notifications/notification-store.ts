/** Toasts of the specification, sections 4 and 9: five types, nine places, 5,000 ms, 0 stays until dismissed. */
export const NOTIFICATION_TYPES = ['positive', 'negative', 'warning', 'info', 'ongoing'] as const;
export type NotificationType = (typeof NOTIFICATION_TYPES)[number];
export const NOTIFICATION_POSITIONS = ['top-left', 'top-right', 'bottom-left', 'bottom-right', 'top', 'bottom', 'left', 'right', 'center'] as const;
export type NotificationPosition = (typeof NOTIFICATION_POSITIONS)[number];

export type NotificationIcon = 'wifiOff' | 'refresh';

export type Notification = {
  readonly id: string;
  readonly type: NotificationType;
  readonly position: NotificationPosition;
  readonly message: string;
  /** 0: stays until dismissed. */
  readonly timeoutMs: number;
  readonly icon?: NotificationIcon;
  readonly action?: { readonly label: string; readonly run: () => void };
  /** Persistent notices of the frame have no close button. */
  readonly closable: boolean;
};

export type NotificationRequest = Partial<Omit<Notification, 'message'>> & Pick<Notification, 'message'>;
export type NotificationDefaults = { readonly position: NotificationPosition; readonly timeoutMs: number };

export const NOTIFICATION_DEFAULTS: NotificationDefaults = { position: 'bottom-right', timeoutMs: 5000 };
/** More than this on one place and the oldest that may time out goes. */
const MOST_SHOWN = 6;

export type Notifications = {
  readonly show: (request: NotificationRequest) => string;
  readonly dismiss: (id: string) => void;
  readonly current: () => readonly Notification[];
  readonly subscribe: (listener: () => void) => () => void;
};

type Timers = { readonly set: (run: () => void, delayMs: number) => unknown };

/** The same id shown again replaces what stands there and starts its time anew. */
export function createNotifications(defaults: NotificationDefaults = NOTIFICATION_DEFAULTS, timers: Timers = { set: (run, delayMs) => setTimeout(run, delayMs) }): Notifications {
  const listeners = new Set<() => void>();
  let shown: readonly Notification[] = [];
  let made = 0;
  const put = (next: readonly Notification[]): void => {
    shown = next;
    for (const listener of listeners) listener();
  };
  const dismiss = (id: string): void => {
    if (shown.some((notification) => notification.id === id)) put(shown.filter((notification) => notification.id !== id));
  };
  return {
    show(request) {
      made += 1;
      const notification = filled(request, defaults, made);
      put(limited([...shown.filter((other) => other.id !== notification.id), notification]));
      if (notification.timeoutMs > 0) {
        timers.set(() => {
          if (shown.includes(notification)) dismiss(notification.id);
        }, notification.timeoutMs);
      }
      return notification.id;
    },
    dismiss,
    current: () => shown,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

function filled(request: NotificationRequest, defaults: NotificationDefaults, made: number): Notification {
  const type = request.type ?? 'info';
  return {
    id: `notification-${made}`, type, position: defaults.position, closable: true,
    timeoutMs: type === 'ongoing' ? 0 : defaults.timeoutMs,
    ...request,
  };
}

function limited(all: readonly Notification[]): readonly Notification[] {
  const extra = all.length - MOST_SHOWN;
  if (extra <= 0) return all;
  const leaving = new Set(all.filter((notification) => notification.timeoutMs > 0).slice(0, extra));
  return all.filter((notification) => !leaving.has(notification));
}
