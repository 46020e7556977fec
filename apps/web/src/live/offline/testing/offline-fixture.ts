import type { SessionReply, WireDocument } from '@yamori/domain';
import { keptLog } from '../../testing/kept-log.ts';
import { ManualClock } from '../../testing/manual-clock.ts';
import { keepMember } from '../kept-member.ts';
import { OfflineCopy } from '../offline-copy.ts';
import {
  OFFLINE_DATABASE,
  openOfflineDatabase,
  settled,
  type OfflineDatabase,
  type OfflineStoreName,
} from '../offline-database.ts';

export const aMember = (uid: string): SessionReply => ({
  user: {
    providerId: 'email',
    displayName: 'member',
    email: null,
    phoneNumber: null,
    photoURL: null,
    uid,
    isEmailVerified: true,
    isAnonymous: false,
    loginProviders: [],
    accessLevel: 3,
    domainId: 'home',
    rootDomainId: 'home',
    singleTimeToken: null,
    mfas: [],
    signInTime: '2026-11-21T03:00:00+09:00',
  },
  pending: null,
  ended: null,
  hasOwnHome: false,
  reach: ['home'],
  demonstrationAccounts: [],
  waysIn: {
    password: true,
    line: false,
    google: false,
    saml: false,
    passkey: false,
    anonymous: false,
    signUp: false,
    registerDomain: false,
    domainByMail: false,
    passwordReset: false,
  },
});

export const wire = (
  path: string,
  data: WireDocument['data'] = {},
  version = '1',
): WireDocument => ({
  path,
  data,
  createdAt: '2026-11-21T00:00:00.000Z',
  updatedAt: '2026-11-21T00:00:00.000Z',
  version,
});

/** The browser's own database, emptied, with the member `carer` stored in it. */
export async function createOfflineFixture(memberId = 'carer') {
  await settled(indexedDB.deleteDatabase(OFFLINE_DATABASE));
  const database = await openOfflineDatabase(indexedDB);
  const clock = new ManualClock();
  const log = keptLog();
  await keepMember(database, aMember(memberId), clock.now());
  const copies: OfflineCopy[] = [];
  return {
    database,
    clock,
    log,
    /** As after a reload: memory is lost. */
    openCopy(member = memberId): OfflineCopy {
      const copy = new OfflineCopy({ database, memberId: member, clock, log });
      copies.push(copy);
      return copy;
    },
    async end() {
      for (const copy of copies) {
        copy.close();
        await copy.flush();
      }
      database.close();
      await settled(indexedDB.deleteDatabase(OFFLINE_DATABASE));
    },
  };
}

export const storedIn = (database: OfflineDatabase, name: OfflineStoreName): Promise<unknown[]> =>
  database.transaction([name], 'readonly', async (stores) =>
    settled<unknown[]>(stores(name).getAll()),
  );
