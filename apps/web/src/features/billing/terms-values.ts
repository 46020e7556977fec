import {
  billTermsCollection,
  MAX_UNIT_PRICE_YEN,
  ProblemError,
  TAX_PERCENTS,
  type DocumentData,
  type TaxPercent,
} from '@yamori/domain';
import { isWhole, type DocumentOf } from '../../live/documents/document-reader.ts';
import type { ProductDocuments } from '../../live/documents/documents-context.tsx';
import { mergeValues } from '../../kit/form/three-way.ts';
import type { MergedSave } from '../../kit/form/use-conflict-save.ts';

export type Terms = DocumentOf<typeof billTermsCollection>;
type PriceValue = {
  readonly typeId: string;
  readonly unitPrice: number | null;
  readonly taxPercent: string;
};
export type TermsValues = {
  readonly issuerName: string;
  readonly registrationNumber: string;
  readonly address: string;
  readonly contact: string;
  readonly bank: string;
  readonly dueDays: number | null;
  readonly unitPrice: number | null;
  readonly taxPercent: string;
  readonly prices: readonly PriceValue[];
};

export const MAX_DUE_DAYS = 180;
const NEW: TermsValues = {
  issuerName: '',
  registrationNumber: '',
  address: '',
  contact: '',
  bank: '',
  dueDays: 30,
  unitPrice: null,
  taxPercent: '10',
  prices: [],
};

export const toValues = (terms: DocumentData<'billTerms'> | null): TermsValues =>
  terms === null
    ? NEW
    : {
        issuerName: terms.issuerName,
        registrationNumber: terms.registrationNumber,
        address: terms.address,
        contact: terms.contact,
        bank: terms.bank,
        dueDays: terms.dueDays,
        unitPrice: terms.unitPrice,
        taxPercent: String(terms.taxPercent),
        prices: terms.prices.map(({ typeId, unitPrice, taxPercent }) => ({
          typeId,
          unitPrice,
          taxPercent: String(taxPercent),
        })),
      };

const parseTaxPercent = (text: string): TaxPercent =>
  TAX_PERCENTS.find((percent) => String(percent) === text) ?? 10;

const toFields = (values: TermsValues): DocumentData<'billTerms'> => ({
  issuerName: values.issuerName.trim(),
  registrationNumber: tidyRegistration(values.registrationNumber),
  address: values.address.trim(),
  contact: values.contact.trim(),
  bank: values.bank.trim(),
  dueDays: values.dueDays ?? 0,
  unitPrice: values.unitPrice ?? 0,
  taxPercent: parseTaxPercent(values.taxPercent),
  prices: values.prices.map(({ typeId, unitPrice, taxPercent }) => ({
    typeId,
    unitPrice: unitPrice ?? 0,
    taxPercent: parseTaxPercent(taxPercent),
  })),
});

/** A type's own price; null: the default price. */
type TypePrice = Omit<PriceValue, 'typeId'> | null;
/** The form for merging: each type's price is a separate field. */
export type MergedTerms = Omit<TermsValues, 'prices'> & {
  readonly [field: `price ${string}`]: TypePrice | undefined;
};
const PRICE = 'price ';
/** For a field of `MergedTerms`: the type of the price. */
export const getFieldType = (field: string): string | null =>
  field.startsWith(PRICE) ? field.slice(PRICE.length) : null;

export function mergedTerms({ prices, ...rest }: TermsValues): MergedTerms {
  return {
    ...rest,
    ...Object.fromEntries(prices.map(({ typeId, ...price }) => [`${PRICE}${typeId}`, price])),
  };
}

export function mergeTerms(merged: MergedTerms): TermsValues {
  const { issuerName, registrationNumber, address, contact, bank, dueDays, unitPrice, taxPercent } =
    merged;
  const prices = Object.entries(merged).flatMap(([field, value]) => {
    const typeId = getFieldType(field);
    return typeId === null || typeof value !== 'object' || value === null
      ? []
      : [{ typeId, unitPrice: value.unitPrice, taxPercent: value.taxPercent }];
  });
  return {
    issuerName,
    registrationNumber,
    address,
    contact,
    bank,
    dueDays,
    unitPrice,
    taxPercent,
    prices,
  };
}

/** A type without an entry has the default price. */
function alike(all: readonly MergedTerms[]): MergedTerms[] {
  const typeIds = new Set(
    all.flatMap((terms) => Object.keys(terms).flatMap((field) => getFieldType(field) ?? [])),
  );
  return all.map((terms) => ({
    ...terms,
    ...Object.fromEntries(
      [...typeIds].map((typeId) => [`${PRICE}${typeId}`, terms[`${PRICE}${typeId}`] ?? null]),
    ),
  }));
}

/** Normalises `Ｔ９２３…` and `t923…` to `T923…`. */
export const tidyRegistration = (text: string): string =>
  text.normalize('NFKC').trim().toUpperCase();

/** Whole yen, from zero to the maximum. */
export const isPrice = (value: number | null): boolean =>
  value !== null && Number.isInteger(value) && value >= 0 && value <= MAX_UNIT_PRICE_YEN;

/** Writes the changes since `base`; with conflicts, returns them and writes nothing. */
export const saveTerms = (
  documents: ProductDocuments,
  agencyId: string,
  before: MergedTerms,
  wanted: MergedTerms,
): Promise<MergedSave<MergedTerms>> =>
  documents.transaction<MergedSave<MergedTerms>>(async (transaction) => {
    const place = documents.doc(`domain/${agencyId}/billTerms/current`);
    const found = await transaction.get(place);
    if (found !== null && !isWhole(found)) throw new ProblemError('document-bare');
    const [base, mine, theirs] = alike([before, wanted, mergedTerms(toValues(found))]) as [
      MergedTerms,
      MergedTerms,
      MergedTerms,
    ];
    const { changes, conflicts } = mergeValues(base, mine, theirs);
    if (conflicts.length > 0) return { kind: 'conflict', theirs, conflicts };
    const values = { ...theirs, ...changes };
    transaction.set(place, toFields(mergeTerms(values)));
    return { kind: 'saved', values };
  });
