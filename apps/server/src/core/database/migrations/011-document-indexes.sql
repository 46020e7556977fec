-- Lists of one organisation among many start from what it owns; fields that equal a value from the value. Nights hold thousands
-- of values that nobody asks by, and are found by their room.
create index documents_domains on documents using gin (domain_ids);
drop index documents_data;
create index documents_data on documents using gin (data jsonb_path_ops) where collection <> 'sleep';
