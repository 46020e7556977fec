import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Popover } from '../../kit/popover/popover.tsx';
import { ToolIcon } from '../../kit/icons/tool-icon.tsx';
import { ChoicePanel, type ListedChoice } from './choice-panel.tsx';
import css from './report.module.css';

type ChoiceListProps = {
  readonly label: string;
  /** Stands there while nothing is left out. */
  readonly every: string;
  readonly chosen: readonly string[];
  readonly choices: readonly ListedChoice[];
  /** Of what is chosen: what there is none of. Together they are one line, and can be taken off. */
  readonly unknown?: { readonly values: readonly string[]; readonly label: string };
  /** Of the whole list, such as that it is not all. */
  readonly note?: string | null;
  readonly onChange: (chosen: readonly string[]) => void;
};

const NOTHING_UNKNOWN = { values: [], label: '' } as const;

/** Any of some: a button that says what is chosen, and a list of ticks below it. */
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
  const said = useSaid({ every, chosen, choices, unknown });
  return (
    <div ref={place} className={css['choice']}>
      <span className={css['choiceLabel']} aria-hidden="true">
        {label}
      </span>
      <button
        type="button"
        aria-label={t('choiceOf', { label, said })}
        aria-expanded={open}
        onClick={() => setOpen(!open)}
        onKeyDown={({ key }) => {
          if (key === 'Escape') setOpen(false);
        }}
      >
        <span>{said}</span>
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

/** What is chosen, in a few words: by name as long as these are few. */
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
