-- The organisation at the top of the tree stands in every key (architecture §2), so that a distributed database keeps what belongs together in one place.
alter table report_mails add column root_domain_id text collate "C";
update report_mails m set root_domain_id = s.root_domain_id from saved_reports s where s.id = m.report_id;
alter table report_mails drop constraint report_mails_report_id_fkey, drop constraint report_mails_pkey, alter column root_domain_id set not null;
alter table saved_reports drop constraint saved_reports_pkey, add primary key (root_domain_id, id);
alter table report_mails add primary key (root_domain_id, report_id, due_at, user_id),
  add constraint report_mails_report_fkey foreign key (root_domain_id, report_id) references saved_reports (root_domain_id, id) on delete cascade;
-- Whoever opens one knows its id alone, which is drawn at random.
create index saved_reports_id on saved_reports (id);
