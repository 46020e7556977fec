import { useNavigate, useSearch } from '@tanstack/react-router';

export type AddressValues = Readonly<Record<string, string>>;

/** An undefined or empty value removes the key. */
export type AddressChange = Readonly<Record<string, string | undefined>>;

/**
 * The query parameters of the URL as strings, and a function to change them. Filters, sort and
 * selection are stored there, so that a view can be shared and survives a reload. A change replaces
 * the history entry unless `isStep` is true.
 */
export function useUrlParams(): readonly [
  AddressValues,
  (change: AddressChange, isStep?: boolean) => void,
] {
  const values: AddressValues = useSearch({ strict: false });
  const navigate = useNavigate();
  const change = (patch: AddressChange, isStep = false): void => {
    void navigate({
      to: '.',
      search: (before: AddressValues) => withChange(before, patch),
      replace: !isStep,
      resetScroll: false,
    });
  };
  return [values, change];
}

export function withChange(values: AddressValues, patch: AddressChange): AddressValues {
  const next = { ...values, ...patch };
  return Object.fromEntries(
    Object.entries(next).filter(
      (entry): entry is [string, string] => entry[1] !== undefined && entry[1] !== '',
    ),
  );
}
