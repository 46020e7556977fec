-- A label or an address says a serial in any case: it is found without reading every device.
create index documents_device_serial on documents (lower(path)) where collection = 'device' and parent_path = '';
