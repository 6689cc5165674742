/** The attributes of a product beside the template of its family. */
import { expect, test } from 'bun:test'
import { groupAttributes, type StoredAttribute } from '../../../server/catalogue/pim/rules.ts'

const template = [
  { attribute: 'fabric', group: 'Material', required: true },
  { attribute: 'care', group: 'Care', required: false },
  { attribute: 'lining', group: 'Material', required: true },
  { attribute: 'wash', group: 'Care', required: false },
]
const stored = (attribute: string, changes: Partial<StoredAttribute> = {}): StoredAttribute => ({
  attribute,
  value: `value of ${attribute}`,
  filled: true,
  owned: false,
  awaiting_write_back: false,
  ...changes,
})
const row = (attribute: string, required: boolean, filled: boolean, value: unknown, not_in_family = false) => ({
  attribute,
  required,
  filled,
  value,
  not_in_family,
})

test('attributes stand in the groups of the template, in its order; what is in no template comes last', () => {
  const found = groupAttributes(template, [
    stored('legacy'),
    stored('fabric'),
    stored('care', { filled: false, value: '' }),
  ])
  expect(Object.entries(found.groups)).toEqual([
    ['Material', [row('fabric', true, true, 'value of fabric'), row('lining', true, false, null)]],
    ['Care', [row('care', false, false, ''), row('wash', false, false, null)]],
    ['Other', [row('legacy', false, true, 'value of legacy', true)]],
  ])
  expect(found.not_in_family).toEqual(['legacy'])
})

test('what is missing is told apart by whether it is required', () => {
  const found = groupAttributes(template, [stored('fabric'), stored('lining', { filled: false }), stored('care')])
  expect(found).toMatchObject({ has_template: true, missing_required: ['lining'], missing_optional: ['wash'] })
  const whole = groupAttributes(
    template,
    ['fabric', 'care', 'lining', 'wash'].map((name) => stored(name)),
  )
  expect(whole).toMatchObject({ missing_required: [], missing_optional: [], not_in_family: [] })
})

test('attributes that we own, and those that wait to be written back, are named', () => {
  const found = groupAttributes(template, [
    stored('fabric', { owned: true }),
    stored('care', { awaiting_write_back: true }),
    stored('legacy', { owned: true, awaiting_write_back: true }),
  ])
  expect(found.owned_fields).toEqual(['fabric', 'legacy'])
  expect(found.awaiting_write_back).toEqual(['care', 'legacy'])
})

test('without a template nothing is missing', () => {
  expect(groupAttributes([], [stored('legacy')])).toMatchObject({
    has_template: false,
    missing_required: [],
    missing_optional: [],
    not_in_family: ['legacy'],
  })
  expect(groupAttributes([], []).groups).toEqual({})
})
