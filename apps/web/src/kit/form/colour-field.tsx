import { isHexOrRgbaColour } from '@yamori/domain';
import { useTranslation } from 'react-i18next';
import css from './choice-fields.module.css';
import type { FieldProps } from './field-frame.tsx';
import { TextField } from './text-field.tsx';

type ColourFieldProps = FieldProps & {
  readonly name: string;
  /** `#46c9ae`, `rgb(…)` or `rgba(…)`; the rules restrict the format. */
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly onBlur?: (() => void) | undefined;
};

/** A colour as text, with a swatch that opens the browser's colour picker. */
export function ColourField({ value, onChange, ...field }: ColourFieldProps) {
  const { t } = useTranslation('form');
  return (
    <TextField
      {...field}
      value={value}
      onChange={onChange}
      placeholder="#46c9ae"
      end={
        <span
          className={css['sample']}
          ref={(sample) =>
            sample?.style.setProperty('--sample', isHexOrRgbaColour(value) ? value : 'transparent')
          }
        >
          <input
            type="color"
            aria-label={t('chooseColour')}
            value={toHex(value)}
            disabled={field.disabled}
            onChange={(event) => onChange(event.currentTarget.value)}
          />
        </span>
      }
    />
  );
}

/** The initial value of the browser's colour picker: six hex digits. */
export function toHex(colour: string): string {
  if (/^#[\da-f]{6}$/i.test(colour)) return colour.toLowerCase();
  if (/^#[\da-f]{3}$/i.test(colour))
    return `#${colour.slice(1).replace(/./g, '$&$&')}`.toLowerCase();
  if (!isHexOrRgbaColour(colour)) return '#000000';
  return `#${(colour.match(/\d+/g) ?? [])
    .slice(0, 3)
    .map((part) => Number(part).toString(16).padStart(2, '0'))
    .join('')}`;
}
