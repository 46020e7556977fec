type FacetChoiceProps = {
  readonly label: string;
  readonly value: string;
  readonly values: readonly string[];
  /** Label of the option that selects all. */
  readonly every: string;
  readonly className: string | undefined;
  readonly onChoose: (value: string | undefined) => void;
};

/** Selects one of the existing values, or all of them; omitted without values. */
export function FacetChoice({
  label,
  value,
  values,
  every,
  className,
  onChoose,
}: FacetChoiceProps) {
  if (values.length < 2 && value === '') return null;
  const options = value === '' || values.includes(value) ? values : [...values, value];
  return (
    <label className={className}>
      {label}
      <select
        value={value}
        onChange={(event) =>
          onChoose(event.currentTarget.value === '' ? undefined : event.currentTarget.value)
        }
      >
        <option value="">{every}</option>
        {options.map((option) => (
          <option key={option} value={option}>
            {option}
          </option>
        ))}
      </select>
    </label>
  );
}
