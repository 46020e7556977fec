/** Tests that cover a case: all of a file, or those whose full name contains `namePart`. */
export type TestSelector = { readonly file: string; readonly namePart: string | null };

/** A row of docs/reliability-cases.md or docs/specification-coverage.md. */
export type Case = {
  readonly id: string;
  readonly description: string;
  /** Printed after the number of passed tests. */
  readonly passedLabel: string;
  /** Printed after the number of failed tests. */
  readonly failedLabel: string;
  /** Empty if the table says that no test exists yet. */
  readonly selectors: readonly TestSelector[];
};

const ID = /^[A-Z]\d{2}$/;
const NO_TEST_YET = '—';

/**
 * Parses the rows of a Markdown table `| id | what | counted as | tests |`. Tests are in backticks;
 * `file › text` selects the tests of a file whose names contain the text.
 * @throws Error for a row without tests that is not marked as such, and for a repeated id
 */
export function readCaseTable(text: string): Case[] {
  const cases: Case[] = [];
  for (const line of text.split('\n')) {
    const cells = line.split('|').map((cell) => cell.trim());
    const [, id = '', description = '', labels = '', tests = ''] = cells;
    if (!ID.test(id)) continue;
    if (cases.some((other) => other.id === id)) throw new Error(`${id} is in the table twice`);
    cases.push(parseCase({ id, description, labels, tests }));
  }
  return cases;
}

type Cells = {
  readonly id: string;
  readonly description: string;
  readonly labels: string;
  readonly tests: string;
};

function parseCase({ id, description, labels, tests }: Cells): Case {
  const [passedLabel = 'passed', failedLabel = 'failed'] = labels === '' ? [] : labels.split(' / ');
  const selectors = [...tests.matchAll(/`([^`]+)`/g)].map(([, selector = '']) => {
    const [file = '', namePart = null] = selector.split(' › ');
    return { file, namePart };
  });
  if (selectors.length === 0 && tests !== NO_TEST_YET) {
    throw new Error(`${id} names no test; write ${NO_TEST_YET} if there is none yet`);
  }
  return { id, description, passedLabel, failedLabel, selectors };
}
