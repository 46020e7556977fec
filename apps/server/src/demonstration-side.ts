import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { ACCESS_LEVELS, ProblemError, type Actor } from '@yamori/domain';
import type { App } from './app.ts';
import { DEMONSTRATION_MEMBERS } from './features/demonstration/demonstration-accounts.ts';
import { RECORDED_ROOMS, type DemonstrationRecordings } from './features/demonstration/demonstration-recordings.ts';

/** Nights with samples of the demonstration: recordings that a member of it imports, as people do. */
export function demonstrationRecordings(app: Pick<App, 'identity' | 'importing' | 'devices' | 'store'>, folder: string): DemonstrationRecordings {
  const { uploads } = app.importing.imports;
  return {
    roomIds: RECORDED_ROOMS, folder,
    hasSamples: async (serial, fromMs, toMs) => (await app.devices.timeline.coverage(serial, fromMs * 1000, toMs * 1000)).length > 0,
    async bring(roomId, fileName, path) {
      const importer = await importerOf(app, roomId);
      const { size } = await stat(path);
      try {
        const upload = await uploads.create(importer, { roomId, fileName, sha256: await hashOf(path), autoStart: true, settings: {} }, size);
        if (upload.offsetBytes < size) await uploads.receive(importer, upload.uploadId, upload.offsetBytes, createReadStream(path, { start: upload.offsetBytes }));
      } catch (error) {
        // Brought by an earlier start, and on its way to the timeline.
        if (!(error instanceof ProblemError && error.problem.code === 'import-exists')) throw error;
      }
    },
  };
}

/** The demonstration's staff, as if they were of the room's home. */
async function importerOf({ identity, store }: Pick<App, 'identity' | 'store'>, roomId: string): Promise<Actor> {
  const member = DEMONSTRATION_MEMBERS.find(({ levelName }) => levelName === 'generalStaff');
  const [room, own] = await store.read([`room/${roomId}`, `staff/${member?.userId ?? ''}`]);
  const userId = own?.id ?? (await identity.findUserId(member?.email ?? ''));
  const { domainId, rootDomainId } = room?.data ?? {};
  if (userId === null || typeof domainId !== 'string' || typeof rootDomainId !== 'string') throw new Error('the demonstration has no staff for this room');
  return { userId, accessLevel: ACCESS_LEVELS.generalStaff, domainId, rootDomainId, reach: { kind: 'domains', domainIds: new Set([domainId]) }, singleTimeToken: null };
}

async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const part of createReadStream(path)) hash.update(part);
  return hash.digest('hex');
}
