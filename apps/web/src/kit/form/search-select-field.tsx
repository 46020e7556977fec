import { useId, useRef, useState, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { ToolIcon } from '../icons/tool-icon.tsx';
import css from './choice-fields.module.css';
import { moveInOptions } from '../list/list-keys.ts';
import { filterChoices, LISTBOX, optionAttributes } from './choice-search.ts';
import { isComposingKey } from './input-method.ts';
import type { FieldProps } from './field-frame.tsx';
import { Popover } from '../popover/popover.tsx';
import type { Choice } from './select-field.tsx';
import { TextField } from './text-field.tsx';

type SearchSelectFieldProps<Value extends string> = FieldProps & {
  readonly name: string;
  readonly value: Value | '';
  readonly choices: readonly Choice<Value>[];
  readonly placeholder?: string | undefined;
  /** Set while the choices load; replaces “nothing found” in the empty list. */
  readonly loadingText?: string | undefined;
  readonly onChange: (value: Value | '') => void;
  /** Called with the typed text, to load more choices. */
  readonly onSearch?: ((text: string) => void) | undefined;
  readonly onBlur?: (() => void) | undefined;
};

/** Maximum number of rendered choices; the search narrows the rest. */
const MAX_RENDERED = 100;

/**
 * A combobox that filters its choices by the typed text.
 */
export function SearchSelectField<Value extends string>({
  value,
  choices,
  placeholder,
  loadingText,
  onChange,
  onSearch,
  onBlur,
  ...field
}: SearchSelectFieldProps<Value>) {
  const { t } = useTranslation('form');
  const id = useId();
  const place = useRef<HTMLDivElement>(null);
  const [search, setSearch] = useState<string | null>(null);
  const [at, setAt] = useState(0);
  const chosen = choices.find((choice) => choice.value === value);
  const found = search === null ? [] : filterChoices(choices, search).slice(0, MAX_RENDERED);
  const open = search !== null && field.disabled !== true;
  const start = (text: string): void => {
    setSearch(text);
    onSearch?.(text);
    setAt(
      text === ''
        ? Math.max(
            0,
            choices.findIndex((choice) => choice.value === value),
          )
        : 0,
    );
  };
  const choose = (choice: Choice<Value> | undefined): void => {
    if (choice === undefined || choice.disabled === true) return;
    onChange(choice.value);
    setSearch(null);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (isComposingKey(event.nativeEvent)) return;
    const next = moveInOptions(event.key, at, found.length);
    if (open && event.key === 'Escape') setSearch(null);
    else if (open && event.key === 'Enter') choose(found[at]);
    else if (!open && OPENING_KEYS.has(event.key)) start('');
    else if (open && next !== null) setAt(next);
    else return;
    event.preventDefault();
  };
  return (
    <div ref={place}>
      <TextField
        {...field}
        value={search ?? chosen?.label ?? ''}
        placeholder={chosen?.label ?? placeholder}
        onChange={start}
        onBlur={() => {
          setSearch(null);
          onBlur?.();
        }}
        control={{
          role: 'combobox',
          'aria-expanded': open,
          'aria-controls': `${id}-list`,
          'aria-autocomplete': 'list',
          'aria-activedescendant': open && found[at] !== undefined ? `${id}-${at}` : undefined,
          onKeyDown,
          onClick: () => search === null && start(''),
          spellCheck: false,
        }}
        end={
          <span className={css['arrow']}>
            <ToolIcon name="down" size={16} />
          </span>
        }
      />
      {open ? (
        <Popover anchor={place} fits onClose={() => setSearch(null)}>
          <ChoiceList
            id={id}
            label={field.label}
            found={found}
            at={at}
            value={value}
            none={loadingText ?? t('nothingFound')}
            onChoose={choose}
          />
        </Popover>
      ) : null}
    </div>
  );
}

const OPENING_KEYS: ReadonlySet<string> = new Set(['ArrowDown', 'ArrowUp', 'PageDown', 'PageUp']);

type ChoiceListProps<Value extends string> = {
  readonly id: string;
  readonly label: string;
  readonly found: readonly Choice<Value>[];
  readonly at: number;
  readonly value: string;
  readonly none: string;
  readonly onChoose: (choice: Choice<Value>) => void;
};

function ChoiceList<Value extends string>({
  id,
  label,
  found,
  at,
  value,
  none,
  onChoose,
}: ChoiceListProps<Value>) {
  return (
    <>
      <div id={`${id}-list`} {...LISTBOX} aria-label={label} className={css['list']}>
        {found.map((choice, index) => (
          <button
            key={choice.value}
            id={`${id}-${index}`}
            type="button"
            tabIndex={-1}
            data-at={index === at || undefined}
            {...optionAttributes(choice.value === value, choice.disabled)}
            ref={index === at ? (item) => item?.scrollIntoView({ block: 'nearest' }) : undefined}
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => onChoose(choice)}
          >
            <span>{choice.label}</span>
            {choice.value === value ? <ToolIcon name="check" size={16} /> : null}
          </button>
        ))}
      </div>
      <output className={css['none']}>{found.length === 0 ? none : ''}</output>
    </>
  );
}
