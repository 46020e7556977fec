import type { SessionReply, UserInfo, Visitor } from '@yamori/domain';
import { createContext, useContext } from 'react';

/**
 * Who looks at the screen, and which organisation they have chosen to see; null shows all they
 * reach.
 */
export type Viewer = {
  readonly visitor: Visitor;
  readonly user: UserInfo | null;
  readonly reach: SessionReply['reach'];
  readonly organisationId: string | null;
};

export const SIGNED_OUT_VIEWER: Viewer = {
  visitor: { kind: 'signedOut' },
  user: null,
  reach: [],
  organisationId: null,
};

export const ViewerContext = createContext<Viewer>(SIGNED_OUT_VIEWER);

export const useViewer = (): Viewer => useContext(ViewerContext);
