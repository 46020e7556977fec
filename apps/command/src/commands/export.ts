import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import {
  addressOf,
  EXPORT_ENDINGS,
  EXPORT_FORMATS,
  exportApi,
  type ExportFormat,
} from '@yamori/domain';
import { type Command, CommandProblem, readWords, type Surroundings } from '../command.ts';
import { readInput } from '../input-files.ts';
import type { Inspection } from '../inspection/inspection.ts';
import { inspectionText } from '../inspection/inspection-text.ts';
import { isoTime } from '../iso-time.ts';
import {
  expectReply,
  openServerSession,
  patiently,
  SERVER_OPTIONS,
  SERVER_USAGE,
} from '../server/server-session.ts';
import { inspectFile } from './inspect.ts';
import { createTableSummary, type TableSummary } from '../server/table-summary.ts';

/**
 * What was written: the contract of the command. `contents` is what `inspect` says of it, or the
 * columns and rows of a table.
 */
export type ExportedRange = {
  readonly file: string;
  readonly bytes: number;
  readonly sha256: string;
  readonly format: ExportFormat;
  readonly contents: Inspection | TableSummary;
};

export const exportRange: Command = {
  name: 'export',
  usage: `--room ID --from ISO --to ISO --format ${EXPORT_FORMATS.join('|')} [--stream SERIAL:NUMBER …] [--names] [--output FILE] [--force] ${SERVER_USAGE} [--json]`,
  summary:
    'writes a range of a room as a file, and says what is in it; --names puts alias, sex and notes into it',
  run: async (words, surroundings) => {
    const { values, positionals } = readWords(words, {
      ...SERVER_OPTIONS,
      room: { type: 'string' },
      from: { type: 'string' },
      to: { type: 'string' },
      format: { type: 'string' },
      stream: { type: 'string', multiple: true },
      names: { type: 'boolean' },
      output: { type: 'string' },
      force: { type: 'boolean' },
    });
    if (positionals[0] !== undefined)
      throw new CommandProblem('usage-wrong', 'export takes options only', positionals[0]);
    const { room, from, to } = values;
    if (room === undefined || from === undefined || to === undefined)
      throw new CommandProblem('usage-wrong', 'say --room ID, --from ISO and --to ISO');
    const format = formatOf(values.format);
    const address = addressOf(
      exportApi.room,
      { roomId: room },
      {
        from: isoTime('from', from),
        to: isoTime('to', to),
        format,
        names: values.names === true ? 'yes' : undefined,
        streams: values.stream?.join(','),
      },
    );
    const session = await openServerSession(values, surroundings);
    try {
      const reply = await patiently(
        async () => expectReply(await session.fetch(address)),
        () => false,
      );
      const target = resolve(surroundings.folder, values.output ?? offeredName(reply, format));
      if (values.force !== true && existsSync(target))
        throw new CommandProblem(
          'file-exists',
          'there is such a file; say --force to replace it',
          target,
        );
      const value = await save(reply, { target, format }, surroundings);
      return { value, text: textOf(value) };
    } finally {
      await session.close();
    }
  },
};

function formatOf(text: string | undefined): ExportFormat {
  const format = EXPORT_FORMATS.find((each) => each === (text ?? 'edf'));
  if (format === undefined)
    throw new CommandProblem(
      'format-unknown',
      `--format takes ${EXPORT_FORMATS.join(', ')}, not "${text ?? ''}"`,
      '--format',
    );
  return format;
}

/** The server's name for it, as a plain name in the folder where one stands. */
function offeredName(reply: Response, format: ExportFormat): string {
  const [, encoded = ''] =
    /filename\*=UTF-8''([^;]+)/.exec(reply.headers.get('content-disposition') ?? '') ?? [];
  const name = basename(decodeURIComponent(encoded));
  // A control sign in a name would do something to the terminal that prints it.
  return name === '' || name === '.' || name === '..' || /\p{Cc}/u.test(name)
    ? `yamori-export.${EXPORT_ENDINGS[format]}`
    : name;
}

/** Somebody's nights, and with --names who they are: for whoever asked for them. */
const OWNER_ONLY = 0o600;

type Target = { readonly target: string; readonly format: ExportFormat };

/** Under its name only when it is whole: what is cut leaves nothing that looks like a file. */
async function save(
  reply: Response,
  { target, format }: Target,
  { folder, progress }: Surroundings,
): Promise<ExportedRange> {
  const part = `${target}.part`;
  const hash = createHash('sha256');
  const table = EXPORT_ENDINGS[format] === 'csv' ? createTableSummary() : null;
  const expected = Number(reply.headers.get('content-length') ?? Number.NaN);
  let bytes = 0;
  const file = await open(part, 'w', OWNER_ONLY).catch((error: unknown) => {
    throw new CommandProblem(
      'file-unwritable',
      error instanceof Error ? error.message : String(error),
      target,
    );
  });
  try {
    // One that a killed run left may be open to others.
    await file.chmod(OWNER_ONLY);
    for await (const chunk of reply.body ?? []) {
      hash.update(chunk);
      table?.add(chunk);
      await file.writeFile(chunk);
      bytes += chunk.length;
      if (expected > 0) progress(Math.min(0.999, bytes / expected), target);
    }
    await file.sync();
  } catch (error) {
    await rm(part, { force: true });
    throw new CommandProblem(
      'export-cut',
      `the file ended after ${bytes} bytes: ${error instanceof Error ? error.message : String(error)}`,
      target,
    );
  } finally {
    await file.close();
  }
  await rename(part, target);
  progress(1, target);
  return {
    file: target,
    bytes,
    sha256: hash.digest('hex'),
    format,
    contents: table?.summary() ?? inspectFile(readInput(folder, target)),
  };
}

function textOf({ file, bytes, contents }: ExportedRange): string {
  if ('rows' in contents)
    return `${file}: ${bytes} bytes, ${contents.rows} rows of ${contents.columns.length} columns, ${contents.from ?? '-'} to ${contents.to ?? '-'}\n`;
  return inspectionText(file, contents);
}
