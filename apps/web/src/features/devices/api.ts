import {
  deviceApi,
  platformApi,
  type DeviceAddress,
  type DeviceRecorded,
  type Fleet,
  type RegisterDeviceCall,
  type StayList,
} from '@yamori/domain';
import { useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import { useCallback } from 'react';
import { apiHook, useHttp } from '../../api/http-context.ts';

const RECORDED_REFRESH_MS = 5_000;

/** Counts of all devices by type; the cache of the platform's overview. */
export function useFleet(): UseQueryResult<Fleet> {
  const http = useHttp();
  return useQuery({
    queryKey: ['master', 'fleet'],
    queryFn: () => http.call(platformApi.fleet),
    networkMode: 'always',
  });
}

/** The device's rooms, newest first. */
export function useStays(
  serial: string,
  networkMode: 'online' | 'always',
): UseQueryResult<StayList> {
  const http = useHttp();
  return useQuery({
    queryKey: ['stays', 'device', serial],
    queryFn: () => http.call(deviceApi.staysOfDevice, { params: { serial } }),
    networkMode,
  });
}

export function useReloadStays(): () => void {
  const queries = useQueryClient();
  return useCallback(() => void queries.invalidateQueries({ queryKey: ['stays'] }), [queries]);
}

export function useRecorded(serial: string): UseQueryResult<DeviceRecorded> {
  const http = useHttp();
  return useQuery({
    queryKey: ['master', 'recorded', serial],
    queryFn: () => http.call(deviceApi.recorded, { params: { serial } }),
    refetchInterval: RECORDED_REFRESH_MS,
    networkMode: 'always',
  });
}

/** Where network devices connect. */
export function useDeviceAddress(): UseQueryResult<DeviceAddress> {
  const http = useHttp();
  return useQuery({
    queryKey: ['device-address'],
    queryFn: () => http.call(deviceApi.address),
  });
}

export const useDeviceApi = apiHook((http) => ({
  register: (body: RegisterDeviceCall) => http.call(deviceApi.register, { body }),
  /** Null takes the device out of its room. */
  place: (serial: string, roomId: string | null) =>
    http.call(deviceApi.place, { params: { serial }, body: { roomId } }),
  retire: (serial: string, retired: boolean) =>
    http.call(deviceApi.retire, { params: { serial }, body: { retired } }),
  remove: (serial: string) => http.call(deviceApi.remove, { params: { serial } }),
  renewKey: async (serial: string): Promise<string> =>
    (await http.call(deviceApi.newKey, { params: { serial } })).key,
  /** Serials that differ only in case. */
  similarSerials: async (serial: string): Promise<string[]> => {
    const { documents } = await http.call(deviceApi.alike, { params: { serial } });
    return documents.map(({ path }) => path.slice('device/'.length));
  },
}));
