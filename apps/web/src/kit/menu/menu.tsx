import {
  createContext,
  useContext,
  useEffect,
  useId,
  useRef,
  useState,
  type ComponentProps,
  type KeyboardEvent,
  type ReactNode,
} from 'react';
import { catchLostFocus } from '../dialog/focus-order.ts';
import { Popover } from '../popover/popover.tsx';
import { itemAfterKey } from './menu-keys.ts';
import css from './menu.module.css';

type MenuProps = Omit<ComponentProps<'button'>, 'type' | 'children'> & {
  /** Content of the button that opens the menu. */
  readonly button: ReactNode;
  readonly children: ReactNode;
};

const CloseContext = createContext<() => void>(() => undefined);

/**
 * A menu button as the ARIA practices describe it: Enter, Space and the arrow keys open it, arrow
 * keys, Home, End and first letters move, Escape and Tab close it.
 */
export function Menu({ button, children, ...buttonProps }: MenuProps) {
  const id = useId();
  const anchor = useRef<HTMLButtonElement>(null);
  const [start, setStart] = useState<'first' | 'last' | null>(null);
  const close = (): void => setStart(null);
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    event.preventDefault();
    setStart(event.key === 'ArrowDown' ? 'first' : 'last');
  };
  return (
    <>
      <button
        {...buttonProps}
        ref={anchor}
        id={`${id}-button`}
        type="button"
        aria-haspopup="menu"
        aria-expanded={start !== null}
        aria-controls={start === null ? undefined : `${id}-menu`}
        onClick={() => setStart(start === null ? 'first' : null)}
        onKeyDown={onKeyDown}
      >
        {button}
      </button>
      {start === null ? null : (
        <Popover anchor={anchor} align="end" onClose={close}>
          <CloseContext value={close}>
            <MenuList
              id={`${id}-menu`}
              labelledBy={`${id}-button`}
              start={start}
              onLeave={() => {
                // The Tab key then continues from the button.
                anchor.current?.focus();
                close();
              }}
            >
              {children}
            </MenuList>
          </CloseContext>
        </Popover>
      )}
    </>
  );
}

type MenuListProps = {
  readonly id: string;
  readonly labelledBy: string;
  /** Initial focus. */
  readonly start: 'first' | 'last';
  readonly onLeave: () => void;
  readonly children: ReactNode;
};

function MenuList({ id, labelledBy, start, onLeave, children }: MenuListProps) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (list.current === null) return undefined;
    itemsIn(list.current)
      .at(start === 'first' ? 0 : -1)
      ?.focus();
    return catchLostFocus(list.current);
  }, [start]);
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>): void => {
    if (event.key === 'Tab') return onLeave();
    // The Enter that opened the menu is still held down.
    if (event.repeat && (event.key === 'Enter' || event.key === ' ')) return event.preventDefault();
    const items = itemsIn(event.currentTarget);
    const next = itemAfterKey(
      event,
      items.findIndex((item) => item === document.activeElement),
      items.map((item) => item.textContent),
    );
    if (next === null) return;
    event.preventDefault();
    items[next]?.focus();
  };
  return (
    <div
      ref={list}
      id={id}
      role="menu"
      aria-labelledby={labelledBy}
      tabIndex={-1}
      className={css['menu']}
      onKeyDown={onKeyDown}
    >
      {children}
    </div>
  );
}

const itemsIn = (list: HTMLElement): HTMLElement[] => [
  ...list.querySelectorAll<HTMLElement>("[role^='menuitem']"),
];

type MenuItemProps = {
  readonly icon?: ReactNode;
  /** A switch: it has a tick, and the menu stays open. */
  readonly checked?: boolean;
  readonly disabled?: boolean;
  /** Keeps the menu open to show the result. */
  readonly staysOpen?: boolean;
  readonly onChoose: () => void;
  readonly children: ReactNode;
};

export function MenuItem({
  icon,
  checked,
  disabled = false,
  staysOpen = checked !== undefined,
  onChoose,
  children,
}: MenuItemProps) {
  const close = useContext(CloseContext);
  return (
    <button
      type="button"
      tabIndex={-1}
      className={css['item']}
      role={checked === undefined ? 'menuitem' : 'menuitemcheckbox'}
      aria-checked={checked}
      // Not the attribute of the browser, which would take the focus away.
      aria-disabled={disabled || undefined}
      onClick={() => {
        if (disabled) return;
        if (!staysOpen) close();
        onChoose();
      }}
    >
      {icon}
      <span>{children}</span>
    </button>
  );
}

type MenuChoicesProps<Value> = {
  readonly label: string;
  readonly choices: readonly {
    readonly value: Value;
    readonly label: string;
    readonly lang?: string;
  }[];
  /** Null if the choices are actions, so that none is current. */
  readonly chosen: Value | null;
  readonly onChoose: (value: Value) => void;
};

/** A few exclusive choices in a row below their label. The menu stays open to show the effect. */
export function MenuChoices<Value extends string | number>({
  label,
  choices,
  chosen,
  onChoose,
}: MenuChoicesProps<Value>) {
  const id = useId();
  return (
    <fieldset className={css['choices']} aria-labelledby={id}>
      <MenuLabel id={id}>{label}</MenuLabel>
      <div className={css['row']} role="none">
        {choices.map(({ value, label: name, lang }) => (
          <button
            key={value}
            type="button"
            tabIndex={-1}
            role="menuitemradio"
            aria-checked={value === chosen}
            lang={lang}
            onClick={() => onChoose(value)}
          >
            {name}
          </button>
        ))}
      </div>
    </fieldset>
  );
}

export const MenuLabel = ({ id, children }: { id?: string; children: ReactNode }) => (
  <p id={id} role="none" className={css['label']}>
    {children}
  </p>
);

/** An explanation between items. */
export const MenuText = ({ children }: { children: ReactNode }) => (
  <p role="none" className={css['text']}>
    {children}
  </p>
);

export const MenuDivider = () => <hr className={css['divider']} />;
