import { useMemo } from 'react';
import { createMembersClient } from '../client/members-client.ts';
import { useAct } from '../features/account/confirm/use-act.tsx';
import { StaffContext } from '../features/staff/staff-context.ts';
import { StaffScreen } from '../features/staff/staff-screen.tsx';

/** The staff of an organisation, with the account's own way to ask somebody who they are. */
export function StaffEntry() {
  const act = useAct();
  const side = useMemo(() => ({ client: createMembersClient({ fetch: (url, init) => globalThis.fetch(url, init) }), act }), [act]);
  return <StaffContext value={side}><StaffScreen /></StaffContext>;
}
