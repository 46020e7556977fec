import type { InvitationView } from '@yamori/domain';

/** What accepting an invitation needs to know, whoever does it. */
export type Joining = {
  readonly invitation: InvitationView;
  readonly domainId: string;
  readonly code: string;
  /** The proof of an address that came in the invitation's mail; empty without one. */
  readonly proof: string;
  /** Goes on into the organisation, with a word of welcome. */
  readonly onJoined: () => Promise<void>;
  /**
   * The way that somebody pressed before their account was there; the account's part of the page
   * goes on with it.
   */
  readonly wantedWay: string | null;
  readonly onWant: (way: string | null) => void;
};
