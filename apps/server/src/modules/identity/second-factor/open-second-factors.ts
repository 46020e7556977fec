import type { Logger } from 'pino';
import type { Database } from '../../../core/database/database.ts';
import type { DocumentStore } from '../../../core/documents/document-store.ts';
import type { NotifyOwner } from '../security-emails.ts';
import type { SignInHistory } from '../sign-in-history.ts';
import type { LoginThrottle } from '../passwords/login-throttle.ts';
import { createSecretBox } from '../../../core/secrets/secret-box.ts';
import { createBackupCodes, type BackupCodes } from './backup-codes.ts';
import { createChallengeStore } from './challenge-store.ts';
import { createPasskeyCeremony } from './passkey-ceremony.ts';
import { createPasskeyStore } from './passkey-store.ts';
import { getRelyingParty } from './relying-party.ts';
import { createSecondFactors, type SecondFactors } from './second-factors.ts';
import { createTotpStore } from './totp-store.ts';

type SecondFactorOptions = {
  readonly database: Database;
  readonly log: Logger;
  readonly now: () => Date;
  readonly publicOrigin: string | null;
  readonly secret: string;
  readonly throttle: LoginThrottle;
  readonly history: SignInHistory;
  readonly notifyOwner: NotifyOwner;
  readonly recordActs?: DocumentStore['recordActs'];
};

/** Second factors in this database; secrets are encrypted with the installation's secret. */
export function openSecondFactors(options: SecondFactorOptions): {
  factors: SecondFactors;
  codes: BackupCodes;
  hasPasskeys: boolean;
} {
  const { database, now, log } = options;
  const passkeys = createPasskeyStore(database, now);
  const codes = createBackupCodes(database, options.secret);
  const party = getRelyingParty(options.publicOrigin);
  const ceremony =
    party === null
      ? null
      : createPasskeyCeremony({
          party,
          challenges: createChallengeStore(database, now),
          passkeys,
          log,
        });
  const totp = createTotpStore(database, { box: createSecretBox(options.secret, 'totp'), now });
  return {
    factors: createSecondFactors({ ...options, totp, passkeys, codes, ceremony }),
    codes,
    hasPasskeys: ceremony !== null,
  };
}
