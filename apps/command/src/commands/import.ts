import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { importApi, type ImportSettings } from '@yamori/domain';
import {
  type Command,
  CommandProblem,
  numberOption,
  parseArguments,
  type CommandContext,
} from '../command.ts';
import { isoTime } from '../iso-time.ts';
import {
  expectReply,
  jsonPost,
  openServerSession,
  retryWhileUnavailable,
  SERVER_OPTIONS,
  SERVER_USAGE,
  type ServerSession,
} from '../server/server-session.ts';
import { groupRecordings, type RecordingToUpload } from '../server/recording-files.ts';
import { type ImportFields, readImport, uploadFile } from '../server/upload-file.ts';

/** The result of one import: the contract of the command. */
type ImportedFile = {
  readonly fileName: string;
  readonly sha256: string;
  readonly state: ImportFields['state'];
  readonly frames: number;
  readonly addedFrames: number;
  readonly repeatedFrames: number;
  readonly gaps: number;
  /** Local date of the night in which the recording begins; null if unknown. */
  readonly night: string | null;
  readonly problems: readonly {
    readonly code: string;
    readonly byteOffset: number | null;
    readonly count: number;
    readonly file?: string;
  }[];
};

const POLL_INTERVAL_MS = 400;

export const importFiles: Command = {
  name: 'import',
  usage: `FILE … --room ID [--rate HZ] [--start ISO] ${SERVER_USAGE} [--json]`,
  summary:
    'uploads recordings to a room of a server, resuming an interrupted upload, and waits until they are stored',
  run: async (args, context) => {
    const { values, positionals } = parseArguments(args, {
      ...SERVER_OPTIONS,
      room: { type: 'string' },
      rate: { type: 'string' },
      start: { type: 'string' },
    });
    if (positionals.length === 0) throw new CommandProblem('usage-wrong', 'FILE is missing');
    if (values.room === undefined || values.room === '')
      throw new CommandProblem('usage-wrong', '--room ID is required');
    const settings: ImportSettings = {
      ...(values.rate === undefined
        ? {}
        : { sampleRateHz: numberOption('rate', values.rate, [1e-6, 100_000]) }),
      ...(values.start === undefined
        ? {}
        : { startedAt: new Date(isoTime('start', values.start)).toISOString() }),
    };
    const recordings = groupRecordings(
      positionals.map((name) => existingFile(context.folder, name)),
    );
    const session = await openServerSession(values, context);
    try {
      const uploads: ImportedFile[] = [];
      for (const recording of recordings)
        uploads.push(
          await importFile(session, { recording, roomId: values.room, settings }, context),
        );
      return {
        value: { uploads },
        text: `${uploads.map(line).join('\n')}\n`,
        isRefused: uploads.some(({ state }) => state !== 'done'),
      };
    } finally {
      await session.close();
    }
  },
};

function existingFile(folder: string, name: string): string {
  const path = resolve(folder, name);
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined) throw new CommandProblem('file-missing', 'no such file', name);
  if (!found.isFile()) throw new CommandProblem('file-folder', 'not a file', name);
  return path;
}

type Importing = {
  readonly recording: RecordingToUpload;
  readonly roomId: string;
  readonly settings: ImportSettings;
};

async function importFile(
  session: ServerSession,
  { recording, roomId, settings }: Importing,
  { progress }: CommandContext,
): Promise<ImportedFile> {
  const { path } = recording;
  const { fileName, sha256 } = await uploadFile(session, {
    recording,
    roomId,
    settings,
    onProgress: (share) => progress(0.5 * share, path),
  });
  const fields = await waitUntilDone(session, roomId, sha256, (share) =>
    progress(0.5 + 0.5 * share, path),
  );
  progress(1, path);
  const faults = fields.faults.map(({ code, byteOffset, count, file }) => ({
    code,
    byteOffset,
    count,
    ...(file === undefined ? {} : { file }),
  }));
  return {
    fileName,
    sha256,
    state: fields.state,
    frames: fields.frames,
    addedFrames: fields.addedFrames,
    repeatedFrames: fields.repeatedFrames,
    gaps: fields.gaps,
    night: await findNight(session, roomId, fields),
    problems:
      fields.error === null
        ? faults
        : [{ code: fields.error, byteOffset: null, count: 1 }, ...faults],
  };
}

const FINAL_STATES: ReadonlySet<ImportFields['state']> = new Set([
  'done',
  'failed',
  'undone',
  'ready',
]);

async function waitUntilDone(
  session: ServerSession,
  roomId: string,
  sha256: string,
  onProgress: (share: number) => void,
): Promise<ImportFields> {
  for (;;) {
    const fields = await retryWhileUnavailable(
      () => readImport(session, roomId, sha256),
      () => false,
    );
    if (FINAL_STATES.has(fields.state)) return fields;
    onProgress(fields.progress);
    await pause(POLL_INTERVAL_MS);
  }
}

/** Only the server knows when a night of this organisation begins. */
async function findNight(
  session: ServerSession,
  roomId: string,
  { deviceSerial, from, to }: ImportFields,
): Promise<string | null> {
  if (deviceSerial === null || from === null) return null;
  const reply = await expectReply(
    await session.fetch(
      importApi.propose.path,
      jsonPost({ serial: deviceSerial, from: from.toISOString(), to: to?.toISOString() ?? null }),
    ),
  );
  return (
    importApi.propose.reply.parse(await reply.json()).rooms.find((room) => room.roomId === roomId)
      ?.night ?? null
  );
}

const line = ({
  fileName,
  state,
  frames,
  addedFrames,
  gaps,
  night,
  problems,
}: ImportedFile): string =>
  `${state.padEnd(8)} ${fileName}  ${frames} frames, ${addedFrames} new, ${gaps} gaps${night === null ? '' : `, night of ${night}`}${problems.map(({ code, byteOffset, file }) => `\n         ${code}${byteOffset === null ? '' : ` at byte ${byteOffset}`}${file === undefined ? '' : ` of ${file}`}`).join('')}`;
