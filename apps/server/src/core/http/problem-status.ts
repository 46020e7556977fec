import { PROBLEM_STATUS, type Problem } from '@yamori/domain';

const STATUSES: Readonly<Record<string, number>> = PROBLEM_STATUS;

/** HTTP status for a problem; 400 for an unknown code. */
export const getStatus = ({ code }: Pick<Problem, 'code'>): number => STATUSES[code] ?? 400;
