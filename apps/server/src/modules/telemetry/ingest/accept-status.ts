import { deviceReport, type DeviceReport } from '@yamori/domain';
import type { BusSubscription } from '../../../core/messaging/bus.ts';
import {
  deviceSubject,
  encodeDeviceEvent,
  type DeviceEvent,
} from '../../../core/messaging/device-event.ts';
import type { IngestDevice } from './ingest-device.ts';
import type { IngestContext, Origin } from './ingest-context.ts';
import { deadLetter } from './dead-letter.ts';

/** See `Ingest.acceptStatus`. */
export async function acceptStatus(
  context: IngestContext,
  device: IngestDevice,
  json: string,
  origin: Origin,
  lastWill: boolean,
): Promise<DeviceReport | null> {
  const report = parseReport(json);
  if (report === null) {
    deadLetter(
      context,
      device,
      [{ reason: 'badReport', bytes: new TextEncoder().encode(json) }],
      origin,
    );
    return null;
  }
  context.tally.statusReports += 1;
  await context.devices
    .of(device.serial)
    .inOrder(() => publishReport(context, device.serial, report, lastWill));
  return report;
}

async function publishReport(
  context: IngestContext,
  serial: string,
  report: DeviceReport,
  lastWill: boolean,
): Promise<void> {
  const atMs = Math.floor(context.clock.nowMs());
  const measured =
    lastWill || report.deviceTimeUs === undefined
      ? null
      : await measureClock(context, serial, report.deviceTimeUs);
  if (measured !== null) context.devices.of(serial).clockOffsetUs = measured.measuredUs;
  const appliedUs = measured?.appliedUs ?? context.timeline.clocks.offsetUs(serial);
  if (measured !== null && appliedUs !== 0 && context.shouldLog(`clock/${serial}`)) {
    context.log.warn(
      { serial, offSeconds: Math.round(measured.measuredUs / 1e6) },
      'device clock far off; frames are placed by the server clock; set the device clock',
    );
  }
  const { framesReceived, framesRefused } = context.devices.of(serial);
  const clockOffsetSeconds = measured === null ? null : measured.measuredUs / 1e6;
  const event: DeviceEvent = {
    kind: 'status',
    serial,
    atMs,
    report,
    lastWill,
    clockOffsetSeconds,
    appliedOffsetSeconds: appliedUs / 1e6,
    framesReceived,
    framesRefused,
  };
  context.bus.publish(deviceSubject(serial), encodeDeviceEvent(event));
}

/** How long a report waits for the database. */
const CLOCK_WAIT_MS = 1_000;

/** Heartbeats must work without the database; a later one then records the offset. */
async function measureClock(
  context: IngestContext,
  serial: string,
  deviceTimeUs: number,
): Promise<{ readonly measuredUs: number; readonly appliedUs: number }> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => late.reject(new Error('database did not answer in time')),
    CLOCK_WAIT_MS,
  );
  try {
    return await Promise.race([recordClock(context, serial, deviceTimeUs), late.promise]);
  } catch (error) {
    if (context.shouldLog('clock-unavailable'))
      context.log.warn({ err: error }, 'device clock offset not recorded; the next report retries');
    return {
      measuredUs: deviceTimeUs - Math.round(context.clock.nowMs() * 1000),
      appliedUs: context.timeline.clocks.offsetUs(serial),
    };
  } finally {
    clearTimeout(timer);
  }
}

async function recordClock(
  context: IngestContext,
  serial: string,
  deviceTimeUs: number,
): Promise<{ readonly measuredUs: number; readonly appliedUs: number }> {
  const recorded = await context.timeline.clocks.report(serial, deviceTimeUs);
  if (recorded.changed)
    context.bus.publish(`${CLOCK_SUBJECT}.${serial}`, new TextEncoder().encode(context.instanceId));
  return recorded;
}

/**
 * Subject on which servers ask each other to reload a clock offset: the device may send its next
 * frames to another server.
 */
const CLOCK_SUBJECT = 'clocks';

export function followClocks({
  bus,
  timeline,
  instanceId,
}: Pick<IngestContext, 'bus' | 'timeline' | 'instanceId'>): BusSubscription {
  return bus.subscribe(`${CLOCK_SUBJECT}.>`, (subject, bytes) => {
    if (new TextDecoder().decode(bytes) !== instanceId)
      timeline.clocks.doubt(subject.slice(CLOCK_SUBJECT.length + 1));
  });
}

function parseReport(json: string): DeviceReport | null {
  try {
    const parsed = deviceReport.safeParse(JSON.parse(json));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}
