import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import {
  formatUrl,
  EXPORT_ENDINGS,
  EXPORT_FORMATS,
  exportApi,
  type ExportFormat,
} from '@yamori/domain';
import { type Command, CommandProblem, parseArguments, type CommandContext } from '../command.ts';
import { readInput } from '../input-files.ts';
import type { Inspection } from '../inspection/inspection.ts';
import { inspectionText } from '../inspection/inspection-text.ts';
import { isoTime } from '../iso-time.ts';
import {
  expectReply,
  openServerSession,
  retryWhileUnavailable,
  SERVER_OPTIONS,
  SERVER_USAGE,
} from '../server/server-session.ts';
import { inspectFile } from './inspect.ts';
import { createTableSummary, type TableSummary } from '../server/table-summary.ts';

/**
 * The written file: the contract of the command. `contents` is its inspection, or the columns and
 * rows of a table.
 */
type ExportedRange = {
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
    'exports a time range of a room to a file and summarises it; --names includes alias, sex and notes',
  run: async (args, context) => {
    const { values, positionals } = parseArguments(args, {
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
      throw new CommandProblem('usage-wrong', '--room ID, --from ISO and --to ISO are required');
    const format = parseFormat(values.format);
    const address = formatUrl(
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
    const session = await openServerSession(values, context);
    try {
      const reply = await retryWhileUnavailable(
        async () => expectReply(await session.fetch(address)),
        () => false,
      );
      const target = resolve(context.folder, values.output ?? suggestedName(reply, format));
      if (values.force !== true && existsSync(target))
        throw new CommandProblem(
          'file-exists',
          'the file exists; use --force to replace it',
          target,
        );
      const value = await save(reply, { target, format }, context);
      return { value, text: formatExport(value) };
    } finally {
      await session.close();
    }
  },
};

function parseFormat(text: string | undefined): ExportFormat {
  const format = EXPORT_FORMATS.find((each) => each === (text ?? 'edf'));
  if (format === undefined)
    throw new CommandProblem(
      'format-unknown',
      `--format takes ${EXPORT_FORMATS.join(', ')}, not "${text ?? ''}"`,
      '--format',
    );
  return format;
}

/** The file name suggested by the server, if it is a plain one. */
function suggestedName(reply: Response, format: ExportFormat): string {
  const [, encoded = ''] =
    /filename\*=UTF-8''([^;]+)/.exec(reply.headers.get('content-disposition') ?? '') ?? [];
  const name = basename(decodeURIComponent(encoded));
  // Control characters in a name could manipulate the terminal.
  return name === '' || name === '.' || name === '..' || /\p{Cc}/u.test(name)
    ? `yamori-export.${EXPORT_ENDINGS[format]}`
    : name;
}

/** Health data, and with --names personal data: readable by the user only. */
const OWNER_ONLY = 0o600;

type Target = { readonly target: string; readonly format: ExportFormat };

/** Writes to a temporary name first, so that an interrupted export leaves no incomplete file. */
async function save(
  reply: Response,
  { target, format }: Target,
  { folder, progress }: CommandContext,
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
    // A leftover of a killed run may be readable by others.
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
      `download ended after ${bytes} bytes: ${error instanceof Error ? error.message : String(error)}`,
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

function formatExport({ file, bytes, contents }: ExportedRange): string {
  if ('rows' in contents)
    return `${file}: ${bytes} bytes, ${contents.rows} rows of ${contents.columns.length} columns, ${contents.from ?? '-'} to ${contents.to ?? '-'}\n`;
  return inspectionText(file, contents);
}
