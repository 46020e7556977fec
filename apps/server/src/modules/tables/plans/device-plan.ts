import { isVisible, RULES, type DocumentMap } from '@yamori/domain';
import { documentsByKey, planChange, planCreate, rejectRow, type PlanRows } from './row-plan.ts';

/** Plans rows of devices: matches devices by serial, types by code and rooms by name. */
export const planDevices: PlanRows<'device'> = async (context, rows) => {
  const { domainId, rootDomainId } = context.place;
  const [existing, types, rooms] = await Promise.all([
    documentsByKey(
      context,
      'device',
      rows.map(({ values }) => [values.serial]),
    ),
    documentsByKey(
      context,
      'deviceType',
      rows.map(({ values }) => [values.typeCode]),
    ),
    documentsByKey(
      context,
      'room',
      rows.flatMap(({ values }) =>
        values.roomName === undefined ? [] : [[domainId, values.roomName]],
      ),
    ),
  ]);
  return rows.map(({ values }) => {
    const { serial, typeCode, deviceName, roomName, connection, firmware, note } = values;
    const type = types.get(typeCode);
    if (type === undefined) return rejectRow('csv-type-unknown', { code: typeCode });
    const room = roomName === undefined ? undefined : rooms.get(`${domainId}\n${roomName}`);
    if (roomName !== undefined && room === undefined)
      return rejectRow('csv-room-unknown', { room: roomName });
    const fields: DocumentMap = {
      typeId: type.id,
      ...(deviceName === undefined ? {} : { name: deviceName }),
      ...(room === undefined ? {} : { roomId: room.id }),
      ...(connection === undefined ? {} : { connection }),
      ...(firmware === undefined ? {} : { firmware }),
      ...(note === undefined ? {} : { note }),
    };
    const before = existing.get(serial);
    if (before === undefined) {
      const data: DocumentMap = {
        connection: 'network',
        roomId: null,
        ...fields,
        serial,
        domainId,
        rootDomainId,
      };
      return planCreate(context, 'device', serial, data, data);
    }
    if (!isVisible(before, RULES.device.visibleTo(context.actor)))
      return rejectRow('document-forbidden');
    // A table for one organisation cannot take devices from another.
    return before.data['domainId'] === domainId
      ? planChange(context, before, fields)
      : rejectRow('csv-device-elsewhere');
  });
};
