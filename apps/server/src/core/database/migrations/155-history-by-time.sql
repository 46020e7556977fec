-- The record is read newest first, and of each look at a resident there is an entry in it. The expressions are those by which lists order a
-- field (documents/querying/value-sql.ts): rank of the kind, number, text. history-index.test.ts sees that the two stay one.
create index documents_history on documents (
  (case jsonb_typeof((data #> '{at}'::text[])) when 'null' then 0 when 'boolean' then 1 when 'number' then 3
      when 'string' then 5 when 'array' then 7 when 'object' then case when (data #> '{at}'::text[]) ? '$date' then 4
      when (data #> '{at}'::text[]) ? '$bytes' then 6 when (data #> '{at}'::text[]) = '{"$number":"NaN"}' then 2 when (data #> '{at}'::text[]) ? '$number' then 3
      else 8 end end),
  (case jsonb_typeof((data #> '{at}'::text[])) when 'boolean' then ((data #> '{at}'::text[]))::boolean::int::float8 when 'number' then ((data #> '{at}'::text[]))::float8
      when 'object' then coalesce(nullif((data #> '{at}'::text[]) ->> '$number', 'NaN')::float8, 0) else 0 end),
  (case jsonb_typeof((data #> '{at}'::text[])) when 'string' then (data #> '{at}'::text[]) #>> '{}' when 'object' then coalesce((data #> '{at}'::text[]) ->> '$date',
      encode(decode((data #> '{at}'::text[]) ->> '$bytes', 'base64'), 'hex'), '') else '' end collate "C")
) where collection = 'updateHistory';
