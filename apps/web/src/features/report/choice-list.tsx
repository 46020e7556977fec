import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Popover } from '../../ui/form/popover.tsx';
import { ToolIcon } from '../../ui/icons/tool-icon.tsx';
import css from './report.module.css';

type ChoiceListProps = {
  readonly label: string;
  /** Stands there while nothing is left out. */
  readonly every: string;
  readonly chosen: readonly string[];
  readonly choices: readonly { readonly value: string; readonly label: string }[];
  readonly onChange: (chosen: readonly string[]) => void;
};

/** Any of some: a button that says what is chosen, and a list of ticks below it. What is chosen and stands in no list can still be taken off. */
export function ChoiceList({ label, every, chosen, choices, onChange }: ChoiceListProps) {
  const { t } = useTranslation('reports');
  const place = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState(false);
  const nameOf = new Map(choices.map(({ value, label: name }) => [value, name]));
  const all = [...choices, ...chosen.filter((value) => !nameOf.has(value)).map((value) => ({ value, label: value }))];
  const said = chosen.length === 0 ? every : chosen.length > 2 ? t('chosen', { count: chosen.length }) : chosen.map((value) => nameOf.get(value) ?? value).join(t('and'));
  const toggle = (value: string): void => onChange(chosen.includes(value) ? chosen.filter((one) => one !== value) : [...chosen, value]);
  return (
    <div ref={place} className={css['choice']}>
      <span className={css['choiceLabel']} aria-hidden="true">{label}</span>
      <button type="button" aria-label={t('choiceOf', { label, said })} aria-expanded={open} onClick={() => setOpen(!open)} onKeyDown={({ key }) => { if (key === 'Escape') setOpen(false); }}><span>{said}</span><ToolIcon name="down" size={14} /></button>
      {open ? (
        <Popover anchor={place} label={label} onClose={() => setOpen(false)}>
          <div className={css['choiceList']}>
            {all.length === 0 ? <p className={css['quiet']}>{t('nothingToChoose')}</p> : all.map((one) => <label key={one.value}><input type="checkbox" checked={chosen.includes(one.value)} onChange={() => toggle(one.value)} /><span>{one.label}</span></label>)}
          </div>
          {chosen.length === 0 ? null : <button type="button" className={css['choiceClear']} onClick={() => onChange([])}>{t('clear')}</button>}
        </Popover>
      ) : null}
    </div>
  );
}
