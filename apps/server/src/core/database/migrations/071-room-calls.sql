-- What stood as the time of a call is a call with a state, which is decided apart from what is measured (decision 029).
update documents
set data = jsonb_set(data #- '{live,calledAt}', '{live,call}', case
  when data #> '{live,calledAt}' is null or data #> '{live,calledAt}' = 'null'::jsonb then 'null'::jsonb
  else jsonb_build_object('state', 'ringing', 'since', data #> '{live,calledAt}', 'pressedAt', data #> '{live,calledAt}', 'press', null)
end)
where collection = 'room' and jsonb_typeof(data -> 'live') = 'object' and data -> 'live' ? 'calledAt';
