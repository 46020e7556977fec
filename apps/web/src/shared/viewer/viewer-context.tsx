import type { SessionReply, UserInfo, Visitor } from '@yamori/domain';
import { createContext, useContext } from 'react';

/**
 * The user of the screen, and the organisation that they have selected; null shows all that they
 * can access.
 */
export type Viewer = {
  readonly visitor: Visitor;
  readonly user: UserInfo | null;
  readonly reach: SessionReply['reach'];
  readonly hasOwnHome: boolean;
  readonly organisationId: string | null;
};

export const SIGNED_OUT_VIEWER: Viewer = {
  visitor: { kind: 'signedOut' },
  user: null,
  reach: [],
  hasOwnHome: false,
  organisationId: null,
};

export const ViewerContext = createContext<Viewer>(SIGNED_OUT_VIEWER);

export const useViewer = (): Viewer => useContext(ViewerContext);
