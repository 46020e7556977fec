/**
 * Stage of an epoch by AASM names: W wake, N1..N3, R; S asleep, stage not distinguished; ? unknown
 * (not recorded, artefact, movement time of Rechtschaffen and Kales).
 */
export type HypnogramStage = 'W' | 'N1' | 'N2' | 'N3' | 'R' | 'S' | '?';

export const isSleep = (stage: HypnogramStage | undefined): boolean =>
  stage !== undefined && stage !== 'W' && stage !== '?';
