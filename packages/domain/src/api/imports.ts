import { z } from 'zod';
import { recordingClock } from '../collections/upload-history.ts';
import { importSettings, sha256 } from '../contract/import-messages.ts';
import { pathId } from './address.ts';
import { endpoint } from './endpoint.ts';

/** `settings`: for `start` and `rerun`; omitted ones stay unchanged. */
const body = z.strictObject({ settings: importSettings.optional() });
const accepted = z.strictObject({ path: z.string(), accepted: z.literal(true) });

/**
 * Drift of the recording's clock against the room's timeline; null if nothing of the same kind
 * overlaps or fits.
 */
const clockFit = z.strictObject({
  fit: z
    .strictObject({
      ...recordingClock.shape,
      certainty: z.number().min(0).max(1),
      kind: z.string(),
      overlapSeconds: z.number().min(0),
    })
    .nullable(),
});
export type ClockFitReply = z.infer<typeof clockFit>;

/**
 * The suggested room and time of a recording. `from` and `to`: absolute times; null if the file
 * does not contain them.
 */
const recording = z.strictObject({
  serial: z.string().max(255).nullable(),
  from: z.iso.datetime({ offset: true }).nullable(),
  to: z.iso.datetime({ offset: true }).nullable(),
});
export type ProposalCall = z.infer<typeof recording>;

const proposal = z.strictObject({
  /**
   * Rooms that the member may import to, likeliest first: the device's room at that time, then its
   * current room.
   */
  rooms: z.array(
    z.strictObject({
      roomId: z.string(),
      reason: z.enum(['stoodThen', 'standsNow']),
      night: z.iso.date().nullable(),
      timeZone: z.string(),
    }),
  ),
});
export type ProposalReply = z.infer<typeof proposal>;

const params = z.object({ roomId: pathId, sha256 });
const OF_IMPORT = ['document-not-found', 'import-forbidden', 'import-not-found'] as const;

/**
 * Replies 202 and continues in the background; the document `room/{roomId}/uploadHistory/{sha256}`
 * shows the progress.
 */
const command = <const Name extends string>(name: Name, summary: string) =>
  endpoint({
    method: 'POST',
    path: `/api/rooms/:roomId/imports/:sha256/${name}`,
    summary,
    caller: 'member',
    params,
    body,
    reply: accepted,
    problems: [...OF_IMPORT, 'import-state-conflict', 'import-in-use', 'import-original-missing'],
  });

/** Actions on an import besides the upload (contract/import-messages.ts). */
export const importApi = {
  start: command('start', 'Approve an import: its data is stored once the file has been checked'),
  /** Removes what the import has added. */
  rerun: command('rerun', 'Import a file again, replacing the data that it added'),
  undo: command('undo', 'Undo an import: remove the data that it added'),
  cancel: command('cancel', 'Cancel an import and remove what it has stored so far'),
  discard: command('discard', 'Delete the original of an import that added no data'),
  /** For an import that waits in `ready`. */
  fitClock: endpoint({
    method: 'POST',
    path: '/api/rooms/:roomId/imports/:sha256/clock',
    summary: "Estimate the clock error of a recording by comparing it with the room's timeline",
    caller: 'member',
    params,
    reply: clockFit,
    problems: [
      ...OF_IMPORT,
      'import-state-conflict',
      'import-original-missing',
      'limit-clock-fits',
    ],
  }),
  original: endpoint({
    method: 'GET',
    path: '/api/rooms/:roomId/imports/:sha256/original',
    summary: 'Download the original of an imported file',
    caller: 'member',
    params,
    file: ['application/octet-stream'],
    problems: [...OF_IMPORT, 'import-original-missing'],
  }),
  propose: endpoint({
    method: 'POST',
    path: '/api/imports/proposal',
    summary: 'Propose rooms for a recording, best match first',
    caller: 'member',
    body: recording,
    reply: proposal,
    problems: [],
  }),
};
