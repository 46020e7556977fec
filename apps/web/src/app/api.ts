import { accidentApi, profileApi, usageApi, type Language, type UsageReport } from '@yamori/domain';
import { apiHook } from '../api/http-context.ts';

export const useMemberLanguageApi = apiHook((http) => ({
  read: async (): Promise<Language | null> => (await http.call(profileApi.read)).language,
  store: (language: Language) => http.call(profileApi.change, { body: { language } }),
}));

/** Reports that an alarm sounds on this page. */
export const useHeardApi = apiHook((http) => ({
  reportHeard: (roomId: string, accidentId: string): Promise<unknown> =>
    http.call(accidentApi.heard, { params: { roomId, accidentId }, body: {} }),
}));

/** Sent while the page closes, too. @returns whether the browser accepted it */
export const sendUsageReport = (report: UsageReport): boolean =>
  navigator.sendBeacon(
    usageApi.report.path,
    new Blob([JSON.stringify(report)], { type: 'application/json' }),
  );
