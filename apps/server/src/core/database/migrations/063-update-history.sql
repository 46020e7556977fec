-- The last link of each organisation tree's chain of update history. Whoever adds to a chain holds its row until they commit.
create table update_history_head (
  root_domain_id text collate "C" primary key,
  hash           text not null
);
