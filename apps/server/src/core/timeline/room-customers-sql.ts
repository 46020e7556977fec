/**
 * Common table expression for rooms in the tree $2, with their current organisation and its nearest
 * agency. `has_moved`: one of them was elsewhere before, so the time matters. Only rooms that
 * agency $1 serves or may have served.
 */
export const TREE_ROOMS = `tree_customers as materialized (
  select id, serving_agency(id, 'infinity') as agency_id
  from (select distinct room.data->>'domainId' as id from documents room where room.collection = 'room' and room.parent_path = '' and room.root_domain_id = $2) each),
tree_rooms as materialized (
  select * from (
    select room.id, room.path, coalesce(room.data->>'name', '') as name, room.data->>'domainId' as customer_id, customer.agency_id,
      exists (select 1 from past_standings past where past.path in (room.path, 'domain/' || (room.data->>'domainId'))) as has_moved
    from documents room left join tree_customers customer on customer.id = room.data->>'domainId'
    where room.collection = 'room' and room.parent_path = '' and room.root_domain_id = $2) rooms
  where has_moved or agency_id = $1)`;

/**
 * Filters rows `happened`, which have `at` and `room_path`, to those that belonged to $1 at that
 * time; returns them as `had` with `customer_id`.
 */
export const HAD = `placed as materialized (
    select happened.*, room.name as room_name, room.agency_id, room.has_moved, case when room.has_moved then (standing_above(room.path, at))[1] else room.customer_id end as customer_id
    from happened join tree_rooms room on room.path = happened.room_path),
  had as (select * from placed where customer_id is not null and $1 = case when has_moved then serving_agency(customer_id, at) else agency_id end)`;
