-- A nurse call is the alarm of kind `call` (decision 070), and `live.call` of its room goes.
create table open_call as
select path, data #> '{live,call}' as call,
  data #>> '{live,call,state}' = 'answering' as has_responder,
  jsonb_path_exists(data, '$.live.accidents[*] ? (@.kind == "call")') as has_alarm,
  'call-' || (extract(epoch from (data #>> '{live,call,since,$date}')::timestamptz) * 1000)::bigint as id
from documents
where collection = 'room' and data #>> '{live,call,state}' in ('ringing', 'answering');

-- Calls from before calls had alarms get one.
insert into documents (root_domain_id, path, collection, parent_path, id, data, domain_ids, shared_with, holder_path, created_at,
  updated_at, version)
select room.root_domain_id, room.path || '/accident/' || open_call.id, 'accident', room.path, open_call.id,
  jsonb_build_object('kind', 'call', 'severity', 'high', 'source', 'button', 'raisedAt', call -> 'since',
    'state', case when has_responder then 'acknowledged' else 'raised' end, 'lastAt', call -> 'pressedAt',
    'acknowledgedBy', coalesce(call -> 'by', 'null'), 'acknowledgedAt', coalesce(call -> 'answeredAt', 'null'),
    'history', jsonb_build_array(
      jsonb_build_object('at', call -> 'since', 'state', 'raised', 'by', null, 'act', 'raised'))),
  room.domain_ids, room.shared_with, room.path, now(), now(), nextval('document_version')
from documents room join open_call on open_call.path = room.path
where not has_alarm;

update documents room
set data = jsonb_set(room.data, '{live,accidents}', jsonb_build_array(
    jsonb_build_object('id', open_call.id, 'kind', 'call', 'severity', 'high', 'source', 'button',
      'state', case when has_responder then 'acknowledged' else 'raised' end, 'raisedAt', call -> 'since', 'repeats', 1,
      'mutedUntil', null, 'overAt', null, 'escalatesAt', null, 'by', coalesce(call -> 'by', 'null'),
      'acknowledgedAt', coalesce(call -> 'answeredAt', 'null')))
  || coalesce(room.data #> '{live,accidents}', '[]'))
from open_call
where open_call.path = room.path and not has_alarm;

-- The entry of a call says which press was the last and since when the person waits.
update documents room
set data = jsonb_set(room.data, '{live,accidents}', (
  select jsonb_agg(case when entry ->> 'kind' = 'call'
      then entry || jsonb_build_object('lastAt', call -> 'pressedAt', 'waitingSince', call -> 'since') else entry end order by place)
  from jsonb_array_elements(room.data #> '{live,accidents}') with ordinality as listed (entry, place)))
from open_call
where open_call.path = room.path;

-- `openAccidents` counts calls, too.
update documents
set data = jsonb_set(data #- '{live,call}', '{live,openAccidents}', to_jsonb(jsonb_array_length(jsonb_path_query_array(data,
  '$.live.accidents[*] ? (@.kind != "deviceOffline" && @.kind != "sensorOff" && @.kind != "batteryLow" && @.kind != "clockSkew")'))))
where collection = 'room' and jsonb_typeof(data -> 'live') = 'object';

drop table open_call;
