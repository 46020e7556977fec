/** Organisations whose nearest agency is $1: its customers, as a common table expression `served (id, name, code)`. */
export const SERVED = `served as (
  select domain.id, coalesce(domain.data->>'name', '') as name, coalesce(domain.data->>'code', '') as code from documents domain
  where domain.collection = 'domain' and domain.parent_path = '' and domain.data @> jsonb_build_object('ancestorIds', jsonb_build_array($1::text)) and domain.data->>'kind' <> 'agency'
    and serving_agency(domain.id, now()) = $1)`;

/** How a device is, the first that fits, as the lists of devices say it. `device` is its row of documents. */
export const DEVICE_STATE = `case when device.data->>'retiredAt' is not null then 'retired'
  when device.data->>'status' is null or (device.data->'status'->>'lastFrameAt' is null and (device.data->'status'->>'online')::boolean is not true) then 'never'
  when (device.data->'status'->>'online')::boolean is not true or device.data->'status'->>'fault' = 'deviceOffline' then 'offline'
  when device.data->'status'->>'fault' in ('sensorOff', 'noisy', 'batteryLow') then device.data->'status'->>'fault' else 'fine' end`;

/** Whose a device is at the moment: the borrower's while it is lent. */
export const DEVICE_HOLDER = `coalesce(device.data->>'borrowedBy', device.data->>'domainId')`;
