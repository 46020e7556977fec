-- What one manager wants done to the account of another of their level, where no mail reaches its owner: a second one has to do the same (decision 032).
create table member_act_request (
  user_id    text not null references auth_user (id) on delete cascade,
  -- factorsReset, passwordGiven
  act        text not null,
  asked_by   text not null,
  expires_at timestamptz not null,
  primary key (user_id, act)
);
