/** Which definitions of custom fields fit together, and what the values of variants do not allow. */
import { expect, test } from 'bun:test'
import {
  definitionFaults,
  type DefinitionValues,
  removedChoices,
  usedFaults,
} from '../../../server/catalogue/custom_fields/definition.rules.ts'

const definition = (data_type: string, choices: readonly string[] = []): DefinitionValues => ({
  name: 'Fit',
  data_type,
  choices,
  description: null,
  is_active: true,
})

test('only a field of choices has choices, at least one, and none twice in any case', () => {
  expect(definitionFaults(definition('text'))).toEqual([])
  expect(definitionFaults(definition('text', ['A', 'B']))).toEqual([
    { field: 'choices', rule: 'must be empty for a field of type text', value: 'A, B' },
  ])
  expect(definitionFaults(definition('choice', ['A']))).toEqual([])
  expect(definitionFaults(definition('choice'))).toEqual([
    { field: 'choices', rule: 'must contain at least one value for a field of type choice', value: null },
  ])
  expect(definitionFaults(definition('choice', ['Slim', 'Wide', 'SLIM', 'wide']))).toEqual([
    { field: 'choices[2]', rule: 'is repeated', value: 'SLIM' },
  ])
  expect(definitionFaults(definition('choice', ['Ma\u00dfe', 'Masse']))).toEqual([])
})

test('a choice is removed if it is not among the next ones exactly', () => {
  expect(removedChoices(['A', 'B', 'C'], ['C', 'a', 'D'])).toEqual(['A', 'B'])
  expect(removedChoices([], ['A'])).toEqual([])
})

test('a field with values can only change its type to text', () => {
  const faults = (to: string, has_values: boolean, changed: { data_type?: string } = { data_type: to }) =>
    usedFaults(definition(to, to === 'choice' ? ['A'] : []), changed, { has_values, used_choices: [] }).map(
      (one) => one.field,
    )
  expect(faults('number', true)).toEqual(['data_type'])
  expect(faults('number', false)).toEqual([])
  expect(faults('text', true)).toEqual([])
  expect(faults('number', true, {})).toEqual([])
})

test('a choice that a variant has stays a choice', () => {
  const of = (data_type: string, used_choices: readonly string[]) =>
    usedFaults(definition(data_type, ['A', 'B']), { choices: ['A', 'B'] }, { has_values: true, used_choices })
  expect(of('choice', [])).toEqual([])
  expect(of('choice', ['C', 'D'])).toEqual([
    { field: 'choices', rule: 'must contain every value that variants have: C, D', value: 'A, B' },
  ])
  // As text, a value need not be a choice.
  expect(of('text', ['C'])).toEqual([])
})
