-- What a row that changed something found there and put there, a field each, so that it can be undone while it still stands.
alter table csv_rows add column changes jsonb;
-- Bytes of the cells that are kept, counted as they come: what an organisation keeps has a limit.
alter table csv_imports add column bytes bigint not null default 0;
update csv_imports i set bytes = coalesce((select sum(pg_column_size(r.cells)) from csv_rows r where r.root_domain_id = i.root_domain_id and r.import_id = i.import_id), 0);
