import { ProblemError } from '@yamori/domain';
import { describe, expect, it } from 'vitest';
import {
  isContention,
  isTemporary,
  isUniqueViolation,
  isWorthRetrying,
} from './database-problem.ts';

const postgresError = (code: string): Error => Object.assign(new Error('failed'), { code });

describe('isTemporary', () => {
  it.each([
    [new ProblemError('database-unavailable'), true],
    [new ProblemError('storage-full-unavailable'), true],
    [new ProblemError('document-conflict'), false],
    [new ProblemError('document-invalid'), false],
    [postgresError('08006'), false],
    [new Error('bug'), false],
  ])('of %s is %s', (error, expected) => {
    expect(isTemporary(error)).toBe(expected);
  });
});

describe('isWorthRetrying', () => {
  it.each([
    [new ProblemError('database-unavailable'), true],
    [new ProblemError('document-invalid'), false],
    [postgresError('08006'), true],
    [postgresError('53100'), true],
    [postgresError('23505'), false],
    [postgresError('22P02'), false],
    [postgresError('ECONNRESET'), true],
    [new Error('unknown'), true],
  ])('of %s is %s', (error, expected) => {
    expect(isWorthRetrying(error)).toBe(expected);
  });
});

describe('SQLSTATE of an error', () => {
  it.each([
    ['40001', true, false],
    ['40P01', true, false],
    ['23505', false, true],
    ['57014', false, false],
  ])('%s: contention %s, unique violation %s', (code, contention, uniqueViolation) => {
    const error = postgresError(code);
    expect([isContention(error), isUniqueViolation(error)]).toEqual([contention, uniqueViolation]);
  });
});
