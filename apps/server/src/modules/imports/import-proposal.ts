import {
  isVisible,
  mayImport,
  roomsVisibleTo,
  getNightDate,
  type Actor,
  type ProposalCall,
  type ProposalReply,
} from '@yamori/domain';
import type { ImportContext } from './import-context.ts';
import { readNightZone } from '../../core/documents/room-place.ts';

type Reason = ProposalReply['rooms'][number]['reason'];

/**
 * Proposes rooms for a recording, among those the member may import to: where its device was at the
 * time, then where it is now.
 */
export async function proposeRooms(
  context: Pick<ImportContext, 'store' | 'timeline'>,
  actor: Actor,
  { serial, from, to }: ProposalCall,
): Promise<ProposalReply> {
  if (serial === null || !SERIAL.test(serial)) return { rooms: [] };
  const rooms = new Map<string, Reason>();
  if (from !== null) {
    const fromUs = Date.parse(from) * 1000;
    const toUs = Math.max(fromUs + 1, (to === null ? Number.NaN : Date.parse(to) * 1000) || 0);
    for (const stay of await context.timeline.assignments.ofDevice(serial, fromUs, toUs))
      if (stay.roomId !== null) rooms.set(stay.roomId, 'stoodThen');
  }
  const [device] = await context.store.read([`device/${serial}`]);
  const now = device?.data['roomId'];
  if (typeof now === 'string' && !rooms.has(now)) rooms.set(now, 'standsNow');
  const proposals = await Promise.all(
    [...rooms].map(([roomId, reason]) => toProposal(context, actor, roomId, reason, from)),
  );
  return { rooms: proposals.filter((room) => room !== null) };
}

const SERIAL = /^[A-Za-z0-9][A-Za-z0-9_-]{0,39}$/;

async function toProposal(
  context: Pick<ImportContext, 'store'>,
  actor: Actor,
  roomId: string,
  reason: Reason,
  from: string | null,
): Promise<ProposalReply['rooms'][number] | null> {
  const [room] = await context.store.read([`room/${roomId}`]);
  if (
    room === undefined ||
    room === null ||
    !isVisible(room, roomsVisibleTo(actor)) ||
    !mayImport(actor, room)
  )
    return null;
  const { domainId } = room.data;
  const { timeZone, nightStartsAt } = await readNightZone(
    context.store,
    typeof domainId === 'string' ? domainId : '',
  );
  return {
    roomId,
    reason,
    night: from === null ? null : getNightDate(Date.parse(from), timeZone, nightStartsAt),
    timeZone,
  };
}
