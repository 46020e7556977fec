-- What is used, counted by day (UTC) and screen. No person, no address, no id of anything but a screen.
create table usage_views (
  day      date not null,
  route_id text collate "C" not null,
  views    bigint not null,
  primary key (day, route_id)
);

-- How many measured values fell into each class (packages/domain/src/contract/usage-messages.ts).
create table usage_vitals (
  day         date not null,
  route_id    text collate "C" not null,
  vital       text collate "C" not null,
  value_class smallint not null,
  samples     bigint not null,
  primary key (day, route_id, vital, value_class)
);

-- Members who are not counted. It says nothing about what they do.
create table usage_opt_outs (
  user_id text collate "C" primary key
);

-- Old answers go with whatever answer comes next.
create index command_answers_by_time on command_answers (answered_at);
