import { describe, expect, it } from 'vitest';
import type { ParameterValue } from '../collections/organisation.ts';
import { parameterFault, type ParameterShape } from './parameter-value.ts';

const shape = (
  kind: ParameterShape['kind'],
  more: Partial<ParameterShape> = {},
): ParameterShape => ({ kind, min: null, max: null, step: null, choices: [], ...more });

describe('parameterFault', () => {
  it.each<[ParameterShape, ParameterValue, string | null]>([
    [shape('number', { min: 1, max: 10 }), 1, null],
    [shape('number', { min: 1, max: 10 }), 10, null],
    [shape('number', { min: 1, max: 10 }), 0.9, 'number-at-least'],
    [shape('number', { min: 1, max: 10 }), 10.1, 'number-at-most'],
    [shape('number'), Number.NaN, 'type-wrong'],
    [shape('number'), Number.POSITIVE_INFINITY, 'type-wrong'],
    [shape('number'), '3', 'type-wrong'],
    [shape('number'), -1e9, null],
    [shape('number', { step: 5 }), 112, null],
    [shape('number', { step: 5 }), 112.5, 'type-wrong'],
    [shape('number', { step: 1, max: 3 }), 3.5, 'number-at-most'],
    [shape('number', { step: 0.1 }), 37.25, null],
    [shape('number'), 0.5, null],
    [shape('text'), '', null],
    [shape('text'), 'a'.repeat(400), null],
    [shape('text'), 'a'.repeat(401), 'string-at-most'],
    [shape('text'), true, 'type-wrong'],
    [shape('date'), '2026-11-21', null],
    [shape('date'), '2026-13-01', 'format-date'],
    [shape('date'), '2026/11/21', 'format-date'],
    [shape('date'), 20_261_121, 'type-wrong'],
    [shape('toggle'), false, null],
    [shape('toggle'), 'false', 'type-wrong'],
    [shape('choice', { choices: ['a', 'b'] }), 'b', null],
    [shape('choice', { choices: ['a', 'b'] }), 'c', 'choice-wrong'],
    [shape('choice'), '', 'choice-wrong'],
  ])('%j with %j gives %s', (definition, value, code) => {
    expect(parameterFault(definition, value)?.code ?? null).toBe(code);
  });
});
