/** Which tests show a case: a whole file, or those of it whose name holds these words. */
export type TestChoice = { readonly file: string; readonly words: string | null };

/**
 * A line of docs/reliability-cases.md. `good` and `bad`: what a test that passes or fails is called
 * there.
 */
export type Case = {
  readonly id: string;
  readonly what: string;
  readonly good: string;
  readonly bad: string;
  /** Empty: there is no test yet, and the table says so. */
  readonly tests: readonly TestChoice[];
};

const ID = /^[A-Z]\d{2}$/;
const NONE = '—';

/**
 * The cases of a Markdown table `| id | what | counted as | tests |`; tests stand in backticks,
 * `file › words` for some of a file.
 * @throws Error for a line that says neither tests nor that there are none, and for an id that
 * stands there twice
 */
export function readCaseTable(text: string): Case[] {
  const cases = text.split('\n').flatMap((line) => {
    const [, id = '', what = '', counted = '', tests = ''] = line
      .split('|')
      .map((cell) => cell.trim());
    return ID.test(id) ? [readCase(id, what, counted, tests)] : [];
  });
  const twice = cases.find(
    ({ id }, index) => cases.findIndex((other) => other.id === id) !== index,
  );
  if (twice !== undefined) throw new Error(`${twice.id} stands twice in the table`);
  return cases;
}

function readCase(id: string, what: string, counted: string, tests: string): Case {
  const [good = 'passed', bad = 'failed'] = counted === '' ? [] : counted.split(' / ');
  const choices = [...tests.matchAll(/`([^`]+)`/g)].map(([, choice = '']) => {
    const [file = '', words = null] = choice.split(' › ');
    return { file, words };
  });
  if (choices.length === 0 && tests !== NONE)
    throw new Error(`${id} names no test; where there is none yet its line says ${NONE}`);
  return { id, what, good, bad, tests: choices };
}
