type FacetChoiceProps = {
  readonly label: string;
  readonly value: string;
  readonly values: readonly string[];
  /** What stands for no choice. */
  readonly every: string;
  readonly className: string | undefined;
  readonly onChoose: (value: string | undefined) => void;
};

/**
 * One of the values that there are, or all of them; left out while there is nothing to choose from.
 */
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
