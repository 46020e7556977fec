import { ToolIcon } from '../icons/tool-icon.tsx';
import { FieldFrame, type FieldProps } from './field-frame.tsx';
import css from './form.module.css';

export type Choice<Value extends string = string> = {
  readonly value: Value;
  readonly label: string;
  readonly disabled?: boolean;
  /** Hidden search text, such as a reading or a code. */
  readonly foundBy?: string;
};

type SelectFieldProps<Value extends string> = FieldProps & {
  readonly name: string;
  readonly value: Value | '';
  readonly choices: readonly Choice<Value>[];
  /** Option for no choice; without it one is always selected. */
  readonly empty?: string | undefined;
  readonly onChange: (value: Value | '') => void;
  readonly onBlur?: (() => void) | undefined;
};

/**
 * A native select, which works with every tablet and screen reader. For long lists use
 * `SearchSelectField`.
 */
export function SelectField<Value extends string>({
  name,
  value,
  choices,
  empty,
  onChange,
  onBlur,
  ...frame
}: SelectFieldProps<Value>) {
  return (
    <FieldFrame {...frame}>
      {(ties) => (
        <div className={css['box']} data-error={ties['aria-invalid']} data-off={frame.disabled}>
          <select
            {...ties}
            name={name}
            value={value}
            disabled={frame.disabled}
            onBlur={onBlur}
            onChange={(event) =>
              onChange(
                choices.find((choice) => choice.value === event.currentTarget.value)?.value ?? '',
              )
            }
          >
            {empty === undefined ? null : <option value="">{empty}</option>}
            {choices.map((choice) => (
              <option key={choice.value} value={choice.value} disabled={choice.disabled}>
                {choice.label}
              </option>
            ))}
          </select>
          <span className={css['arrow']}>
            <ToolIcon name="down" size={16} />
          </span>
        </div>
      )}
    </FieldFrame>
  );
}
