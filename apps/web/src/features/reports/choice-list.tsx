import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Popover } from '../../kit/popover/popover.tsx';
import { ToolIcon } from '../../kit/icons/tool-icon.tsx';
import { ChoicePanel, type ListedChoice } from './choice-panel.tsx';
import css from './report.module.css';

type ChoiceListProps = {
  readonly label: string;
  /** The text for an empty selection, which means all. */
  readonly every: string;
  readonly chosen: readonly string[];
  readonly choices: readonly ListedChoice[];
  /** Selected values that do not exist. They share one line, which can be deselected. */
  readonly unknown?: { readonly values: readonly string[]; readonly label: string };
  /** A note about the whole list, such as that it is truncated. */
  readonly note?: string | null;
  readonly onChange: (chosen: readonly string[]) => void;
};

const NOTHING_UNKNOWN = { values: [], label: '' } as const;

/** A multiple choice: a button with the selection, and a list of checkboxes below it. */
export function ChoiceList({
  label,
  every,
  chosen,
  choices,
  unknown = NOTHING_UNKNOWN,
  note = null,
  onChange,
}: ChoiceListProps) {
  const { t } = useTranslation('reports');
  const place = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState(false);
  const summary = useSaid({ every, chosen, choices, unknown });
  return (
    <div ref={place} className={css['choice']}>
      <span className={css['choiceLabel']} aria-hidden="true">
        {label}
      </span>
      <button
        type="button"
        aria-label={t('choiceOf', { label, said: summary })}
        aria-expanded={open}
        onClick={() => setOpen(!open)}
        onKeyDown={({ key }) => {
          if (key === 'Escape') setOpen(false);
        }}
      >
        <span>{summary}</span>
        <ToolIcon name="down" size={14} />
      </button>
      {open ? (
        <Popover anchor={place} label={label} onClose={() => setOpen(false)}>
          <ChoicePanel
            label={label}
            every={every}
            chosen={chosen}
            choices={choices}
            unknown={unknown}
            note={note}
            onChange={onChange}
          />
        </Popover>
      ) : null}
    </div>
  );
}

/** Summarises the selection: by name while it is short. */
export function useSaid({
  every,
  chosen,
  choices,
  unknown = NOTHING_UNKNOWN,
}: Pick<ChoiceListProps, 'every' | 'chosen' | 'choices' | 'unknown'>): string {
  const { t } = useTranslation('reports');
  if (chosen.length === 0) return every;
  if (chosen.length > 2) return t('chosen', { count: chosen.length });
  const known = chosen.filter((value) => !unknown.values.includes(value));
  const names = known.map((value) => choices.find((choice) => choice.value === value)?.label ?? '');
  return [
    ...(names.includes('') ? [t('chosen', { count: known.length })] : names),
    ...(unknown.values.length === 0 ? [] : [unknown.label]),
  ].join(t('and'));
}
