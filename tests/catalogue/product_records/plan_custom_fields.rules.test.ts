/** What a record does to the custom fields of its variants. */
import { expect, test } from 'bun:test'
import type { Facts } from '../../../server/catalogue/product_records/facts.store.ts'
import type { ProductRecord, VariantRecord } from '../../../server/catalogue/product_records/product_record.ts'
import { changesOf, plan, storedVariant, writeOf } from './plan_fixture.ts'

const coat = (variants: VariantRecord[]): ProductRecord => ({ handle: 'coat', variants })
const fields: Partial<Facts> = {
  variants: [storedVariant()],
  custom_fields: [
    { custom_field_id: 'c1', name: 'Care', data_type: 'text', choices: [] },
    { custom_field_id: 'c2', name: 'Length', data_type: 'number', choices: [] },
    { custom_field_id: 'c3', name: 'Since', data_type: 'date', choices: [] },
    { custom_field_id: 'c4', name: 'Lined', data_type: 'boolean', choices: [] },
    { custom_field_id: 'c5', name: 'Fit', data_type: 'choice', choices: ['Slim', 'Wide'] },
  ],
  custom_values: [
    { variant_id: 'v1', custom_field_id: 'c1', value: 'Cold' },
    { variant_id: 'v1', custom_field_id: 'c5', value: '' },
  ],
}
const custom = (custom_fields: Record<string, unknown>) =>
  plan(coat([{ sku: 'COAT-S', custom_fields: custom_fields as Record<string, string> }]), fields)

test('custom fields change one by one, and null removes a value', () => {
  const planned = custom({ ' Care': 'Hot', Length: '64.50', Fit: null })
  expect(changesOf(planned)).toEqual([
    'variants[COAT-S].custom_fields.Care: Cold → Hot',
    'variants[COAT-S].custom_fields.Length: null → 64.5',
  ])
  expect(writeOf(planned).custom_values).toEqual([
    { variant_id: 'v1', custom_field_id: 'c1', value: 'Hot' },
    { variant_id: 'v1', custom_field_id: 'c2', value: '64.5' },
  ])
  expect(writeOf(planned).events).toMatchObject([
    { kind: 'custom_field_changed', field: 'Care' },
    { kind: 'custom_field_changed', field: 'Length' },
  ])
  // Under the SKU that people know it by.
  const renamed = coat([{ variant_id: 'v1', sku: 'COAT-1', custom_fields: { Care: 'Hot' } }])
  expect(changesOf(plan(renamed, fields))[1]).toBe('variants[COAT-S].custom_fields.Care: Cold → Hot')
  expect(changesOf(custom({ Care: null }))).toEqual(['variants[COAT-S].custom_fields.Care: Cold → null'])
  expect(custom({ Care: ' Cold ' }).outcome).toBe('unchanged')
  expect(custom({ Length: null }).outcome).toBe('unchanged')
})

test('a value of a custom field is one of its type', () => {
  const value = (name: string, given: unknown) => {
    const planned = custom({ [name]: given })
    return planned.outcome === 'refused' ? planned.faults[0]!.rule : writeOf(planned).custom_values[0]!.value
  }
  expect(value('Care', 5)).toBe('5')
  expect(value('Care', '')).toBe('must not be blank; null clears it')
  expect(value('Care', { a: 1 })).toBe('must not be blank; null clears it')
  for (const [given, kept] of [
    [12.5, '12.5'],
    ['-0.10', '-0.1'],
    ['1'.repeat(15), '1'.repeat(15)],
    [`1.${'1'.repeat(15)}`, `1.${'1'.repeat(15)}`],
  ])
    expect(value('Length', given)).toBe(kept as string)
  for (const wrong of ['1'.repeat(16), `1.${'1'.repeat(16)}`, '1.', '.5', 'x1', '1x', '--1', '1,5'])
    expect([wrong, value('Length', wrong)]).toEqual([wrong, 'must be a number'])
  expect(value('Since', '2026-02-28')).toBe('2026-02-28')
  expect(value('Since', '2026-02-30')).toBe('must be a date in the format YYYY-MM-DD')
  expect([value('Lined', true), value('Lined', 'false'), value('Lined', 'yes')]).toEqual([
    'true',
    'false',
    'must be true or false',
  ])
  expect([value('Fit', 'Wide'), value('Fit', 'Tight')]).toEqual(['Wide', 'must be one of the choices of the field'])
  expect(custom({ Fit: 'Tight' })).toMatchObject({ faults: [{ allowed: ['Slim', 'Wide'] }] })
  expect(custom({ Lined: 'yes' })).toMatchObject({ faults: [{ allowed: ['true', 'false'] }] })
})

test('an unknown custom field is refused by its name, beside what else is wrong', () => {
  expect(custom({ Colour: 'x', Length: 'x' })).toEqual({
    outcome: 'refused',
    faults: [
      {
        field: 'variants[0].custom_fields.Colour',
        rule: 'must be a custom field of this organisation',
        value: 'x',
      },
      { field: 'variants[0].custom_fields.Length', rule: 'must be a number', value: 'x' },
    ],
  })
  const made = plan(coat([{ sku: 'NEW', custom_fields: { Care: 'Hot' } }]), fields)
  expect(writeOf(made).custom_values).toMatchObject([{ custom_field_id: 'c1', value: 'Hot' }])
})
