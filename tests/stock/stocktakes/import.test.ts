import { expect, test } from 'bun:test'
import { moveStock } from '../../support/fixtures/catalogue.ts'
import { uploadFile } from '../../support/fixtures/files.ts'
import { partsAround, sheetsBook, workbook, zip } from '../../files/spreadsheet_files.ts'
import {
  count,
  create,
  foreignStocktake,
  onHand,
  openShop,
  post,
  read,
  readLines,
  type Shop,
  unknownId,
} from './counting.ts'

const mappings = { sku: 'Item', counted_quantity: 'Counted' }
const importOf = ({ tenant }: Shop, id: string, s3_key: string, more: object = {}, headers = {}) =>
  tenant.post(`/api/v1/stocktakes/${id}/import`, { s3_key, mappings, ...more }, { headers })

/** Uploads the content, imports it, and answers what the import answered. */
async function importing(shop: Shop, id: string, content: string | Uint8Array, more: object = {}) {
  return importOf(shop, id, await uploadFile(shop.tenant, content), more)
}

test('a file counts the lines that its rows name; the rest is skipped, and SKUs of no line are listed once', async () => {
  const shop = await openShop()
  const id = await create(shop)
  await moveStock(shop.tenant, shop.ids, [{ sku: 'TEE-S', location: 'Back room', kind: 'receipt', quantity: 2 }])
  const csv = 'Item;Counted;Bin\nTEE-S;8;A1\nOLD-1;3;A2\n;;A3\nCAP;;A4\nOLD-1;4;A5\nold-2;1;\n TEE-M ;23.0;A6\n'
  const answer = await importing(shop, id, csv)
  expect(answer.status).toBe(200)
  expect(answer.body.data).toEqual({
    updated: 2,
    skipped: 5,
    unmatched_skus: ['OLD-1', 'old-2'],
    ignored_columns: ['Bin'],
  })
  expect(answer.body.message).toMatchObject({ service: 'stocktakes', severity: 'SUCCESS' })
  const lines = await readLines(shop, id)
  expect(lines['TEE-S @ Back room']).toMatchObject({ system_quantity: 12, counted_quantity: 8, variance_quantity: -4 })
  expect(lines['TEE-M @ Back room']).toMatchObject({ system_quantity: 20, counted_quantity: 23 })
  expect(lines['CAP @ Back room'].counted_quantity).toBeNull()
  expect(await read(shop, id)).toMatchObject({ counted_line_count: 2, counted_total: 31, variance_total: -1 })
  expect(await onHand(shop, 'TEE-S')).toBe(12)
})

test('a count with a sheet for each shelf counts the lines of all of them', async () => {
  const shop = await openShop()
  const id = await create(shop)
  const head = ['Item', 'Counted']
  const { body } = await importing(shop, id, sheetsBook({ A: [head, ['TEE-S', 8]], B: [head, ['TEE-M', 21]] }))
  expect([body.data.updated, (await readLines(shop, id))['TEE-M @ Back room'].counted_quantity]).toEqual([2, 21])
})

test('XLSX and XLS files count like CSV, whatever their names say', async () => {
  const shop = await openShop()
  for (const [bookKind, file_name] of [
    ['xlsx', 'count.csv'],
    ['biff8', 'count.xlsx'],
  ] as const) {
    const id = await create(shop)
    const rows = [
      ['Item', 'Counted'],
      ['TEE-S', 8],
      ['TEE-M', 21],
    ]
    const s3_key = await uploadFile(shop.tenant, workbook(rows, bookKind), file_name)
    const answer = await importOf(shop, id, s3_key)
    expect([answer.status, answer.body.data]).toEqual([
      200,
      { updated: 2, skipped: 0, unmatched_skus: [], ignored_columns: [] },
    ])
    expect(await read(shop, id)).toMatchObject({ counted_total: 29, variance_total: -1 })
  }
})

test('over several locations, rows say which, by name or by id; rows elsewhere are skipped', async () => {
  const shop = await openShop()
  const { locations } = shop.ids
  const id = await create(shop, { location_ids: Object.values(locations) })
  const csv = `Item,Counted,Where\nTEE-S,8,back ROOM\nTEE-S,5,${locations['Shop floor']}\nTEE-M,1,Elsewhere\nTEE-M,2,\n`
  const located = { mappings: { ...mappings, location: 'Where' } }
  const answer = await importing(shop, id, csv, located)
  expect(answer.body.data).toEqual({ updated: 2, skipped: 2, unmatched_skus: [], ignored_columns: [] })
  const lines = await readLines(shop, id)
  expect(lines['TEE-S @ Back room'].counted_quantity).toBe(8)
  expect(lines['TEE-S @ Shop floor'].counted_quantity).toBe(5)

  const silent = await importing(shop, id, csv)
  expect([silent.status, silent.body.data]).toEqual([
    400,
    { field: 'mappings.location', rule: 'is required because this stocktake covers several locations' },
  ])
})

test('accented SKUs match in any Unicode form, and an exact match has precedence', async () => {
  const shop = await openShop({
    locations: ['Entrepôt', 'Café'.normalize('NFD')],
    products: [{ title: 'Été', variants: ['É-1', 'Ñ-1', 'Ñ-1'.normalize('NFD')].map((sku) => ({ sku })) }],
  })
  const id = await create(shop, { location_ids: Object.values(shop.ids.locations) })
  const csv = `Item,Counted,Where
${'É-1'.normalize('NFD')},4,${'entrepôt'.normalize('NFD')}
É-1,5,CAFÉ
Ñ-1,6,Café
${'Ñ-1'.normalize('NFD')},7,Café
`
  const answer = await importing(shop, id, csv, { mappings: { ...mappings, location: 'Where' } })
  expect(answer.body.data).toEqual({ updated: 4, skipped: 0, unmatched_skus: [], ignored_columns: [] })
  const counted = Object.entries(await readLines(shop, id)).filter(([, line]) => line.counted_quantity !== null)
  expect(Object.fromEntries(counted.map(([words, line]) => [words, line.counted_quantity]))).toEqual({
    'É-1 @ Entrepôt': 4,
    [`É-1 @ ${'Café'.normalize('NFD')}`]: 5,
    [`Ñ-1 @ ${'Café'.normalize('NFD')}`]: 6,
    [`${'Ñ-1'.normalize('NFD')} @ ${'Café'.normalize('NFD')}`]: 7,
  })
})

test('locations with the same name are distinguished by id, and an ambiguous row is refused', async () => {
  const shop = await openShop()
  const { sql } = shop.tenant.service.database
  // Two names for the database, one for a reader.
  for (const [i, location_id] of Object.values(shop.ids.locations).slice(0, 2).entries())
    await sql`update locations set name = ${'Café'.normalize(i === 0 ? 'NFC' : 'NFD')}
      where organization_id = ${shop.tenant.organization_id} and location_id = ${location_id}`
  const id = await create(shop, { location_ids: Object.values(shop.ids.locations) })
  const located = { mappings: { ...mappings, location: 'Where' } }
  const byId = `Item,Counted,Where\nTEE-S,8,${shop.ids.locations['Back room']}\n`
  expect((await importing(shop, id, byId, located)).body.data.updated).toBe(1)
  const refused = await importing(shop, id, `${byId}TEE-M,3,Café\n`, located)
  expect([refused.status, refused.body.data]).toEqual([
    400,
    {
      field: 's3_key',
      rule: 'row 3 has the location name "Café", which several locations share; use the location id instead',
      row: 3,
    },
  ])
})

test('a fractional quantity or a line counted twice refuses the file and names the row', async () => {
  const shop = await openShop()
  const id = await create(shop)
  const of = (text: string) => `has the quantity "${text}", which is not a whole number from 0 to 1,000,000,000`
  const cases: [string, number, string][] = [
    ['Item,Counted\nTEE-M,1\nTEE-S,-3\n', 3, of('-3')],
    ['Item,Counted\nTEE-M,1\n\nTEE-S,2.5\n', 4, of('2.5')],
    ['Item,Counted\nTEE-S,eight\n', 2, of('eight')],
    ['Item,Counted\nTEE-S,1e3\n', 2, of('1e3')],
    ['Item,Counted\nTEE-S,"1,200"\n', 2, of('1,200')],
    ['Item,Counted\nTEE-S,1000000001\n', 2, of('1000000001')],
    ['Item,Counted\nTEE-S,8\nTEE-M,1\nTEE-S,8\n', 4, 'counts the same line as row 2 (SKU TEE-S)'],
  ]
  for (const [csv, row, rule] of cases) {
    const answer = await importing(shop, id, csv)
    expect([answer.status, answer.body.data]).toEqual([400, { field: 's3_key', rule: `row ${row} ${rule}`, row }])
  }
  expect(await read(shop, id)).toMatchObject({ counted_line_count: 0 })
})

test('keys and mappings that do not fit are refused by their field', async () => {
  const shop = await openShop()
  const stranger = await openShop()
  const id = await create(shop)
  const s3_key = await uploadFile(shop.tenant, 'Item,Counted,Item 2\nTEE-S,8,x\n')
  const twice = await uploadFile(shop.tenant, 'Item,Counted,Counted\nTEE-S,8,9\n')
  const foreign = await uploadFile(stranger.tenant, 'Item,Counted\nTEE-S,8\n')
  const noFile = 'must be an uploaded file of this organisation'
  const cases: [Record<string, unknown>, string, string][] = [
    [{ mappings }, 's3_key', 'is required'],
    [{ s3_key: '', mappings }, 's3_key', 'must be text from 1 to 500 characters'],
    [{ s3_key: '  ', mappings }, 's3_key', 'must not be blank'],
    [{ s3_key: 'uploads/none/count.csv', mappings }, 's3_key', noFile],
    [{ s3_key: '../secret.key', mappings }, 's3_key', noFile],
    [{ s3_key: foreign, mappings }, 's3_key', noFile],
    [{ s3_key }, 'mappings', 'is required'],
    [{ s3_key, mappings: { sku: 'Item' } }, 'mappings.counted_quantity', 'is required'],
    [{ s3_key, mappings: { counted_quantity: 'Counted' } }, 'mappings.sku', 'is required'],
    [{ s3_key, mappings: { ...mappings, bin: 'Item 2' } }, 'mappings.bin', 'is not a known field'],
    [{ s3_key, mappings: { ...mappings, sku: '' } }, 'mappings.sku', 'must be text from 1 to 200 characters'],
    [{ s3_key, mappings: { ...mappings, sku: ' ' } }, 'mappings.sku', 'must not be blank'],
    [
      { s3_key, mappings: { ...mappings, sku: 'Counted' } },
      'mappings.counted_quantity',
      'maps to the same column as mappings.sku',
    ],
    [{ s3_key, mappings: { ...mappings, sku: 'SKU' } }, 'mappings.sku', 'is "SKU", which is not a header in the file'],
    [
      { s3_key: twice, mappings },
      's3_key',
      'names a file with 2 columns headed "Counted"; rename one of them in the file',
    ],
  ]
  for (const [body, field, rule] of cases) {
    const answer = await shop.tenant.post(`/api/v1/stocktakes/${id}/import`, body)
    expect([answer.status, answer.body.data.field, answer.body.data.rule]).toEqual([400, field, rule])
  }
  const missing = await importOf(shop, id, s3_key, { mappings: { ...mappings, location: 'Where' } })
  expect(missing.body.data).toMatchObject({ field: 'mappings.location', allowed: ['Item', 'Counted', 'Item 2'] })
})

test('unreadable files and decompression bombs are refused, and the service keeps running', async () => {
  const shop = await openShop()
  const id = await create(shop)
  const unreadable = 'names a file that cannot be read as CSV, XLSX or XLS'
  const whole = workbook([
    ['Item', 'Counted'],
    ['TEE-S', 8],
  ])
  const bomb = zip(partsAround(new Uint8Array(150 * 1_048_576).fill(32)))
  const cases: [string | Uint8Array, string][] = [
    [whole.slice(0, whole.byteLength - 30), unreadable],
    [
      new Uint8Array([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0, 0, 13]),
      `${unreadable}: its bytes on line 3 are no text; save it as CSV in UTF-8, or as UTF-16 with a byte order mark`,
    ],
    [' \n', 'names a file that has no header row'],
    ['Item,Counted\n', 'names a file that has no rows below the header row'],
    [`Item,Counted\n${'TEE-S,8\n'.repeat(100_001)}`, 'names a file that has more than 100,000 rows'],
    [bomb, `names a file that unpacks to more than ${(bomb.byteLength * 100).toLocaleString('en-US')} bytes`],
  ]
  for (const [content, rule] of cases) {
    const answer = await importing(shop, id, content)
    expect([answer.status, answer.body.data]).toEqual([400, { field: 's3_key', rule }])
  }
  expect((await importing(shop, id, 'Item,Counted\nTEE-S,8\n')).status).toBe(200)
})

test('a header is found in any spelling, and the one that is spelled exactly so comes first', async () => {
  const shop = await openShop()
  const id = await create(shop)
  const answer = await importing(shop, id, 'ITEM,counted ,COUNTED\nTEE-S,8,1\n', {
    mappings: { sku: 'item', counted_quantity: 'counted' },
  })
  expect(answer.body.data).toEqual({ updated: 1, skipped: 0, unmatched_skus: [], ignored_columns: ['COUNTED'] })
  expect((await readLines(shop, id))['TEE-S @ Back room'].counted_quantity).toBe(8)
})

test('an unknown, a foreign and a posted stocktake take no file', async () => {
  const shop = await openShop()
  const s3_key = await uploadFile(shop.tenant, 'Item,Counted\nTEE-S,8\n')
  for (const id of [unknownId, await foreignStocktake()]) {
    const answer = await importOf(shop, id, s3_key)
    expect([answer.status, answer.body.code]).toEqual([404, 'stocktake_not_on_file'])
  }
  const id = await create(shop)
  await count(shop, id, { 'TEE-S': 9 })
  await post(shop, id)
  const answer = await importOf(shop, id, s3_key)
  expect([answer.status, answer.body.data.rule]).toEqual([400, 'is a stocktake that is already posted'])
})

test('an import repeated with its Idempotency-Key gets the first response, even after the stocktake is posted', async () => {
  const shop = await openShop()
  const id = await create(shop)
  const s3_key = await uploadFile(shop.tenant, 'Item,Counted\nTEE-S,8\n')
  const key = { 'Idempotency-Key': 'import-1' }
  const first = await importOf(shop, id, s3_key, {}, key)
  await post(shop, id)
  const again = await importOf(shop, id, s3_key, {}, key)
  expect([again.status, again.text, again.headers.get('idempotency-replayed')]).toEqual([200, first.text, 'true'])
  // A refusal releases its key: the same request is checked again each time.
  const fresh = { 'Idempotency-Key': 'import-2' }
  for (const _ of [1, 2]) expect((await importOf(shop, id, s3_key, {}, fresh)).status).toBe(400)
})

test('a file is read while other calls are answered', async () => {
  const shop = await openShop()
  const id = await create(shop)
  const rows = Array.from({ length: 30_000 }, (_, i) => [`OTHER-${i}`, i, 'x', 'y'])
  const s3_key = await uploadFile(shop.tenant, workbook([['Item', 'Counted', 'A', 'B'], ...rows]))
  let isReading = true
  const reading = importOf(shop, id, s3_key).then((answer) => {
    isReading = false
    return answer
  })
  let answered = 0
  while (isReading && answered < 50) {
    expect((await shop.tenant.get(`/api/v1/stocktakes/${id}`)).status).toBe(200)
    if (isReading) answered++
  }
  expect((await reading).body.data).toMatchObject({ updated: 0, skipped: 30_000 })
  expect(answered).toBeGreaterThan(5)
})
