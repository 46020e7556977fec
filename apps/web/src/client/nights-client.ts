import {
  analyseReply,
  nightVersionsReply,
  roomNightsPath,
  type AnalyseReply,
  type NightVersion,
} from '@yamori/domain';
import { callJson, type HttpOptions } from './http-call.ts';

/**
 * Analysis of a room's nights; nights are the local dates on which they begin. Every call rejects
 * with a ProblemError.
 */
export type NightsClient = {
  readonly analyse: (
    roomId: string,
    range: { readonly from: string; readonly to: string },
  ) => Promise<AnalyseReply>;
  /** Newest first. */
  readonly versions: (roomId: string, night: string) => Promise<readonly NightVersion[]>;
};

export function createNightsClient(options: HttpOptions): NightsClient {
  return {
    analyse: (roomId, range) =>
      callJson(options, 'POST', `${roomNightsPath(roomId)}/analyse`, range, analyseReply),
    versions: async (roomId, night) =>
      (
        await callJson(
          options,
          'GET',
          `${roomNightsPath(roomId)}/${encodeURIComponent(night)}/versions`,
          undefined,
          nightVersionsReply,
        )
      ).versions,
  };
}
