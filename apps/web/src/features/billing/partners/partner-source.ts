import { ProblemError, type partnerCollection, type Problem } from '@yamori/domain';
import { isWhole, type DocumentOf } from '../../../live/documents/document-reader.ts';
import {
  useLiveDocument,
  useDocuments,
  type ProductDocuments,
} from '../../../live/documents/documents-context.tsx';
import { useWholeQuery } from '../../../live/documents/use-whole-query.ts';
import { mergeValues } from '../../../kit/form/three-way.ts';
import type { MergedSave } from '../../../kit/form/use-conflict-save.ts';
import type { ListStatus } from '../../../live/documents/live-result.ts';

export type Partner = DocumentOf<typeof partnerCollection>;

export function usePartners(agencyId: string): {
  readonly partners: readonly Partner[];
  readonly status: ListStatus;
  /** There are more than one list holds. */
  readonly isTruncated: boolean;
} {
  const { found, isTruncated } = useWholeQuery(
    useDocuments().collection(`domain/${agencyId}/partner`).orderBy('name'),
  );
  if (found.kind === 'failed' || found.kind === 'refused')
    return { partners: [], status: { kind: 'failed', problem: found.problem }, isTruncated };
  return found.kind === 'loading'
    ? { partners: [], status: { kind: 'loading' }, isTruncated }
    : {
        partners: found.value.filter((partner): partner is Partner => isWhole(partner)),
        status: { kind: 'shown', complete: true },
        isTruncated,
      };
}

type FoundPartner =
  | { readonly kind: 'loading' }
  | { readonly kind: 'failed'; readonly problem: Problem }
  | { readonly kind: 'gone' }
  | { readonly kind: 'found'; readonly partner: Partner };

export function usePartner(agencyId: string, partnerId: string): FoundPartner {
  const found = useLiveDocument(`domain/${agencyId}/partner/${partnerId}`);
  if (found.kind === 'failed' || found.kind === 'refused')
    return { kind: 'failed', problem: found.problem };
  if (found.kind === 'loading') return found;
  return found.value !== null && isWhole(found.value)
    ? { kind: 'found', partner: found.value }
    : { kind: 'gone' };
}

export type PartnerValues = {
  readonly code: string;
  readonly name: string;
  readonly state: Partner['state'] | '';
  readonly contact: string;
  readonly email: string;
  readonly phone: string;
  readonly address: string;
  readonly note: string;
  /** In percent. */
  readonly margin: number | null;
};

export const NEW_PARTNER: PartnerValues = {
  code: '',
  name: '',
  state: 'active',
  contact: '',
  email: '',
  phone: '',
  address: '',
  note: '',
  margin: 0,
};
/** To a hundredth of a percent, the precision of bills. */
const toPercent = (margin: number): number => Math.round(margin * 10_000) / 100;

export const partnerValues = ({
  code,
  name,
  state,
  contact,
  email,
  phone,
  address,
  note,
  margin,
}: Partner): PartnerValues => ({
  code,
  name,
  state,
  contact,
  email,
  phone,
  address,
  note,
  margin: toPercent(margin),
});

export function partnerFields<Values extends Partial<PartnerValues>>(
  values: Values,
): Partial<
  Omit<PartnerValues, 'state'> & { readonly state: Partner['state']; readonly margin: number }
> {
  const { margin, state, ...texts } = values;
  return {
    ...Object.fromEntries(
      Object.entries(texts).map(([name, text]) => [
        name,
        typeof text === 'string' ? text.trim() : text,
      ]),
    ),
    ...(margin === undefined ? {} : { margin: Math.round((margin ?? 0) * 100) / 10_000 }),
    ...(state === undefined || state === '' ? {} : { state }),
  };
}

/** Writes the changes since `base`; with conflicts, returns them and writes nothing. */
export const savePartner = (
  documents: ProductDocuments,
  path: `domain/${string}/partner/${string}`,
  base: PartnerValues,
  mine: PartnerValues,
): Promise<MergedSave<PartnerValues>> =>
  documents.transaction<MergedSave<PartnerValues>>(async (transaction) => {
    const place = documents.doc(path);
    const found = await transaction.get(place);
    if (found === null || !isWhole(found)) throw new ProblemError('document-not-found');
    const theirs = partnerValues(found);
    const { changes, conflicts } = mergeValues(base, mine, theirs);
    if (conflicts.length > 0) return { kind: 'conflict', theirs, conflicts };
    if (Object.keys(changes).length > 0) transaction.update(place, partnerFields(changes));
    return { kind: 'saved', values: { ...theirs, ...changes } };
  });
