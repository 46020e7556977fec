import { BOARD_NIGHTS, isAtBedside, nightFigureApi, roomsVisibleTo } from '@yamori/domain';
import { z } from 'zod';
import type { Core } from '../../core/context.ts';
import type { Queries } from '../../core/database/database.ts';
import { disclose } from '../../core/http/disclosures.ts';
import { route, type Route } from '../../core/http/route.ts';
import { closeAll } from '../../core/lifecycle.ts';
import type { RetryJob } from '../../core/messaging/jobs/job-kind.ts';
import type { QueueStats } from '../../core/messaging/jobs/fair-queue.ts';
import type { Module } from '../../core/module.ts';
import { putRequests } from './analysis/analysis-requests-store.ts';
import { NIGHT_JOB } from './analysis/night-context.ts';
import { openNights, type Nights } from './analysis/nights.ts';
import { startNightFigures } from './figures/fill-night-figures.ts';
import { listOrganisations, readFigures } from './figures/night-figures-store.ts';
import { readRoomStreams, type RoomRange, type RoomStream } from './room-streams-store.ts';
import { openTimelineRoutes } from './timeline-routes.ts';

type NightOptions = {
  /** False: other servers analyse the nights that are requested here. */
  readonly analysesNights: boolean;
  /** Maximum number of nights that may wait per organisation. */
  readonly maxWaiting: number;
};

type NightModule = Module &
  Nights & {
    readonly close: () => Promise<void>;
    readonly readStreams: (range: RoomRange, maxChannels: number) => Promise<RoomStream[]>;
    /** Reruns a failed analysis. */
    readonly retries: Readonly<Record<string, RetryJob>>;
    readonly turns: Readonly<Record<'tiles' | 'tomographs', () => QueueStats>>;
  };

/** Analysis of nights, their figures, and a room's timeline. */
export function openNightModule(core: Core, options: NightOptions): NightModule {
  const nights = openNights({
    ...core,
    analyses: options.analysesNights,
    maxWaiting: options.maxWaiting,
  });
  const timeline = openTimelineRoutes(core);
  const stopFigures = startNightFigures(core);
  return {
    ...nights,
    routes: [...nights.routes, ...figureRoutes(core), ...timeline.routes],
    close: closeAll([stopFigures, nights.close]),
    readStreams: (range, maxChannels) => readRoomStreams(core, range, maxChannels),
    retries: { [NIGHT_JOB]: retryNight(core) },
    turns: { tiles: timeline.tiles, tomographs: timeline.tomographs },
  };
}

const retryNight = ({ jobs }: Core): RetryJob => ({
  may: () => true,
  order: async (queries, { rootDomainId, subject, parameters }) => {
    const separator = subject.lastIndexOf('/');
    await putRequests(queries, rootDomainId, subject.slice(0, separator), [
      subject.slice(separator + 1),
    ]);
    return jobs.add(queries, {
      rootDomainId,
      kind: NIGHT_JOB,
      subject,
      parameters: z.record(z.string(), z.unknown()).catch({}).parse(parameters),
    });
  },
});

/** Figures of the nights that the caller may see. */
function figureRoutes({ database }: { readonly database: Queries }): readonly Route[] {
  return [
    route(nightFigureApi.read, async ({ actor, body, request }) => {
      const rooms = await readFigures(database, body, roomsVisibleTo(actor));
      // Staff on duty see the newest nights on the board; that is not recorded (decision 026).
      if (isAtBedside(actor) && body.nights.kind === 'newest' && body.nights.count <= BOARD_NIGHTS)
        return { rooms };
      const [only] = rooms;
      if (rooms.length === 1 && only !== undefined)
        disclose(request, { action: 'nightsRead', path: `room/${only.roomId}` });
      else
        for (const domainId of await listOrganisations(database, rooms))
          disclose(request, { action: 'nightsRead', path: `domain/${domainId}` });
      return { rooms };
    }),
  ];
}
