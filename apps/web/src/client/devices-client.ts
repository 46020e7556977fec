import {
  deviceAddressReply,
  deviceKeyReply,
  listReply,
  registerDeviceReply,
  stayList,
  type DeviceAddress,
  type RegisterDeviceCall,
  type RegisterDeviceReply,
  type StayList,
} from '@yamori/domain';
import { createContext, useContext } from 'react';
import { callJson, type HttpOptions } from './http-call.ts';
import { NO_REPLY } from './no-reply.ts';

/** Commands about devices (contract/device-messages.ts). Each call rejects with a ProblemError. */
export type DevicesClient = {
  /** The key is told this once; null for what has none. */
  readonly register: (call: RegisterDeviceCall) => Promise<RegisterDeviceReply>;
  /** A new key; the one before it stops working. */
  readonly newKey: (serial: string) => Promise<string>;
  readonly place: (serial: string, roomId: string | null) => Promise<void>;
  readonly retire: (serial: string, retired: boolean) => Promise<void>;
  readonly remove: (serial: string) => Promise<void>;
  readonly staysOfDevice: (serial: string) => Promise<StayList['stays']>;
  readonly staysOfRoom: (roomId: string) => Promise<StayList['stays']>;
  /** Serials of devices that are called so in whatever case, as far as they are seen. */
  readonly alike: (serial: string) => Promise<readonly string[]>;
  readonly address: () => Promise<DeviceAddress>;
};

export function createDevicesClient(options: HttpOptions): DevicesClient {
  const at = (serial: string, act: string): string =>
    `/api/devices/${encodeURIComponent(serial)}/${act}`;
  return {
    register: (call) => callJson(options, 'POST', '/api/devices', call, registerDeviceReply),
    newKey: async (serial) =>
      (await callJson(options, 'POST', at(serial, 'key'), undefined, deviceKeyReply)).key,
    place: (serial, roomId) => callJson(options, 'POST', at(serial, 'room'), { roomId }, NO_REPLY),
    retire: (serial, retired) =>
      callJson(options, 'POST', at(serial, 'retirement'), { retired }, NO_REPLY),
    remove: (serial) => callJson(options, 'POST', at(serial, 'removal'), undefined, NO_REPLY),
    staysOfDevice: async (serial) =>
      (await callJson(options, 'GET', at(serial, 'stays'), undefined, stayList)).stays,
    staysOfRoom: async (roomId) =>
      (
        await callJson(
          options,
          'GET',
          `/api/rooms/${encodeURIComponent(roomId)}/stays`,
          undefined,
          stayList,
        )
      ).stays,
    alike: async (serial) =>
      (await callJson(options, 'GET', at(serial, 'alike'), undefined, listReply)).documents.map(
        ({ path }) => path.slice('device/'.length),
      ),
    address: () => callJson(options, 'GET', '/api/device-address', undefined, deviceAddressReply),
  };
}

export const DevicesClientContext = createContext<DevicesClient | null>(null);

export function useDevicesClient(): DevicesClient {
  const client = useContext(DevicesClientContext);
  if (client === null) throw new Error('DevicesClientContext is missing');
  return client;
}
