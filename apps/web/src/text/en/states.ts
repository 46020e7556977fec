export const states = {
  presence: { inBed: 'In bed', outOfBed: 'Out of bed', unknown: 'Bed unknown' },
  sleep: { asleep: 'Asleep', dozing: 'Dozing', awake: 'Awake', unknown: 'Sleep unknown' },
  fault: {
    none: 'No fault', deviceOffline: 'No signal', sensorOff: 'Sensor off', noisy: 'Noisy', batteryLow: 'Battery low', undeployed: 'No device',
  },
  posture: { supine: 'On the back', left: 'On the left', right: 'On the right', prone: 'Face down', upright: 'Upright', unknown: '--' },
  call: 'Call',
  accident: 'Accident',
  noState: 'No state yet',
  heartRate: 'Heart',
  respirationRate: 'Breath',
  temperature: 'Temp.',
  perMinute: '/min',
  celsius: '°C',
  measured: '{{label}} {{value}}{{unit}}, measured {{age}} (for reference)',
  notMeasured: '{{label}}: no recent value',
  reference: 'for reference',
} as const;
