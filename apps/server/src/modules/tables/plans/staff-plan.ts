import { invitableLevels, isVisible, RULES, type DocumentMap } from '@yamori/domain';
import type { ReadDocument } from '../../../core/documents/document-presentation.ts';
import { invitationsFor } from '../csv-import-store.ts';
import {
  planChange,
  readInBatches,
  rejectRow,
  type PlanContext,
  type PlanRows,
} from './row-plan.ts';

/**
 * Plans rows of staff: changes existing members and invites everyone else, because an account needs
 * the consent of its owner.
 */
export const planStaff: PlanRows<'staff'> = async (context, rows) => {
  const { actor, place, deps, language } = context;
  const emails = rows.map(({ values }) => values.email.toLowerCase());
  const members = await membersByEmail(context, emails);
  const invited = await invitationsFor(deps.database, place.rootDomainId, place.domainId, emails);
  const open = await deps.inviting.stillOpen(invited.map(({ invitationId }) => invitationId));
  const waiting = new Set(
    invited.flatMap(({ email, invitationId }) => (open.has(invitationId) ? [email] : [])),
  );
  const levels: readonly number[] = invitableLevels(actor, {
    id: place.domainId,
    kind: place.domainKind,
  });
  return rows.map(({ values: { staffName, nameKana, email, accessLevel } }) => {
    const member = members.get(email.toLowerCase());
    if (member !== undefined && isVisible(member, RULES.staff.visibleTo(actor))) {
      if (member.data['domainId'] !== place.domainId) return rejectRow('csv-member-elsewhere');
      const fields: DocumentMap = {
        name: staffName,
        accessLevel,
        ...(nameKana === undefined ? {} : { nameKana }),
      };
      return planChange(context, member, fields);
    }
    if (!levels.includes(accessLevel)) return rejectRow('invitation-forbidden');
    if (waiting.has(email.toLowerCase())) return { kind: 'same' };
    return {
      kind: 'invite',
      invited: {
        domainId: place.domainId,
        accessLevel,
        name: staffName,
        email: email.toLowerCase(),
        language,
      },
    };
  });
};

async function membersByEmail(
  { deps }: PlanContext,
  emails: readonly string[],
): Promise<Map<string, ReadDocument>> {
  const found = await deps.database.query<{ path: string; email: string }>({
    name: 'find_members_by_email',
    text: `select path, lower(data->>'email') as email from documents where collection = 'staff' and parent_path = '' and lower(data->>'email') = any($1)`,
    values: [[...emails]],
  });
  const documents = await readInBatches(
    deps,
    found.map(({ path }) => path),
  );
  return new Map(
    found.flatMap(({ path, email }) => {
      const document = documents.get(path);
      return document === undefined ? [] : [[email, document] as const];
    }),
  );
}
