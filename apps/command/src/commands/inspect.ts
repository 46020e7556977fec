import { readFileContent } from '@yamori/formats';
import { type Command, numberOption, onlyFile, readWords } from '../command.ts';
import { type InputFile, readInput } from '../input-files.ts';
import { inspectEit } from '../inspection/eit-inspection.ts';
import { type Inspection, inspectRecording } from '../inspection/inspection.ts';
import { inspectionText } from '../inspection/inspection-text.ts';
import { inspectNative } from '../inspection/native-inspection.ts';

export const inspect: Command = {
  name: 'inspect',
  usage: 'FILE [--rate HZ] [--column NAME …] [--json]',
  summary:
    'what a recording holds: streams, sums, first values, annotations, gaps, and what is wrong with it',
  run: async (words, { folder }) => {
    const { values, positionals } = readWords(words, {
      rate: { type: 'string' },
      column: { type: 'string', multiple: true },
    });
    const file = readInput(folder, onlyFile(positionals));
    const sampleRateHz =
      values.rate === undefined ? null : numberOption('rate', values.rate, [1e-6, 1e9]);
    const inspection = inspectFile(file, {
      ...(sampleRateHz === null ? {} : { sampleRateHz }),
      ...(values.column === undefined ? {} : { columns: values.column }),
    });
    // A file of which something could be read is inspected; its problems are part of the answer.
    const isRefused =
      inspection.problems.length > 0 &&
      inspection.streams.length === 0 &&
      inspection.annotations.length === 0;
    return { value: inspection, text: inspectionText(file.name, inspection), isRefused };
  },
};

export function inspectFile(
  { name, bytes, beside }: InputFile,
  options: { readonly sampleRateHz?: number; readonly columns?: readonly string[] } = {},
): Inspection {
  const content = readFileContent({ name, bytes, beside, ...options });
  switch (content.kind) {
    case 'native':
      return inspectNative(bytes);
    case 'eit':
      return inspectEit(content.formatName, content.eit);
    case 'recording':
      return inspectRecording(content.formatName, content.recording);
  }
}
