import type { Queries } from '../../../core/database/database.ts';

export type NightKey = {
  readonly rootDomainId: string;
  readonly roomId: string;
  readonly night: string;
};
export type AnalysisRequest = NightKey & { readonly asked: bigint; readonly done: bigint };

type OrderRow = {
  root_domain_id: string;
  room_id: string;
  night: string;
  asked: string;
  done: string;
};
const toOrder = (row: OrderRow): AnalysisRequest => ({
  rootDomainId: row.root_domain_id,
  roomId: row.room_id,
  night: row.night,
  asked: BigInt(row.asked),
  done: BigInt(row.done),
});

/** Requests the analysis of nights of a room, in the caller's transaction. */
export async function putRequests(
  queries: Queries,
  rootDomainId: string,
  roomId: string,
  nights: readonly string[],
): Promise<void> {
  if (nights.length === 0) return;
  await queries.query({
    name: 'night_order_put',
    text: `insert into night_orders (root_domain_id, room_id, night) select $1, $2, unnest($3::text[])
      on conflict (root_domain_id, room_id, night) do update set asked = night_orders.asked + 1`,
    values: [rootDomainId, roomId, nights],
  });
}

export async function readRequest(
  queries: Queries,
  { rootDomainId, roomId, night }: NightKey,
): Promise<AnalysisRequest | null> {
  const [row] = await queries.query<OrderRow>({
    name: 'night_order_read',
    text: 'select root_domain_id, room_id, night, asked, done from night_orders where root_domain_id = $1 and room_id = $2 and night = $3',
    values: [rootDomainId, roomId, night],
  });
  return row === undefined ? null : toOrder(row);
}

/** Marks all requests up to `asked` as done. */
export async function settleRequest(
  queries: Queries,
  { rootDomainId, roomId, night, asked }: AnalysisRequest,
): Promise<void> {
  await queries.query({
    name: 'night_order_settle',
    text: 'update night_orders set done = greatest(done, $4) where root_domain_id = $1 and room_id = $2 and night = $3',
    values: [rootDomainId, roomId, night, String(asked)],
  });
}

/** For a room that no longer exists. */
export async function deleteRequest(
  queries: Queries,
  { rootDomainId, roomId, night }: NightKey,
): Promise<void> {
  await queries.query({
    name: 'night_order_drop',
    text: 'delete from night_orders where root_domain_id = $1 and room_id = $2 and night = $3',
    values: [rootDomainId, roomId, night],
  });
}

/** Number of these nights that are not analysed yet. */
export async function countOpenRequests(
  queries: Queries,
  rootDomainId: string,
  roomId: string,
  nights: readonly string[],
): Promise<number> {
  const [row] = await queries.query<{ count: number }>({
    name: 'night_orders_open',
    text: 'select count(*)::int as count from night_orders where root_domain_id = $1 and room_id = $2 and night = any($3::text[]) and done < asked',
    values: [rootDomainId, roomId, nights],
  });
  return row?.count ?? 0;
}

/**
 * Number of nights that wait to be analysed for an organisation. Takes a lock per organisation
 * until the end of the transaction, so that concurrent requests cannot exceed the limit together.
 */
export async function countWaitingRequests(
  queries: Queries,
  rootDomainId: string,
): Promise<number> {
  await queries.query({
    name: 'night_orders_lock',
    text: `select pg_advisory_xact_lock(hashtextextended('night-orders ' || $1, 0))`,
    values: [rootDomainId],
  });
  const [row] = await queries.query<{ count: number }>({
    name: 'night_orders_waiting',
    text: 'select count(*)::int as count from night_orders where root_domain_id = $1 and done < asked',
    values: [rootDomainId],
  });
  return row?.count ?? 0;
}

/** Requests without a live job. They occur when a night is requested just as its job ends. */
export async function readForgottenRequests(
  queries: Queries,
  jobKind: string,
  limit: number,
): Promise<AnalysisRequest[]> {
  const rows = await queries.query<OrderRow>({
    name: 'night_orders_forgotten',
    text: `select root_domain_id, room_id, night, asked, done from night_orders as night_order where done < asked and not exists (
        select 1 from jobs where kind = $1 and subject = night_order.room_id || '/' || night_order.night and state in ('waiting', 'running'))
      order by room_id, night limit $2`,
    values: [jobKind, limit],
  });
  return rows.map(toOrder);
}
