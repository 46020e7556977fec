import { numberOption, onlyFile, readWords, type Surroundings } from '../command.ts';
import { readInput } from '../input-files.ts';
import { pickChannel, readRecordedFile, type RecordedChannel } from './recorded-channels.ts';

/** What stands behind commands that work on one channel of a file. */
export const channelUsage = 'FILE [--channel N or LABEL] [--rate HZ] [--column NAME] [--json]';

/** The channel that the words of a command name. @throws CommandProblem */
export function channelOf(
  words: readonly string[],
  { folder }: Surroundings,
  fitting: RegExp,
): RecordedChannel {
  const { values, positionals } = readWords(words, {
    channel: { type: 'string' },
    rate: { type: 'string' },
    column: { type: 'string', multiple: true },
  });
  const file = readInput(folder, onlyFile(positionals));
  const sampleRateHz =
    values.rate === undefined ? undefined : numberOption('rate', values.rate, [1e-3, 1e6]);
  return pickChannel(
    readRecordedFile(file, {
      ...(sampleRateHz === undefined ? {} : { sampleRateHz }),
      ...(values.column === undefined ? {} : { columns: values.column }),
    }),
    values.channel,
    fitting,
  );
}
