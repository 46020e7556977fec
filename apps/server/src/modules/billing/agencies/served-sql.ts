import { deviceStateSql } from '../../../core/documents/counted-sql.ts';

/**
 * Organisations whose nearest agency is $1: its customers, as a common table expression
 * `served (id, name, code)`.
 */
export const SERVED = `served as (
  select domain.id, coalesce(domain.data->>'name', '') as name, coalesce(domain.data->>'code', '') as code from documents domain
  where domain.collection = 'domain' and domain.parent_path = '' and domain.data @> jsonb_build_object('ancestorIds', jsonb_build_array($1::text)) and domain.data->>'kind' <> 'agency'
    and serving_agency(domain.id, now()) = $1)`;

/** How a device is; `device` is its row of documents. */
export const DEVICE_STATE = deviceStateSql('device.data');

/** Whose a device is at the moment: the borrower's while it is lent. */
export const DEVICE_HOLDER = `coalesce(device.data->>'borrowedBy', device.data->>'domainId')`;
