-- Members by their address, as tables of staff name them.
create index documents_staff_email on documents (lower(data->>'email')) where collection = 'staff' and parent_path = '';
-- Invitations that earlier tables of an organisation made, by address.
create index csv_rows_invited on csv_rows (root_domain_id, row_key) where outcome = 'new';
