import {
  clockFitReply,
  importPath,
  importReply,
  proposalReply,
  type ClockFitReply,
  type ImportSettings,
  type ProposalCall,
  type ProposalReply,
} from '@yamori/domain';
import { callJson, type HttpOptions } from '../http-call.ts';

export type ImportCommandName = 'start' | 'rerun' | 'undo' | 'cancel' | 'discard';
export type ImportAt = { readonly roomId: string; readonly sha256: string };

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

export const createImportClient = (options: HttpOptions): ImportClient => ({
  async command(name, { roomId, sha256 }, settings) {
    const body =
      (name === 'start' || name === 'rerun') && settings !== undefined ? { settings } : {};
    await callJson(options, 'POST', `${importPath(roomId, sha256)}/${name}`, body, importReply);
  },
  fitClock: async ({ roomId, sha256 }) =>
    (await callJson(options, 'POST', `${importPath(roomId, sha256)}/clock`, {}, clockFitReply)).fit,
  propose: async (call) =>
    (await callJson(options, 'POST', '/api/imports/proposal', call, proposalReply)).rooms,
});

/** Where the bytes are as they came: an address to download from. */
export const originalAddress = ({ roomId, sha256 }: ImportAt): string =>
  `${importPath(roomId, sha256)}/original`;
