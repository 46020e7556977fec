/** How documents are counted, in SQL, wherever they are: so that two screens never give two numbers of one thing. */

/** How a device is, the first that fits, as the lists of devices say it. @param data its fields, such as `device.data` */
export const deviceStateSql = (data = 'data'): string => `case when ${data}->>'retiredAt' is not null then 'retired'
  when ${data}->>'status' is null or (${data}->'status'->>'lastFrameAt' is null and (${data}->'status'->>'online')::boolean is not true) then 'never'
  when (${data}->'status'->>'online')::boolean is not true or ${data}->'status'->>'fault' = 'deviceOffline' then 'offline'
  when ${data}->'status'->>'fault' in ('sensorOff', 'noisy', 'batteryLow') then ${data}->'status'->>'fault' else 'fine' end`;

/** Members, but those who are suspended. @param data the fields of one */
export const memberCountsSql = (data = 'data'): string => `${data}->>'state' is distinct from 'suspended'`;
