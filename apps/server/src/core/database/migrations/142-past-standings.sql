-- Where rooms and organisations stood before (decision 047): a row each time that one moved, until when it was there. Where there is no
-- later row, the document says it. Written in the commit that moves it.
create table past_standings (
  root_domain_id text collate "C" not null,
  -- room/{id} or domain/{id}
  path           text collate "C" not null,
  -- Of a room the organisation that had it; of an organisation those above it, from the top.
  above          text[] not null,
  until_at       timestamptz(3) not null,
  moved          bigint generated always as identity,
  primary key (root_domain_id, path, moved)
);
create index past_standings_path on past_standings (path, until_at);

-- What a room or an organisation stood below at a moment; null for what is not there.
create function standing_above(of_path text, at timestamptz) returns text[] language sql stable as $$
  select coalesce(
    (select above from past_standings where path = of_path and until_at > at order by until_at, moved limit 1),
    (select case when collection = 'room' then array[data->>'domainId'] else array(select jsonb_array_elements_text(coalesce(data->'ancestorIds', '[]'))) end from documents where path = of_path))
$$;

-- The reseller that served an organisation at a moment: the nearest above it; null where there is none.
create function serving_agency(domain_id text, at timestamptz) returns text language sql stable as $$
  select above.id from unnest(standing_above('domain/' || domain_id, at)) with ordinality as above (id, step)
    join documents on documents.path = 'domain/' || above.id and documents.data->>'kind' = 'agency'
    order by above.step desc limit 1
$$;
