import { deviceStateSql } from '../../../core/documents/counted-sql.ts';

/**
 * The customers of agency $1: the organisations whose nearest agency it is, as a common table
 * expression `served (id, name, code)`.
 */
export const CUSTOMERS_CTE = `served as (
  select domain.id, coalesce(domain.data->>'name', '') as name, coalesce(domain.data->>'code', '') as code from documents domain
  where domain.collection = 'domain' and domain.parent_path = '' and domain.data @> jsonb_build_object('ancestorIds', jsonb_build_array($1::text)) and domain.data->>'kind' <> 'agency'
    and serving_agency(domain.id, now()) = $1)`;

/** State of a device; `device` is its row in `documents`. */
export const DEVICE_STATE = deviceStateSql('device.data');

/** Organisation that has a device: the borrower while it is lent, otherwise the owner. */
export const DEVICE_HOLDER = `coalesce(device.data->>'borrowedBy', device.data->>'domainId')`;
