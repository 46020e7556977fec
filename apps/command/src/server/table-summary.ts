/** Summary of an exported table, whose rows begin with their time. */
export type TableSummary = {
  readonly columns: readonly string[];
  readonly rows: number;
  readonly from: string | null;
  readonly to: string | null;
};

type TableSummarizer = {
  readonly add: (chunk: Uint8Array) => void;
  readonly summary: () => TableSummary;
};

/** Counts streamed rows; keeps only the names, the first row and the last. */
export function createTableSummary(): TableSummarizer {
  const decoder = new TextDecoder();
  const state = { rest: '', columns: [] as string[], lines: 0, first: '', last: '' };
  const addLine = (text: string): void => {
    if (state.lines === 0)
      state.columns = text
        .trim()
        .split(',')
        .map((name) => name.replaceAll(/^"|"$/g, ''));
    else if (state.lines === 1) state.first = text;
    state.last = text;
    state.lines += 1;
  };
  return {
    add(chunk) {
      const text = state.rest + decoder.decode(chunk, { stream: true });
      const whole = text.split('\n');
      state.rest = whole.pop() ?? '';
      // Most lines of a large chunk only count.
      for (const [index, each] of whole.entries()) {
        if (state.lines < 2 || index === whole.length - 1) addLine(each);
        else state.lines += 1;
      }
    },
    summary() {
      const time = (text: string): string | null =>
        state.lines > 1 ? text.slice(0, text.indexOf(',')) : null;
      return {
        columns: state.columns,
        rows: Math.max(0, state.lines - 1),
        from: time(state.first),
        to: time(state.last),
      };
    },
  };
}
