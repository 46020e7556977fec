import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { filterChoices } from '../../kit/form/choice-search.ts';
import { isComposingKey } from '../../kit/form/input-method.ts';
import css from './report.module.css';

/** `group`: its location, such as a floor; the search matches it too. */
export type ListedChoice = {
  readonly value: string;
  readonly label: string;
  readonly group?: string;
};

type ChoicePanelProps = {
  readonly label: string;
  readonly every: string;
  readonly chosen: readonly string[];
  readonly choices: readonly ListedChoice[];
  readonly unknown: { readonly values: readonly string[]; readonly label: string };
  readonly note: string | null;
  readonly onChange: (chosen: readonly string[]) => void;
};
type Group = { readonly name: string; readonly choices: readonly ListedChoice[] };

/** Shorter lists need no search. */
const SEARCHED_FROM = 9;
const KEYS: Readonly<Record<string, number | undefined>> = {
  ArrowDown: 1,
  ArrowUp: -1,
  PageDown: 8,
  PageUp: -8,
  Home: Number.NEGATIVE_INFINITY,
  End: Number.POSITIVE_INFINITY,
};

/**
 * Checkboxes of a possibly long list: with a search, in groups that can be checked as one. It is
 * one tab stop; arrows move between lines, and from the search into the list.
 */
export function ChoicePanel({
  label,
  every,
  chosen,
  choices,
  unknown,
  note,
  onChange,
}: ChoicePanelProps) {
  const { t } = useTranslation('reports');
  const panel = useRef<HTMLDivElement>(null);
  const [search, setSearch] = useState('');
  const [at, setAt] = useState('');
  const found = filterChoices(
    choices.map((choice) => ({ ...choice, foundBy: choice.group ?? '' })),
    search,
  );
  const groups = toGroups(found, search.trim() !== '');
  const isSearched = choices.length >= SEARCHED_FROM;
  const lines = [
    'every',
    ...(unknown.values.length > 0 ? ['unknown'] : []),
    ...groups.flatMap(({ name, choices: inside }) => [
      ...(name === '' ? [] : [`group ${name}`]),
      ...inside.map(({ value }) => `of ${value}`),
    ]),
  ];
  const stop = lines.includes(at) ? at : lines[0];
  const tie = (line: string) => ({
    'data-line': line,
    tabIndex: line === stop ? 0 : -1,
    onFocus: () => setAt(line),
  });
  const set = (values: readonly string[], isChosen: boolean): void =>
    onChange(
      isChosen
        ? [...new Set([...chosen, ...values])]
        : chosen.filter((value) => !values.includes(value)),
    );
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>): void => {
    const step = KEYS[event.key];
    const isTyping = event.target instanceof HTMLInputElement && event.target.type === 'search';
    if (
      step === undefined ||
      isComposingKey(event.nativeEvent) ||
      (isTyping && event.key !== 'ArrowDown')
    )
      return;
    event.preventDefault();
    focusOn(
      panel.current,
      isTyping
        ? lines[0]
        : lines[Math.max(0, Math.min(lines.length - 1, lines.indexOf(at) + step))],
    );
  };
  return (
    /*
      oxlint-disable-next-line jsx-a11y/no-static-element-interactions
      -- handles arrow keys of the focused line
    */
    <div ref={panel} className={css['choicePanel']} onKeyDown={onKeyDown}>
      {isSearched ? <ChoiceSearch label={label} value={search} onChange={setSearch} /> : null}
      <div className={css['choiceList']} data-long={isSearched || undefined}>
        <label>
          <input
            type="checkbox"
            checked={chosen.length === 0}
            {...tie('every')}
            onChange={() => onChange([])}
          />
          <span>{every}</span>
        </label>
        {unknown.values.length === 0 ? null : (
          <label className={css['unknown']}>
            <input
              type="checkbox"
              checked
              {...tie('unknown')}
              onChange={() => set(unknown.values, false)}
            />
            <span>{unknown.label}</span>
          </label>
        )}
        {groups.map((group) => (
          <ChoiceGroup key={group.name} group={group} chosen={chosen} tie={tie} onSet={set} />
        ))}
        <output className={css['quiet']}>
          {choices.length === 0
            ? t('nothingToChoose')
            : found.length === 0
              ? t('nothingFound')
              : ''}
        </output>
      </div>
      {note === null ? null : <p className={css['choiceNote']}>{note}</p>}
    </div>
  );
}

const focusOn = (panel: HTMLElement | null, line: string | undefined): void =>
  [...(panel?.querySelectorAll<HTMLElement>('[data-line]') ?? [])]
    .find(({ dataset }) => dataset['line'] === line)
    ?.focus();

function ChoiceSearch({
  label,
  value,
  onChange,
}: {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}) {
  const { t } = useTranslation('reports');
  const field = useRef<HTMLInputElement>(null);
  // With a keyboard, focus the search; elsewhere an on-screen keyboard would cover the list.
  useEffect(() => {
    if (globalThis.matchMedia('(pointer: fine)').matches) field.current?.focus();
  }, []);
  return (
    <input
      ref={field}
      type="search"
      className={css['choiceSearch']}
      aria-label={t('searchOf', { label })}
      placeholder={t('search')}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

type ChoiceGroupProps = {
  readonly group: Group;
  readonly chosen: readonly string[];
  readonly tie: (line: string) => object;
  readonly onSet: (values: readonly string[], isChosen: boolean) => void;
};

function ChoiceGroup({ group: { name, choices }, chosen, tie, onSet }: ChoiceGroupProps) {
  const { t } = useTranslation('reports');
  const id = useId();
  const ticks = choices.map(({ value, label }) => (
    <label key={value}>
      <input
        type="checkbox"
        checked={chosen.includes(value)}
        {...tie(`of ${value}`)}
        onChange={(event) => onSet([value], event.currentTarget.checked)}
      />
      <span>{label}</span>
    </label>
  ));
  if (name === '') return <>{ticks}</>;
  const values = choices.map(({ value }) => value);
  const isWhole = values.every((value) => chosen.includes(value));
  const title = name === FOUND ? t('found', { count: choices.length }) : name;
  return (
    <div {...GROUP} aria-labelledby={id} className={css['choiceGroup']}>
      <div>
        <span id={id}>{title}</span>
        <button
          type="button"
          {...tie(`group ${name}`)}
          aria-label={t(isWhole ? 'groupNone' : 'groupAll', { group: title })}
          onClick={() => onSet(values, !isWhole)}
        >
          {t(isWhole ? 'clear' : 'groupEvery')}
        </button>
      </div>
      {ticks}
    </div>
  );
}

/** A group inside a list of checkboxes: a fieldset cannot have a button next to its legend. */
const GROUP = { role: 'group' } as const;
/** Not a possible group name. */
const FOUND = '\n';

/** In order of appearance, items without a group last. A single group needs no heading. */
function toGroups(choices: readonly ListedChoice[], isFound: boolean): readonly Group[] {
  if (isFound) return choices.length > 1 ? [{ name: FOUND, choices }] : [{ name: '', choices }];
  const names = [...new Set(choices.map(({ group = '' }) => group))].toSorted(
    new Intl.Collator('ja', { numeric: true }).compare,
  );
  if (names.length < 2) return [{ name: '', choices }];
  return [...names.filter((name) => name !== ''), '']
    .map((name) => ({ name, choices: choices.filter(({ group = '' }) => group === name) }))
    .filter(({ choices: inside }) => inside.length > 0);
}
