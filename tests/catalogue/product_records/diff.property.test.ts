/** Any record that can be written is unchanged when it is compared again, and undoing it restores what stood before. */
import fc from 'fast-check'
import { expect, test } from 'bun:test'
import type { ProductRecord } from '../../../server/catalogue/product_records/product_record.ts'
import { setFixture } from '../../support/fixtures/catalogue.ts'
import { newTenant, type Tenant } from '../../support/service/tenant.ts'
import { openImport } from './bulk_fixture.ts'

const some = <T>(one: fc.Arbitrary<T>) => fc.option(one, { nil: undefined, freq: 2 })
const orNull = <T>(one: fc.Arbitrary<T>) => fc.option(one, { nil: null, freq: 3 })
/** Texts that differ in case, space, Unicode form and direction, so that some are refused. */
const text = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.constantFrom('Coat', ' coat ', 'Mérino', 'Me\u0301rino', 'S', 'M', '0', 'null', '"a", {b}'),
  },
  { weight: 1, arbitrary: fc.string({ minLength: 1, maxLength: 12, unit: 'binary' }) },
)
const amount = fc.oneof(
  fc.nat(1_000_000).map((parts) => parts / 10_000),
  fc.constantFrom('0', '4.2', '0.00010', 1e-4),
)
const cents = fc.nat(100_000)
const values = ['S', 'M', 'L']

const variant = (sku: string, value: string) =>
  fc.record({
    sku: fc.constant(sku),
    barcode: some(orNull(text)),
    title: some(text),
    option_values: fc.constant({ Size: value }),
    price_cents: some(orNull(cents)),
    compare_at_price_cents: some(orNull(cents)),
    unit_cost: some(orNull(amount)),
    weight_kg: some(orNull(amount)),
    carton_quantity: some(orNull(fc.integer({ min: 1, max: 100 }))),
    carton_cbm: some(orNull(amount)),
    is_archived: some(fc.boolean()),
    custom_fields: some(
      fc.constantFrom({ Care: 'Cold' }, { Care: null }, { Length: '64.50' }, { Care: 'Hot', Length: null }),
    ),
  })

const product = fc.record({
  handle: fc.constant('coat'),
  title: text,
  description: some(orNull(text)),
  vendor: some(orNull(text)),
  category: some(fc.constantFrom('Coats', 'coats', 'New', null)),
  subcategory: some(fc.constantFrom('Long', 'Short', null)),
  family: some(fc.constantFrom('Outerwear', null)),
  status: some(fc.constantFrom('ACTIVE', 'DRAFT', 'ARCHIVED', 'UNLISTED') as fc.Arbitrary<'ACTIVE'>),
  tags: some(fc.array(text, { maxLength: 4 })),
  seasons: some(fc.array(text, { maxLength: 2 })),
  country_of_origin: some(fc.constantFrom('PT', 'pt', null)),
  hs_code: some(fc.constantFrom('611011', '6110.11', null)),
  options: fc.constant([{ name: 'Size', values }]),
  is_seasonal: some(fc.boolean()),
  launch_date: some(fc.constantFrom('2026-09-01', null)),
  metafields: some(fc.dictionary(fc.constantFrom('a.b', 'a.b.c', 'custom.fabric'), orNull(text), { maxKeys: 3 })),
  sales_channels: some(fc.subarray(['Online', 'Shop'])),
  variants: fc.subarray([0, 1, 2]).chain((sizes) => fc.tuple(...sizes.map((at) => variant(`COAT-${at}`, values[at]!)))),
}) as fc.Arbitrary<ProductRecord>

/** What a record can write, without instants of changes and without what an undo of an archived product forgets. */
async function written({ service, organization_id }: Tenant): Promise<string[]> {
  const rows = await service.database.sql<{ image: string }[]>`
    select (to_jsonb(t) - '{created_at,last_updated_at,archived_at,status_before_archive}'::text[])::text as image
    from products t where organization_id = ${organization_id}
    union all select (to_jsonb(t) - '{created_at,last_updated_at}'::text[] ||
      jsonb_build_object('archived_at', archived_at is not null))::text
    from variants t where organization_id = ${organization_id}
    union all select to_jsonb(t)::text from product_metafields t where organization_id = ${organization_id}
    union all select to_jsonb(t)::text from custom_field_values t where organization_id = ${organization_id}
    union all select (to_jsonb(t) - 'listed_at')::text from product_channels t where organization_id = ${organization_id}
    order by 1`
  return rows.map(({ image }) => image)
}

test('a written record is unchanged when compared again, and undoing it restores what stood before', async () => {
  const tenant = await newTenant()
  await setFixture(tenant, {
    sales_channels: ['Online', 'Shop'],
    categories: ['Coats'],
    custom_fields: [{ name: 'Care' }, { name: 'Length', data_type: 'number' }],
  })
  const imported = openImport(tenant)
  const tally = { created: 0, changed: 0, unchanged: 0, refused: 0 }
  await fc.assert(
    fc.asyncProperty(product, product, async (first, second) => {
      const undos = []
      const images: string[][] = []
      for (const record of [first, second]) {
        images.push(await written(tenant))
        const { diffs, undos: made } = await imported.write([record], { creates_references: true })
        tally[diffs[0]!.outcome]++
        if (diffs[0]!.outcome !== 'refused') {
          const [again] = await imported.preview([record])
          expect(again).toEqual({ outcome: 'unchanged' })
        }
        undos.push(made)
      }
      for (const made of undos.toReversed()) {
        expect(await imported.undo(made)).toEqual(made.map(() => ({ outcome: 'undone' })))
        expect(await written(tenant)).toEqual(images.pop()!)
      }
    }),
    { numRuns: 40 },
  )
  // Each outcome was met, so that the property says something about all of them.
  expect(Math.min(tally.created, tally.changed, tally.refused)).toBeGreaterThan(0)
  await imported.close()
}, 120_000)
