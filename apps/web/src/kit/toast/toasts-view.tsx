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
import type { Toast, ToastPosition, Toasts, ToastType, ToastText } from './toast-store.ts';
import css from './toasts.module.css';
import { useReservedSpace } from './use-reserved-space.ts';

const Context = createContext<Toasts | null>(null);

/** Shows the store's toasts at their nine positions and provides the store to its children. */
export function ToastsProvider({ toasts, children }: { toasts: Toasts; children: ReactNode }) {
  const shown = useSyncExternalStore(toasts.subscribe, toasts.current);
  return (
    <Context value={toasts}>
      {children}
      {createPortal(
        ROWS.map(([row, positions]) => (
          <div key={row} className={css['row']} data-row={row}>
            {positions.map((position) => (
              <Place
                key={position}
                position={position}
                shown={shown.filter((toast) => toast.position === position)}
                toasts={toasts}
              />
            ))}
          </div>
        )),
        getLayer(document, 'toasts'),
      )}
    </Context>
  );
}

export function useToasts(): Toasts {
  const toasts = useContext(Context);
  if (toasts === null) throw new Error('useToasts must be used inside <ToastsProvider>');
  return toasts;
}

type PlaceProps = {
  readonly position: ToastPosition;
  readonly shown: readonly Toast[];
  readonly toasts: Toasts;
};

function Place({ position, shown, toasts }: PlaceProps) {
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
      {shown.map((toast) => (
        <ToastItem key={toast.id} toast={toast} toasts={toasts} />
      ))}
    </div>
  );
}

/** The nine positions by row: without room next to each other, those of a row are stacked. */
const ROWS: readonly (readonly [
  row: 'top' | 'middle' | 'bottom',
  positions: readonly ToastPosition[],
])[] = [
  ['top', ['top-left', 'top', 'top-right']],
  ['middle', ['left', 'center', 'right']],
  ['bottom', ['bottom-left', 'bottom', 'bottom-right']],
];

const TYPE_ICONS: Readonly<Record<Exclude<ToastType, 'ongoing'>, ToolIconName>> = {
  positive: 'check',
  negative: 'alert',
  warning: 'alert',
  info: 'info',
};

/** New toasts are announced in a pause; errors and warnings interrupt. */
const SPOKEN = { role: 'status', 'aria-atomic': false } as const;
const INTERRUPTS: ReadonlySet<ToastType> = new Set(['negative', 'warning']);

const said = (words: ToastText, language: string): string =>
  typeof words === 'string' ? words : words(language);

function ToastItem({ toast, toasts }: { toast: Toast; toasts: Toasts }) {
  const { t, i18n } = useTranslation('frame');
  const { id, type, icon, message, action, closable } = toast;
  const [hold, release] = [() => toasts.hold(id), () => toasts.release(id)];
  const close = (event: SyntheticEvent<HTMLElement>): void => {
    // Keyboard users continue on the page, not at its very beginning.
    if (event.currentTarget.contains(document.activeElement))
      document.getElementById('page')?.focus({ preventScroll: true });
    toasts.dismiss(id);
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
