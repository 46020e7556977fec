/** Normalises a text for search: ignores width, case and the kana script. */
export const searchForm = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\u30a1-\u30f6]/gu, (kana) => String.fromCodePoint((kana.codePointAt(0) ?? 0) - 0x60))
    .trim();

/** Choices that contain every search term; those that begin with it come first. */
export function filterChoices<Found extends { readonly label: string; readonly foundBy?: string }>(
  choices: readonly Found[],
  search: string,
): readonly Found[] {
  const wanted = searchForm(search);
  if (wanted === '') return choices;
  const words = wanted.split(/\s+/u);
  const found = choices.filter(({ label, foundBy = '' }) => {
    const all = searchForm(`${label} ${foundBy}`);
    return words.every((word) => all.includes(word));
  });
  return [
    ...found.filter(({ label }) => searchForm(label).startsWith(wanted)),
    ...found.filter(({ label }) => !searchForm(label).startsWith(wanted)),
  ];
}

/**
 * Attributes of a list of choices under its field, as in the ARIA practices: the field keeps the
 * focus and handles the keys. They are spread because a linter would demand a `select` element.
 */
export const LISTBOX = { role: 'listbox' } as const;
export const optionAttributes = (isSelected: boolean, isDisabled?: boolean) =>
  ({ role: 'option', 'aria-selected': isSelected, 'aria-disabled': isDisabled }) as const;
