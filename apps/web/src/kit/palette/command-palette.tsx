import { useId, useState, type KeyboardEvent, type ReactNode } from 'react';
import { Dialog } from '../dialog/dialog.tsx';
import { filterChoices, LISTBOX, optionAttributes } from '../form/choice-search.ts';
import { isComposingKey } from '../form/input-method.ts';
import { ToolIcon } from '../icons/tool-icon.tsx';
import { moveInOptions } from '../list/list-keys.ts';
import css from './command-palette.module.css';

type PaletteCommand = {
  readonly id: string;
  readonly label: string;
  /** Shown after the label, and searched as well. */
  readonly detail?: string;
  readonly icon: ReactNode;
  readonly run: () => void;
};
export type PaletteGroup = {
  readonly label: string;
  readonly commands: readonly PaletteCommand[];
};

type CommandPaletteProps = {
  readonly open: boolean;
  /** Names the dialog and its field. */
  readonly title: string;
  readonly groups: readonly PaletteGroup[];
  /** Shown when nothing matches. */
  readonly nothingFound: string;
  readonly onClose: () => void;
};

const MAX_SHOWN = 40;

/** A search over commands in a dialog: a combobox whose list is always open. */
export function CommandPalette({
  open,
  title,
  groups,
  nothingFound,
  onClose,
}: CommandPaletteProps) {
  const [wasOpen, setWasOpen] = useState(open);
  const [query, setQuery] = useState('');
  const [at, setAt] = useState(0);
  const search = (text: string): void => {
    setQuery(text);
    setAt(0);
  };
  if (open !== wasOpen) {
    setWasOpen(open);
    if (open) search('');
  }
  const found = findCommands(groups, query);
  const commands = found.flatMap((group) => group.commands);
  const active = commands[at];
  const choose = (command: PaletteCommand): void => {
    onClose();
    command.run();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (isComposingKey(event.nativeEvent)) return;
    const next = moveInOptions(event.key, at, commands.length);
    if (next !== null) setAt(next);
    else if (event.key === 'Enter' && active !== undefined) choose(active);
    else if (!isOpeningKey(event)) return;
    event.preventDefault();
  };
  return (
    <Dialog open={open} title={title} size="palette" closesOnOutsideClick onClose={onClose}>
      <div className={css['palette']}>
        <SearchField
          title={title}
          query={query}
          activeId={active?.id}
          onSearch={search}
          onKeyDown={onKeyDown}
        />
        <CommandList
          title={title}
          groups={found}
          query={query}
          active={active}
          onPoint={(command) => setAt(commands.indexOf(command))}
          onChoose={choose}
        />
        <output className={css['none']}>{commands.length === 0 ? nothingFound : ''}</output>
      </div>
    </Dialog>
  );
}

const LIST_ID = 'palette-list';
const optionId = (id: string): string => `palette-${id}`;

/** Prevents the browser's own Ctrl K inside the palette. */
const isOpeningKey = (event: KeyboardEvent): boolean =>
  (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k';

function findCommands(groups: readonly PaletteGroup[], query: string): readonly PaletteGroup[] {
  let left = MAX_SHOWN;
  return groups.flatMap(({ label, commands }) => {
    const searched = commands.map((command) => ({ ...command, foundBy: command.detail ?? '' }));
    const found = filterChoices(searched, query).slice(0, left);
    left -= found.length;
    return found.length === 0 ? [] : [{ label, commands: found }];
  });
}

type SearchFieldProps = {
  readonly title: string;
  readonly query: string;
  readonly activeId: string | undefined;
  readonly onSearch: (text: string) => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
};

const SearchField = ({ title, query, activeId, onSearch, onKeyDown }: SearchFieldProps) => (
  <div className={css['search']}>
    <ToolIcon name="search" size={18} />
    <input
      type="text"
      role="combobox"
      aria-expanded="true"
      aria-controls={LIST_ID}
      aria-autocomplete="list"
      aria-activedescendant={activeId === undefined ? undefined : optionId(activeId)}
      aria-label={title}
      placeholder={title}
      autoComplete="off"
      spellCheck={false}
      enterKeyHint="go"
      value={query}
      onChange={(event) => onSearch(event.currentTarget.value)}
      onKeyDown={onKeyDown}
    />
  </div>
);

type CommandListProps = {
  readonly title: string;
  readonly groups: readonly PaletteGroup[];
  readonly query: string;
  readonly active: PaletteCommand | undefined;
  readonly onPoint: (command: PaletteCommand) => void;
  readonly onChoose: (command: PaletteCommand) => void;
};

const CommandList = ({ title, groups, query, active, onPoint, onChoose }: CommandListProps) => (
  <div id={LIST_ID} {...LISTBOX} aria-label={title} className={css['list']}>
    {groups.map(({ label, commands }) => (
      <CommandGroup key={label} label={label}>
        {commands.map((command) => (
          <button
            key={command.id}
            id={optionId(command.id)}
            type="button"
            {...optionAttributes(command === active)}
            tabIndex={-1}
            ref={
              command === active ? (item) => item?.scrollIntoView({ block: 'nearest' }) : undefined
            }
            // The field keeps the focus.
            onPointerDown={(event) => event.preventDefault()}
            onPointerMove={() => onPoint(command)}
            onClick={() => onChoose(command)}
          >
            {command.icon}
            <span>
              <Marked text={command.label} query={query.trim()} />
            </span>
            <small>{command.detail}</small>
          </button>
        ))}
      </CommandGroup>
    ))}
  </div>
);

function CommandGroup({
  label,
  children,
}: {
  readonly label: string;
  readonly children: ReactNode;
}) {
  const id = useId();
  return (
    <fieldset aria-labelledby={id}>
      <p id={id} role="none">
        {label}
      </p>
      {children}
    </fieldset>
  );
}

function Marked({ text, query }: { readonly text: string; readonly query: string }) {
  const start = query === '' ? -1 : text.toLowerCase().indexOf(query.toLowerCase());
  if (start < 0) return text;
  const end = start + query.length;
  return (
    <>
      {text.slice(0, start)}
      <mark>{text.slice(start, end)}</mark>
      {text.slice(end)}
    </>
  );
}
