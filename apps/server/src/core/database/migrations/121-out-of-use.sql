-- Rooms are archived and devices are taken out of use (decision 039): lists ask for those that are not, which finds only what has the field.
update documents set data = data || '{"archivedAt": null}', version = nextval('document_version')
where collection = 'room' and parent_path = '' and not data ? 'archivedAt';
update documents set data = data || '{"retiredAt": null}', version = nextval('document_version')
where collection = 'device' and parent_path = '' and not data ? 'retiredAt';
