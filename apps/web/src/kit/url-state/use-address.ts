import { useNavigate, useSearch } from '@tanstack/react-router';

export type AddressValues = Readonly<Record<string, string>>;

/** Undefined or empty takes the key out of the address. */
export type AddressChange = Readonly<Record<string, string | undefined>>;

/**
 * What stands after `?` in the address, as plain texts, and how to change it. Filters, sort and
 * selection live there, so that a view can be shared and survives a reload; changing it does not
 * add to the browser's history, unless it is a step to something else, from which Back is to lead
 * back.
 */
export function useAddress(): readonly [
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
