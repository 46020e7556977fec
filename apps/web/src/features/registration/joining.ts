import type { InvitationView } from '@yamori/domain';

/** The parameters of accepting an invitation, for all kinds of visitors. */
export type Joining = {
  readonly invitation: InvitationView;
  readonly domainId: string;
  readonly code: string;
  /** The proof of an address from the invitation's mail; empty without one. */
  readonly proof: string;
  /** Opens the organisation with a welcome message. */
  readonly onJoined: () => Promise<void>;
  /**
   * The provider that was chosen before the account existed; the page for guests continues with it.
   */
  readonly wantedWay: string | null;
  readonly onWant: (way: string | null) => void;
};
