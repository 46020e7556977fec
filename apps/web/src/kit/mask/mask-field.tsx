import type { KeyboardEvent } from 'react';
import { TextField, type TextFieldProps } from '../form/text-field.tsx';
import {
  MASK_PRESETS,
  type Mask,
  type MaskPresetName,
  parseEntered,
  formatStored,
  getPattern,
  takeSigns,
} from './mask-text.ts';
import { useMask } from './use-mask.ts';

type MaskFieldProps = Omit<TextFieldProps, 'control' | 'maxLength' | 'counter' | 'inputMode'> & {
  /** A preset by name, or a pattern (see `mask-pattern.ts` for its syntax). */
  readonly mask: MaskPresetName | { readonly own: Mask };
  /** Shows empty slots; true uses `_`. */
  readonly fillMask?: boolean | string;
  /** The value omits the fixed characters. */
  readonly unmasked?: boolean;
  readonly onKeyDown?: (event: KeyboardEvent<HTMLInputElement>) => void;
};

const PADDED: ReadonlySet<string> = new Set<MaskPresetName>([
  'date',
  'datetime',
  'time',
  'fulltime',
]);

/** A text field with an input mask. Full-width input is converted to half width. */
export function MaskField({
  mask,
  fillMask = false,
  unmasked = false,
  value,
  onChange,
  onBlur,
  onKeyDown,
  ...field
}: MaskFieldProps) {
  const form: Mask = typeof mask === 'string' ? MASK_PRESETS[mask] : mask.own;
  const entered = unmasked ? takeSigns(form, value) : parseEntered(form, value);
  const control = useMask({
    shape: { mask: form, fill: fillMask === true ? '_' : fillMask === false ? null : fillMask },
    pads: typeof mask === 'string' && PADDED.has(mask),
    entered,
    onBlur,
    onEntered: (next) => onChange(unmasked ? next : formatStored(form, next)),
  });
  const digits = getPattern(form, entered).every((slot) => slot.kind === 'fixed' || slot.digit);
  return (
    <TextField
      {...field}
      value={value}
      onChange={onChange}
      inputMode={digits ? 'numeric' : 'text'}
      control={onKeyDown === undefined ? control : { ...control, onKeyDown }}
    />
  );
}
