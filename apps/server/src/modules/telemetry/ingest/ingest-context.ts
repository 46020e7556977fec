import type { Logger } from 'pino';
import type { Bus } from '../../../core/messaging/bus.ts';
import type { Clock } from '../../../core/timeline/timeline-frame.ts';
import type { Timeline } from '../../../core/timeline/timeline.ts';
import type { FindDevice } from './ingest-device.ts';
import type { DeviceStates } from './device-states.ts';
import type { FrameWriter } from './frame-writer.ts';
import type { IngestTally } from './ingest-counters.ts';
import type { IngestLimits } from './ingest-limits.ts';
import type { Transport } from './dead-letter-store.ts';

/** Where a message came from. */
export type Origin = { readonly transport: Transport; readonly address: string };

/** Context shared by the ingest modules. */
export type IngestContext = {
  readonly clock: Clock;
  readonly log: Logger;
  readonly bus: Bus;
  readonly timeline: Timeline;
  readonly limits: IngestLimits;
  readonly instanceId: string;
  readonly tally: IngestTally;
  readonly findDevice: FindDevice;
  readonly devices: DeviceStates;
  readonly writer: FrameWriter;
  readonly shouldLog: (name: string) => boolean;
};
