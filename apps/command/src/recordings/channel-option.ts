import { numberOption, onlyFile, parseArguments, type CommandContext } from '../command.ts';
import { readInput } from '../input-files.ts';
import { pickChannel, readRecordedFile, type RecordedChannel } from './recorded-channels.ts';

/** Usage of commands that work on one channel of a file. */
export const channelUsage = 'FILE [--channel N or LABEL] [--rate HZ] [--column NAME] [--json]';

/** Reads the channel that the arguments select. */
export function readChannel(
  args: readonly string[],
  { folder }: CommandContext,
  fitting: RegExp,
): RecordedChannel {
  const { values, positionals } = parseArguments(args, {
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
