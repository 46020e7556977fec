import { readFileContent } from '@yamori/formats';
import { type Command, numberOption, onlyFile, parseArguments } from '../command.ts';
import { type InputFile, readInput } from '../input-files.ts';
import { inspectEit } from '../inspection/eit-inspection.ts';
import { type Inspection, inspectRecording } from '../inspection/inspection.ts';
import { inspectionText } from '../inspection/inspection-text.ts';
import { inspectNative } from '../inspection/native-inspection.ts';

export const inspect: Command = {
  name: 'inspect',
  usage: 'FILE [--rate HZ] [--column NAME …] [--json]',
  summary: 'shows the streams, sums, first values, annotations, gaps and problems of a recording',
  run: async (args, { folder }) => {
    const { values, positionals } = parseArguments(args, {
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
    // A partly readable file is not refused; its problems are part of the result.
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
