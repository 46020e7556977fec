-- Chunk bodies and bins have a new format, blocks of samples (docs/ingest.md), and there is one format only. Nothing
-- was released with the one before.
delete from timeline_chunks;
delete from timeline_hours;
delete from timeline_dirty_hours;
