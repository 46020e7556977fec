export {
  type Estimator,
  heldBack,
  isNotMeasured,
  noReading,
  type Reading,
  type Samples,
  mostCertainReading,
  showsMovement,
  type UncertainReason,
  uncertainReading,
  valueReading,
} from './reading/reading.ts';
export { type ChannelBlocks, createChannelBlocks } from './channels/channel-blocks.ts';
export {
  type ClipWatch,
  createClipWatch,
  saturatedFrom,
  saturationHigh,
  saturationLow,
} from './channels/clip-watch.ts';
export { createSampleClock, type SampleClock } from './reading/sample-clock.ts';
export {
  type ClockFit,
  type ClockFitOptions,
  type EvenSeries,
  fitClock,
} from './clock/fit-clock.ts';

export {
  createFilterState,
  type Filter,
  filterBlock,
  filterSample,
  type FilterState,
  gainAt,
  highPass,
  inSeries,
  lowPass,
  notch,
  settleFilter,
} from './filters/biquad.ts';
export {
  createDisplayFilter,
  designDisplayFilter,
  type DisplayFilter,
  type DisplayFilterOptions,
} from './filters/display-filter.ts';

export {
  type Beat,
  type BeatDetector,
  type BeatDetectorOptions,
  createBeatDetector,
  detectBeats,
} from './beats/beat-detector.ts';
export { createHeartRate, type HeartRateOptions, meanHeartRate } from './beats/heart-rate.ts';
export {
  createSignalQuality,
  type SignalQuality,
  type SignalQualityOptions,
} from './beats/signal-quality.ts';

export {
  createRespirationRate,
  measureRespiration,
  type RespirationEstimator,
  type RespirationOptions,
} from './respiration/respiration-rate.ts';
export { type BreathDoubt } from './respiration/breath-doubt.ts';
export {
  createGatedRespiration,
  type WatchedRespiration,
} from './respiration/gated-respiration.ts';
export { createAccelerometerRespiration } from './respiration/accelerometer-respiration.ts';
export {
  flowBreathShare,
  respirationMinutes,
  type RespirationWindow,
  respirationWindows,
  type RespirationWindowsOptions,
} from './respiration/respiration-windows.ts';
export {
  type BreathingEvent,
  breathingEventLimits,
  breathingEvents,
} from './respiration/breathing-events.ts';
export { createSlowTrack, type SlowTrack } from './respiration/slow-track.ts';

export { activityCounts, createMovement, type MovementOptions } from './body/movement.ts';
export { createFallWatch, type FallWatch, type FallWatchOptions } from './body/fall.ts';
export { createPosture, type Posture, type PostureOptions } from './body/posture.ts';
export {
  createPresence,
  type Presence,
  type PresenceEstimator,
  type PresenceEvidence,
} from './body/presence.ts';
export {
  createSleepState,
  type SleepEvidence,
  type SleepState,
  type SleepStateEstimator,
} from './body/sleep-state.ts';
export { createTemperature, type TemperatureOptions } from './body/temperature.ts';

export { buildPyramid, mergePyramids, type Pyramid, type PyramidLevel } from './pyramid/pyramid.ts';
export { pickLevel, type PixelColumns, pixelColumns } from './pyramid/pixel-columns.ts';

export {
  drivePair,
  eitElectrodes,
  eitImagePixels,
  eitImageWidth,
  eitReadings,
  eitReceivesPerDrive,
  readingIndex,
  receivePair,
  reciprocalReading,
  usesElectrode,
} from './eit/measurement-order.ts';
export { decodeEitModel, EitModelError, type EitModel, encodeEitModel } from './eit/eit-model.ts';
export { createEitImager, type EitImager } from './eit/eit-imager.ts';
export { createGlobalTrace, type GlobalTrace } from './eit/global-trace.ts';
export {
  createElectrodeWatch,
  type EitQuality,
  type ElectrodeWatch,
} from './eit/electrode-watch.ts';
export {
  createReferenceTracker,
  type ReferenceOptions,
  type ReferenceTracker,
} from './eit/reference-tracker.ts';
export {
  type EitRegions,
  eitRegions,
  globalImpedance,
  regionImpedance,
} from './eit/eit-regions.ts';
export {
  centreOfVentilation,
  type CentreOfVentilation,
  createTidalImager,
  type GravityTowards,
  silentSpaces,
  type SilentSpaces,
  type TidalBreath,
  type TidalImager,
} from './eit/ventilation.ts';
export {
  decodeThoraxModel,
  encodeThoraxModel,
  simulateThorax,
  type ThoraxModel,
  thoraxRegions,
  type ThoraxState,
} from './eit/thorax-simulator.ts';

export {
  asleepLabel,
  awakeLabel,
  labelLetters,
  type SleepWakeLabels,
  unknownLabel,
} from './actigraphy/sleep-wake-labels.ts';
export { scoreSadeh } from './actigraphy/sadeh.ts';
export { scoreColeKripke } from './actigraphy/cole-kripke.ts';
export { type ActiwareOptions, scoreActiware } from './actigraphy/actiware.ts';
export {
  type SleepPeriod,
  type SleepPeriodOptions,
  sleepPeriods,
} from './actigraphy/sleep-periods.ts';

export { type HypnogramStage } from './sleep/sleep-bounds.ts';
export {
  type SleepEvent,
  type SleepStatistics,
  sleepStatistics,
} from './sleep/sleep-statistics.ts';
export { type Bounds, type SleepBounds } from './sleep/sleep-bounds.ts';
export { sleepWakeFeatures, sleepWakeInputs } from './sleep/sleep-wake-features.ts';
export { scoreSleepWake, type SleepWakeScore } from './sleep/sleep-wake.ts';

export { restActivityRhythm, type RestActivityRhythm } from './regularity/rest-activity-rhythm.ts';
export {
  circularMean,
  sleepMidpoint,
  sleepRegularityIndex,
  type SleepSpan,
  socialJetlag,
} from './regularity/sleep-regularity.ts';
export { type SleepEpisode, sleepEpisodes } from './regularity/sleep-episodes.ts';

export { type CleanIntervals, cleanIntervals } from './hrv/clean-intervals.ts';
export { heartRateVariability, type HeartRateVariability } from './hrv/heart-rate-variability.ts';

export { apneaFeatures, apneaInputs } from './apnea/apnea-features.ts';
export {
  apneaMinutes,
  type ApneaMinutes,
  eventClass,
  type EventClass,
} from './apnea/apnea-minutes.ts';

export { type BoostedTrees, probability, treeLogOdds } from './model/classifiers.ts';
export { type LinearModel, linearLogOdds } from './model/classifiers.ts';

export { analyseNight, nightAlgorithm } from './night/analyse-night.ts';
export {
  correctEpochs,
  correctNight,
  type CorrectedNight,
  type NightCorrection,
  type RecordedNight,
} from './night/correct-night.ts';
export {
  toCorrection,
  correctStoredNight,
  stageMinutes,
  activeCorrections,
  type StoredCorrection,
  type StoredNight,
} from './night/stored-night.ts';
export { toLabels } from './night/night-figures.ts';
export {
  openNight,
  type OpenChannel,
  type OpenNight,
  type OpenNightInput,
} from './night/open-night.ts';
export type {
  NightAnalysis,
  NightBand,
  NightEvent,
  NightEventKind,
  NightPresence,
  NightProvenance,
  NightQuality,
  NightScore,
  NightSleep,
  NightStage,
  NightTrends,
} from './night/night-analysis.ts';
export type {
  NightChannel,
  NightChannelKind,
  NightInput,
  NightStretch,
} from './night/night-input.ts';
