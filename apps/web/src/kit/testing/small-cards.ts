/** Lines of small cards whose text is higher or wider than its space. */
export const squashedLines = (): string[] =>
  [...document.querySelectorAll<HTMLElement>('li[data-small="true"] > div > div')]
    .filter(
      (line) =>
        line.scrollHeight > line.clientHeight + 1 ||
        line.getBoundingClientRect().bottom >
          (line.closest('li')?.getBoundingClientRect().bottom ?? 0),
    )
    .map(({ textContent }) => textContent);
