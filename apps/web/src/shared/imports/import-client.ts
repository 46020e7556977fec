import {
  addressOf,
  importApi,
  type ClockFitReply,
  type ImportSettings,
  type ProposalCall,
  type ProposalReply,
} from '@yamori/domain';
import type { HttpOptions } from '../../api/http-call.ts';
import { createHttp } from '../../api/http.ts';

export type ImportCommandName = 'start' | 'rerun' | 'undo' | 'cancel' | 'discard';
type ImportAt = { readonly roomId: string; readonly sha256: string };

/** What people do with an import besides sending it. Each call rejects with a ProblemError. */
export type ImportClient = {
  readonly command: (
    name: ImportCommandName,
    at: ImportAt,
    settings?: ImportSettings,
  ) => Promise<void>;
  /** How the recording's clock goes against what stands in the room; null where nothing fits. */
  readonly fitClock: (at: ImportAt) => Promise<ClockFitReply['fit']>;
  /** Rooms that a recording most likely belongs to. */
  readonly propose: (call: ProposalCall) => Promise<ProposalReply['rooms']>;
};

export function createImportClient(options: HttpOptions): ImportClient {
  const http = createHttp(options);
  return {
    async command(name, params, settings) {
      const body =
        (name === 'start' || name === 'rerun') && settings !== undefined ? { settings } : {};
      await http.call(importApi[name], { params, body });
    },
    fitClock: async (params) => (await http.call(importApi.fitClock, { params })).fit,
    propose: async (body) => (await http.call(importApi.propose, { body })).rooms,
  };
}

/** Where the bytes are as they came: an address to download from. */
export const originalAddress = (at: ImportAt): string => addressOf(importApi.original, at);
