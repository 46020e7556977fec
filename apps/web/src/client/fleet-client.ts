import {
  domainsReply,
  fleetReply,
  jobsReply,
  overrideCounts,
  overridesReply,
  recordedReply,
  serverReply,
  usageReply,
  type DeviceRecorded,
  type DomainsPage,
  type DomainSort,
  type DomainRow,
  type Fleet,
  type FleetJobs,
  type JobState,
  type OverrideCounts,
  type Overrides,
  type ServerStanding,
  type UsageReply,
} from '@yamori/domain';
import { createContext, useContext } from 'react';
import { callJson, type HttpOptions } from './http-call.ts';
import { NO_REPLY } from './no-reply.ts';

export type DomainsAsked = {
  readonly text?: string;
  readonly kind?: DomainRow['kind'];
  readonly parent?: string;
  readonly domain?: string;
  readonly sort?: DomainSort;
  readonly descending?: boolean;
  readonly offset?: number;
  readonly limit?: number;
};

/**
 * What the maker's area asks for that lies in no document (contract/fleet-messages.ts). Each call
 * rejects with a ProblemError.
 */
export type FleetClient = {
  readonly fleet: () => Promise<Fleet>;
  readonly server: () => Promise<ServerStanding>;
  readonly jobs: (state: JobState) => Promise<FleetJobs>;
  readonly retryJob: (jobId: string) => Promise<void>;
  readonly usage: (days: number) => Promise<UsageReply>;
  readonly domains: (asked: DomainsAsked) => Promise<DomainsPage>;
  readonly overrideCounts: () => Promise<OverrideCounts>;
  readonly overrides: (key: string) => Promise<Overrides>;
  readonly recorded: (serial: string) => Promise<DeviceRecorded>;
};

export function createFleetClient(options: HttpOptions): FleetClient {
  const get = <Reply>(path: string, reply: Parameters<typeof callJson<Reply>>[4]): Promise<Reply> =>
    callJson(options, 'GET', path, undefined, reply);
  return {
    fleet: () => get('/api/fleet', fleetReply),
    server: () => get('/api/fleet/server', serverReply),
    jobs: (state) => get(`/api/jobs?state=${state}`, jobsReply),
    retryJob: (jobId) =>
      callJson(
        options,
        'POST',
        `/api/jobs/${encodeURIComponent(jobId)}/retry`,
        undefined,
        NO_REPLY,
      ),
    usage: (days) => get(`/api/usage?days=${days}`, usageReply),
    domains: (asked) =>
      get(
        `/api/domains/overview?${new URLSearchParams(Object.entries(asked).flatMap(([name, value]) => (value === '' ? [] : [[name, String(value)]]))).toString()}`,
        domainsReply,
      ),
    overrideCounts: async () => (await get('/api/parameters/overrides', overrideCounts)).parameters,
    overrides: (key) => get(`/api/parameters/${encodeURIComponent(key)}/overrides`, overridesReply),
    recorded: (serial) => get(`/api/devices/${encodeURIComponent(serial)}/recorded`, recordedReply),
  };
}

export const FleetClientContext = createContext<FleetClient | null>(null);

export function useFleetClient(): FleetClient {
  const client = useContext(FleetClientContext);
  if (client === null) throw new Error('FleetClientContext is missing');
  return client;
}
