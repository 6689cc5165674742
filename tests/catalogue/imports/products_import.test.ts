/** Products from files with any headers: variants without a SKU, options that stand, categories, metafields. */
import { expect, test } from 'bun:test'
import { type Importer, openImporter } from '../../imports/rig.ts'
import { setFixture } from '../../support/fixtures/catalogue.ts'
import { newTenant } from '../../support/service/tenant.ts'
import { readCatalogue } from './read_catalogue.ts'
import { sample } from './sample_shop.ts'

async function opened() {
  const tenant = await newTenant()
  await setFixture(tenant, { locations: ['Main warehouse'], custom_fields: [{ name: 'Care' }] })
  return { tenant, importer: await openImporter(tenant) }
}

const products = { kind: 'products' }
const lines = (...rows: string[]) => rows.join('\n')
const refusals = ({ result }: any) =>
  result.first.refused.flatMap(({ details }: any) =>
    details.map(({ field, row_number, rule, value }: any) => [field, row_number, rule, value]),
  )

const styles = lines(
  'Style,Title,Colour,Size,SKU,Price,Fabric,Care',
  'aran,Aran jumper,Cream,S,,89.00,wool,Hand wash',
  'aran,Aran jumper,Cream,M,,89.00,wool,Hand wash',
  'aran,Aran jumper,Navy,M,ARAN-NAVY-M,95.00,wool,',
)

/** The proposed mapping, with a column as a metafield. */
async function importStyles({ session, upload, step, work, get }: Importer, text: string, options: object = {}) {
  const file_key = await upload(text)
  const { import_id, columns } = (await session.post('/api/v1/imports', { file_key, ...products })).body.data
  const mapped = columns
    .map(({ header, field }: any) => ({ header, field: header === 'Fabric' ? 'metafields.custom.fabric' : field }))
    .filter(({ field }: any) => field !== null)
  const answer = await session.put(`/api/v1/imports/${import_id}/mapping`, {
    mapping: { columns: mapped },
    kind_options: options,
  })
  expect(answer.status).toBe(200)
  await step(import_id, 'preview')
  await work()
  await step(import_id, 'run')
  await work()
  return get(import_id)
}

test('any headers: style, colour and size make a product; a column can be a metafield or a custom field', async () => {
  const { tenant, importer } = await opened()
  const run = await importStyles(importer, styles)
  expect(run.result.records).toMatchObject({ created: 1, refused: 0 })
  expect(await readCatalogue(tenant)).toMatchObject([
    {
      handle: 'aran',
      title: 'Aran jumper',
      options: { Colour: ['Cream', 'Navy'], Size: ['S', 'M'] },
      metafields: { 'custom.fabric': 'wool' },
      variants: [{ sku: 'aran/Cream/S', price: 8900 }, { sku: 'aran/Cream/M' }, { sku: 'ARAN-NAVY-M', price: 9500 }],
    },
  ])
  const { sql } = tenant.service.database
  const stored = await sql`
    select v.sku, c.value from custom_field_values c join variants v using (organization_id, variant_id)
    where c.organization_id = ${tenant.organization_id} order by v.sku`
  expect([...stored]).toEqual([
    { sku: 'aran/Cream/M', value: 'Hand wash' },
    { sku: 'aran/Cream/S', value: 'Hand wash' },
  ])
  expect((await importStyles(importer, styles)).result.records).toMatchObject({ unchanged: 1, changed: 0 })
})

test('a variant without a SKU is the one with its options, whatever SKU it was given since', async () => {
  const { tenant, importer } = await opened()
  await importStyles(importer, styles)
  const { sql } = tenant.service.database
  await sql`update variants set sku = 'ARAN-S' where organization_id = ${tenant.organization_id} and sku = 'aran/Cream/S'`
  const run = await importStyles(importer, styles.replace('S,,89.00', 'S,,79.00'))
  expect(run.result.first.changed[0].details).toMatchObject([
    { field: 'variants[ARAN-S].price_cents', previous_value: '8900', value: '7900' },
  ])
})

test('a SKU made from handle and options is refused where another variant has it', async () => {
  const { importer } = await opened()
  await importStyles(
    importer,
    lines('Style,Title,Colour,SKU,Price', 'cap,Cap,Red,aran/Cream/S,10', 'tie,Tie,Red,tie/Blue,5'),
  )
  const run = await importStyles(importer, `${styles}\n${lines('tie,Tie,Blue,,,5,,')}`)
  expect(refusals(run)).toEqual([
    ['sku', 2, 'is blank, and the SKU made from handle and options belongs to another product', 'aran/Cream/S'],
    ['sku', 5, 'is blank, and the SKU made from handle and options belongs to the variant Colour: Red', 'tie/Blue'],
  ])
})

test('options and variants that a file does not name stay, and new values follow', async () => {
  const { tenant, importer } = await opened()
  await importStyles(importer, styles)
  const more = lines('Style,Title,Colour,Size,SKU,Price', 'aran,Aran jumper,Green,L,ARAN-GREEN-L,95.00')
  const run = await importStyles(importer, more)
  expect(run.result.first.changed[0].details.map(({ field }: any) => field)).toEqual(['options', 'variants'])
  const [product] = await readCatalogue(tenant)
  expect(product!.options).toEqual({ Colour: ['Cream', 'Navy', 'Green'], Size: ['S', 'M', 'L'] })
  expect(product!.variants.map(({ sku }) => sku)).toEqual([
    'aran/Cream/S',
    'aran/Cream/M',
    'ARAN-NAVY-M',
    'ARAN-GREEN-L',
  ])
  expect(product!.metafields).toEqual({ 'custom.fabric': 'wool' })
})

test('unknown categories are refused unless the import creates them', async () => {
  const { tenant, importer } = await opened()
  const file = lines('Handle,Title,Category,SKU', 'aran,Aran jumper,Knitwear,A-1')
  const refused = await importStyles(importer, file)
  expect(refusals(refused)).toEqual([
    ['category', 2, 'must be the name of a category of this organisation', 'Knitwear'],
  ])
  const made = await importStyles(importer, file, { new_categories: 'create' })
  expect(made.result.records.created).toBe(1)
  expect((await readCatalogue(tenant))[0]!.category).toBe('Knitwear')
})

test('two values of one product are refused on the second row, and a row with neither handle nor SKU on its own', async () => {
  const { importer } = await opened()
  const file = lines(
    'Handle,Title,SKU,Price',
    'aran,Aran jumper,A-1,10',
    'aran,Aran cardigan,A-2,10',
    ',Loose,,10',
    ',Tie,T-1,5',
  )
  const run = await importStyles(importer, file)
  expect(refusals(run)).toEqual([
    ['title', 3, 'differs from the value Aran jumper of another row of the same product', 'Aran cardigan'],
    ['sku', 4, 'is required where the row has no handle', null],
  ])
  expect(run.result.records.created).toBe(1)
})

test('variations without their product are refused, and taken up once it is in the catalogue', async () => {
  const { tenant, importer } = await opened()
  const [header, ...rows] = (await sample('woocommerce_products')).trimEnd().split('\r\n')
  const apart = [header, ...rows.filter((row) => row.includes('variation,LINEN'))].join('\r\n')
  const alone = await importer.imported(apart, { kind: undefined })
  expect(alone.result.records).toMatchObject({ created: 0, refused: 1 })
  expect(refusals(alone)[0].slice(0, 3)).toEqual([
    'handle',
    2,
    'is of a product that is neither in the catalogue nor in the file',
  ])
  await importer.imported([header, rows[0]].join('\r\n'), { kind: undefined })
  const joined = await importer.imported(apart, { kind: undefined })
  expect(joined.result.records).toMatchObject({ changed: 1, refused: 0 })
  const [product] = await readCatalogue(tenant)
  expect(product!.variants.map(({ sku }) => sku)).toEqual([
    'LINEN-NAVY-S',
    'LINEN-NAVY-M',
    'LINEN-WHITE-S',
    'LINEN-WHITE-M',
  ])
})

test('an import whose products stand apart is undone as a whole', async () => {
  const { tenant, importer } = await opened()
  const run = await importer.imported(await sample('woocommerce_products'), { kind: undefined })
  await importer.step(run.import_id, 'undo')
  await importer.work()
  expect(await importer.get(run.import_id)).toMatchObject({ state: 'undone' })
  expect(await readCatalogue(tenant)).toEqual([])
})
