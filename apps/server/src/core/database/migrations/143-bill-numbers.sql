-- The last number that an agency gave to a bill or a cancellation. Raised in the commit that issues one: no number is left out.
create table bill_numbers (
  root_domain_id text collate "C" not null,
  domain_id      text collate "C" not null,
  last           integer not null,
  primary key (root_domain_id, domain_id)
);
