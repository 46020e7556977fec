import { z } from 'zod';

/** An id in a URL path. Ids have no control characters; PostgreSQL rejects zero bytes. */
export const pathId = z
  .string()
  .min(1)
  .max(300)
  .regex(/^[^/\p{Cc}]*$/u);

/** A search term. */
export const searchText = z
  .string()
  .max(100)
  .regex(/^\P{Cc}*$/u)
  .default('');

/** `true` or `false` in a query; false by default. */
export const flag = z
  .union([z.boolean(), z.stringbool({ truthy: ['true'], falsy: ['false'], case: 'sensitive' })])
  .default(false);

/** Selects a page of a list. */
export const pageQuery = {
  offset: z.coerce.number<number>().int().min(0).max(100_000).default(0),
  limit: z.coerce.number<number>().int().min(1).max(200).default(50),
};
