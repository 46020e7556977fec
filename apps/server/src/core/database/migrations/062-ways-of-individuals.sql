-- Individuals who signed up before could come in by their password alone; since then they may link LINE and Google too. What such an
-- organisation of one was given was never its own choice: nobody at level 1 may change it.
update documents set data = jsonb_set(data, '{signInMethods}', '["email", "line", "google"]'), version = nextval('document_version')
where collection = 'domain' and parent_path = '' and data->>'kind' = 'individual' and coalesce(data->'signInMethods', '["email"]') = '["email"]';
