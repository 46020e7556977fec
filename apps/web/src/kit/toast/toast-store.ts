import { createListeners } from '../../listeners.ts';
import type { ToolIconName } from '../icons/tool-icon.tsx';

/**
 * What the specification calls toasts (sections 4 and 9): five types, nine places, 5,000 ms, 0
 * stays until dismissed.
 */
export const TOAST_TYPES = ['positive', 'negative', 'warning', 'info', 'ongoing'] as const;
export type ToastType = (typeof TOAST_TYPES)[number];
export const TOAST_POSITIONS = [
  'top-left',
  'top-right',
  'bottom-left',
  'bottom-right',
  'top',
  'bottom',
  'left',
  'right',
  'center',
] as const;
export type ToastPosition = (typeof TOAST_POSITIONS)[number];

/** A function is called again when the language changes, for permanent notices. */
export type ToastText = string | ((language: string) => string);

export type Toast = {
  readonly id: string;
  readonly type: ToastType;
  readonly position: ToastPosition;
  readonly message: ToastText;
  /** 0: stays until dismissed. */
  readonly timeoutMs: number;
  readonly icon?: ToolIconName;
  readonly action?: { readonly label: ToastText; readonly run: () => void };
  /** Persistent notices of the frame have no close button. */
  readonly closable: boolean;
};

export type ToastRequest = Partial<Omit<Toast, 'message'>> & Pick<Toast, 'message'>;
type ToastDefaults = {
  readonly position: ToastPosition;
  readonly timeoutMs: number;
};

const TOAST_DEFAULTS: ToastDefaults = {
  position: 'bottom',
  timeoutMs: 5000,
};
/**
 * Limit at one position. Beyond it the oldest with a timer is removed, then the oldest closable
 * one.
 */
export const MAX_PER_POSITION = 6;

export type Toasts = {
  /**
   * Showing the same id replaces the toast and restarts its timer: `ongoing` becomes
   * `positive`.
   */
  readonly show: (request: ToastRequest) => string;
  readonly dismiss: (id: string) => void;
  /** Pauses its timer while it is hovered or focused. */
  readonly hold: (id: string) => void;
  readonly release: (id: string) => void;
  readonly current: () => readonly Toast[];
  readonly subscribe: (listener: () => void) => () => void;
};

/** Sets a timer and returns a function that cancels it. */
type Timing = {
  readonly after: (run: () => void, delayMs: number) => () => void;
  readonly nowMs: () => number;
};

const BROWSER_TIMING: Timing = {
  after(run, delayMs) {
    const timer = setTimeout(run, delayMs);
    return () => clearTimeout(timer);
  },
  nowMs: () => performance.now(),
};

type Countdown = {
  readonly leftMs: number;
  readonly since: number | null;
  readonly stop: () => void;
};

export function createToasts(
  defaults: ToastDefaults = TOAST_DEFAULTS,
  timing: Timing = BROWSER_TIMING,
): Toasts {
  const listeners = createListeners();
  const countdowns = new Map<string, Countdown>();
  let shown: readonly Toast[] = [];
  let made = 0;
  const put = (next: readonly Toast[]): void => {
    const ids = new Set(next.map(({ id }) => id));
    for (const { id } of shown) if (!ids.has(id)) stopCountdown(id);
    shown = next;
    listeners.notify();
  };
  const stopCountdown = (id: string): void => {
    countdowns.get(id)?.stop();
    countdowns.delete(id);
  };
  const dismiss = (id: string): void => {
    if (shown.some((toast) => toast.id === id)) put(shown.filter((toast) => toast.id !== id));
  };
  const countDown = (id: string, leftMs: number): void => {
    countdowns.set(id, {
      leftMs,
      since: timing.nowMs(),
      stop: timing.after(() => dismiss(id), leftMs),
    });
  };
  return {
    show(request) {
      made += 1;
      const toast = filled(request, defaults, made);
      stopCountdown(toast.id);
      put(limited(placed(shown, toast), toast));
      if (toast.timeoutMs > 0) countDown(toast.id, toast.timeoutMs);
      return toast.id;
    },
    dismiss,
    hold(id) {
      const countdown = countdowns.get(id);
      if (countdown === undefined || countdown.since === null) return;
      countdown.stop();
      countdowns.set(id, {
        leftMs: countdown.leftMs - (timing.nowMs() - countdown.since),
        since: null,
        stop: () => undefined,
      });
    },
    release(id) {
      const countdown = countdowns.get(id);
      if (countdown?.since === null) countDown(id, Math.max(0, countdown.leftMs));
    },
    current: () => shown,
    subscribe: listeners.subscribe,
  };
}

function filled(request: ToastRequest, defaults: ToastDefaults, made: number): Toast {
  const type = request.type ?? 'info';
  return {
    id: `toast-${made}`,
    type,
    position: defaults.position,
    closable: true,
    ...request,
    timeoutMs: type === 'ongoing' ? 0 : (request.timeoutMs ?? defaults.timeoutMs),
  };
}

function placed(shown: readonly Toast[], toast: Toast): readonly Toast[] {
  return shown.some(({ id }) => id === toast.id)
    ? shown.map((other) => (other.id === toast.id ? toast : other))
    : [...shown, toast];
}

function limited(all: readonly Toast[], newest: Toast): readonly Toast[] {
  const there = all.filter(({ position }) => position === newest.position);
  const extra = there.length - MAX_PER_POSITION;
  if (extra <= 0) return all;
  const older = there.filter((toast) => toast !== newest);
  const mayGo = [
    ...older.filter(({ timeoutMs }) => timeoutMs > 0),
    ...older.filter(({ timeoutMs, closable }) => timeoutMs === 0 && closable),
  ];
  const leaving = new Set(mayGo.slice(0, extra));
  return all.filter((toast) => !leaving.has(toast));
}
