/** Filing, listing, reading and taking order papers over HTTP. */
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { createHash } from 'node:crypto'
import { uuidv7 } from 'uuidv7'
import { uploadFile } from '../../support/fixtures/files.ts'
import { whileHeld } from '../../support/held.ts'
import { newTenant } from '../../support/service/tenant.ts'
import { csvPaper, paperOf, workbookPaper } from './papers.ts'
import { openPaperShop, openReader, type PaperShop, path } from './paper_shop.ts'

setDefaultTimeout(60_000)

let reader: Awaited<ReturnType<typeof openReader>>
beforeAll(async () => {
  reader = await openReader()
})
afterAll(() => reader.stop())

const csv = (rows: readonly string[]) => Buffer.from(`${rows.join('\n')}\n`)

/** Files a paper, reads it and answers it. */
async function readOne(shop: PaperShop, bytes: Uint8Array, body?: object): Promise<any> {
  const filed = await shop.filed(bytes, body)
  await reader.settle()
  return shop.get(filed)
}

const codes = ({ problems }: any) => problems.map(({ code }: any) => code)

test('a sure paper becomes a draft without a person, with one event, and the order names its paper', async () => {
  const shop = await openPaperShop()
  const paper = paperOf(1)
  const bytes = workbookPaper(paper)
  const filed = await shop.filed(bytes, { file_name: 'Bestellung Nr. 7.xlsx' })
  expect(filed).toMatchObject({
    file_name: 'Bestellung Nr. 7.xlsx',
    format: 'xlsx',
    byte_count: bytes.byteLength,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    state: 'queued',
    account: { name: 'Northern Outfitters', trading_partner_id: shop.account_id },
    order: null,
    line_count: null,
    problems: [],
    read_at: null,
  })
  await reader.settle()
  const read = await shop.get(filed)
  expect(read).toMatchObject({ state: 'read', line_count: 7, matched_line_count: 7, problems: [], taken_at: null })
  expect(read.reading.confidence).toBe(1)
  expect(read.reading.lines[0]).toMatchObject({
    sku: paper.lines[0]!.sku,
    quantity: paper.lines[0]!.quantity,
    matched_by: ['sku', 'buyer_sku'],
    values: { sku: { text: paper.lines[0]!.sku, confidence: 1, place: { page: null, box: null, cell: 'B7' } } },
  })
  const order = await shop.order(read.order.order_id)
  expect(order).toMatchObject({
    name: read.order.name,
    origin: 'document',
    lifecycle: 'draft',
    reference: paper.reference,
    door_reference: paper.door,
    requested_ship_date: paper.ship_date,
    cancel_date: paper.cancel_date,
    terms: 'net_30',
    channel: { sales_channel_id: shop.channel_id },
    document: { document_id: filed.document_id, file_name: 'Bestellung Nr. 7.xlsx', format: 'xlsx', state: 'read' },
  })
  expect(order.line_items[0]).toMatchObject({ buyer_sku: paper.lines[0]!.buyer_sku, buyer_line_reference: '1' })
  expect(await shop.events()).toEqual(['order.created'])
  const file = await fetch(read.source.url.replace(/^http:\/\/[^/]+/, shop.tenant.service.base_url))
  expect(file.headers.get('content-type')).toBe(read.source.content_type)
  expect(Buffer.from(await file.arrayBuffer()).equals(Buffer.from(bytes))).toBe(true)
})

test('a paper with an unknown item is refused with its reason, and taken as a draft with the open points', async () => {
  const shop = await openPaperShop()
  const [first, second] = paperOf(2).lines
  const read = await readOne(
    shop,
    csv([
      'PO number:,PO-9',
      'SKU,Quantity,Unit price',
      `${first!.sku},3,10.00`,
      'GHOST-1,4,12.00',
      `${second!.sku},5,`,
    ]),
  )
  expect(read).toMatchObject({ state: 'refused', order: null, line_count: 3, matched_line_count: 2 })
  expect(read.problems).toEqual([
    {
      code: 'item_unknown',
      line_number: 2,
      sentence: 'Line 2: no item of the account or the catalogue is GHOST-1.',
    },
  ])
  const [waiting] = await shop.exceptions('order_document', read.document_id)
  expect(waiting).toMatchObject({ kind: 'document_unreadable', severity: 'warning' })
  expect(waiting.sentence).toContain('GHOST-1')
  const takeResponse = await shop.take(read)
  expect([takeResponse.status, takeResponse.body.message.desc]).toEqual([
    201,
    `Order ${takeResponse.body.data.name} created from the paper; it is a draft.`,
  ])
  const order = takeResponse.body.data
  expect(order).toMatchObject({ lifecycle: 'draft', origin: 'document', reference: 'PO-9', exceptions_open: 2 })
  expect(order.document).toMatchObject({ document_id: read.document_id, state: 'taken' })
  expect(order.line_items.map(({ sku, quantity, unit_price }: any) => [sku, quantity, unit_price.cents])).toEqual([
    [first!.sku, 3, 1_000],
    [second!.sku, 5, second!.price_cents],
  ])
  const open = await shop.exceptions('sales_order', order.order_id)
  expect(open.map(({ kind, sentence }) => `${kind} ${sentence}`).toSorted()).toEqual([
    `price_mismatch Line 1: the paper states 10 USD a unit, and the price list of the account ${first!.price_cents / 100}.`,
    'unknown_sku Line 2: no item of the account or the catalogue is GHOST-1.',
  ])
  expect(await shop.exceptions('order_document', read.document_id)).toEqual([])
  expect(await shop.get(read)).toMatchObject({
    state: 'taken',
    order: { order_id: order.order_id },
    taken_by: order.document.filed_by,
  })
  const again = await shop.take(read)
  expect([again.status, again.body.code, again.body.data]).toEqual([409, 'conflict', { state: 'taken' }])
  expect((await shop.events()).filter((event) => event === 'order.created')).toHaveLength(1)
})

test('two requests that take one paper at once create one order', async () => {
  const shop = await openPaperShop()
  const read = await readOne(shop, csv(['SKU,Quantity', `${paperOf(3).lines[0]!.sku},3`, 'GHOST-1,4']))
  const answers = await whileHeld(
    shop.tenant,
    `select from order_documents where document_id = '${read.document_id}' for update`,
    [() => shop.take(read), () => shop.take(read)],
  )
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409])
  const { sql } = shop.tenant.service.database
  const [orders] = await sql`
    select count(*)::int as orders from sales_orders where organization_id = ${shop.tenant.organization_id}`
  expect(orders!.orders).toBe(1)
})

test('a file becomes one order of an account; after a refusal it can be filed again', async () => {
  const shop = await openPaperShop()
  const sure = csvPaper(paperOf(4))
  const filed = await shop.filed(sure)
  const twice = await shop.file(sure, { file_name: 'other.csv' })
  expect([twice.status, twice.body.code, twice.body.data]).toEqual([
    409,
    'conflict',
    { document_id: filed.document_id, state: 'queued' },
  ])
  await reader.settle()
  expect((await shop.file(sure)).body.data).toEqual({ document_id: filed.document_id, state: 'read' })
  const unsure = csv(['Our SKU,Quantity', 'NEW-771,4', `${paperOf(4).lines[0]!.buyer_sku},2`])
  const refused = await readOne(shop, unsure)
  expect(codes(refused)).toEqual(['item_unknown'])
  const { sql } = shop.tenant.service.database
  await sql`
    insert into account_items (organization_id, trading_partner_id, buyer_sku, variant_id)
    values (${shop.tenant.organization_id}, ${shop.account_id}, 'NEW-771', ${shop.ids.variants[paperOf(4).lines[1]!.sku]!})`
  const mapped = await readOne(shop, unsure)
  expect([mapped.state, codes(mapped)]).toEqual(['read', []])
  const late = await shop.take(refused)
  expect([late.status, late.body.data]).toEqual([409, { document_id: mapped.document_id, state: 'read' }])
})

test('an order number that the account has used is refused as a duplicate', async () => {
  const shop = await openPaperShop()
  const lines = ['SKU,Quantity', `${paperOf(5).lines[0]!.sku},3`]
  const first = await readOne(shop, csv(['PO number,PO-1', ...lines]))
  const second = await readOne(shop, csv(['PO number,PO-1,Thank you', ...lines]))
  expect([first.state, second.state, codes(second)]).toEqual(['read', 'refused', ['order_duplicate']])
  const { data } = (await shop.take(second)).body
  expect((await shop.exceptions('sales_order', data.order_id)).map(({ kind }) => kind)).toEqual(['duplicate_order'])
})

const refusals: [string, string[], string[]][] = [
  ['a total that does not add up', ['SKU,Quantity,Unit price', '{0},3,10.00', 'Total,4,30.00'], ['total_differs']],
  [
    'an amount that is not quantity times price',
    ['SKU,Quantity,Unit price,Amount', '{0},3,10.00,35.00'],
    ['amount_differs'],
  ],
  ['a quantity that is no number', ['SKU,Quantity', '{0},a dozen', '{1},3'], ['row_unreadable']],
  ['a quantity with decimals', ['SKU,Quantity', '{0},2.5'], ['quantity_unreadable']],
  ['a price that is no amount', ['SKU,Quantity,Unit price', '{0},2,12.345', '{1},2,10.50'], ['price_unreadable']],
  ['a price with two readings', ['SKU,Quantity,Unit price', '{0},2,12.345'], ['amount_ambiguous', 'price_unreadable']],
  [
    'amounts with two readings',
    ['SKU;Quantity;Unit price', '{0};2;1,234.00', '{1};2;1.234,00'],
    ['amount_ambiguous', 'price_unreadable'],
  ],
  ['identifiers of two variants', ['SKU,Our SKU,Quantity', '{0},{b1},3'], ['identifiers_disagree']],
  ['a barcode of another item', ['SKU,EAN,Quantity', '{0},4006381333931,3'], ['identifiers_disagree']],
  ['a size that is another', ['SKU,Size,Quantity', '{0},XXS,3'], ['identifiers_disagree']],
  ['a style without its size', ['Style,Colour,Quantity', '{style},{color},3'], ['item_ambiguous']],
  ['packs with a ratio of sizes', ['Style,Colour,S,M,Quantity', '{style},{color},1,2,5'], ['total_differs']],
  ['a date with two readings', ['Ship date,03/04/2027', 'SKU,Quantity', '{0},3'], ['date_unreadable']],
  ['another currency', ['Currency,EUR', 'SKU,Quantity', '{0},3'], ['currency_differs']],
  ['no header row', ['Dear all,we would like to order', 'some jumpers,12'], ['not_an_order']],
  ['a header without lines', ['SKU,Quantity', ','], ['no_lines']],
]

test('what is not sure is refused with a named reason, and creates no order', async () => {
  const shop = await openPaperShop()
  const [first, second] = paperOf(6).lines
  const fill = (row: string) =>
    row
      .replace('{0}', first!.sku)
      .replace('{1}', second!.sku)
      .replace('{b1}', second!.buyer_sku)
      .replace('{style}', first!.style)
      .replace('{color}', first!.color)
  const found: [string, unknown, unknown][] = []
  for (const [name, rows] of refusals) {
    const read = await readOne(shop, csv(rows.map(fill)), { file_name: `${name}.csv` })
    found.push([name, read.state, [...new Set(codes(read))]])
  }
  expect(found).toEqual(refusals.map(([name, , expected]) => [name, 'refused', expected]))
  const { sql } = shop.tenant.service.database
  const orders = await sql`select from sales_orders where organization_id = ${shop.tenant.organization_id}`
  expect(orders.length).toBe(0)
  const [none] = (await shop.tenant.get(`${path}?limit=1`)).body.data.rows
  expect((await shop.take(none)).body).toMatchObject({ code: 'conflict', data: { state: 'refused' } })
})

test('an item number that is our SKU of one variant and the SKU of the account for another is refused', async () => {
  const shop = await openPaperShop()
  const [one, two] = paperOf(6).lines
  const items = [{ buyer_sku: one!.sku, sku: two!.sku }]
  expect((await shop.admin.post(`/api/v1/wholesale/accounts/${shop.account_id}/items`, { items })).status).toBe(200)
  const read = await readOne(shop, csv(['Item,Qty', `${one!.sku},2`]), { file_name: 'items.csv' })
  expect([read.state, codes(read)]).toEqual(['refused', ['identifiers_disagree']])
})

test('lines below a subtotal, and items whose name begins with Total, are ordered like all others', async () => {
  const shop = await openPaperShop()
  const [one, two, three] = paperOf(6).lines.map(({ sku }) => sku)
  const file = async (name: string, ...rows: string[]) => {
    const { state, order, problems } = await readOne(shop, csv(rows), { file_name: name })
    if (order === null) return [state, codes({ problems })]
    const { line_items } = await shop.order(order.order_id)
    return [state, line_items.map(({ sku, quantity }: any) => [sku, quantity])]
  }
  const all = [
    [one, 2],
    [two, 3],
    [three, 4],
  ]
  const head = 'SKU,Qty'
  expect(
    await file(
      'sections.csv',
      head,
      `${one},2`,
      'Subtotal,2',
      `${two},3`,
      `${three},4`,
      'Subtotal,7',
      'Total,9',
      'Terms,30',
      'PO Number,77-1',
    ),
  ).toEqual(['read', all])
  expect(await file('unnamed.csv', head, `${one},2`, 'Total,2', `${two},3`, `${three},4`)).toEqual([
    'refused',
    ['total_differs'],
  ])
  expect(
    await file('named.csv', 'Description,SKU,Qty', `Knit,${one},2`, `Total Eclipse Tee,${two},3`, `Knit,${three},4`),
  ).toEqual(['read', all])
})

test('a request that cannot be filed names its field, and stores nothing', async () => {
  const shop = await openPaperShop()
  const other = await openPaperShop()
  const good = csvPaper(paperOf(7))
  const content = Buffer.from(good).toString('base64')
  const elsewhere = await uploadFile(other.tenant, good, 'order.csv')
  const field = async (body: object) => {
    const { status, body: answer } = await shop.tenant.post(path, { account_id: shop.account_id, ...body })
    return [status, answer.code, answer.data?.field]
  }
  const bytes = (...list: number[]) => Buffer.from(list).toString('base64')
  const refused: [object, string][] = [
    [{ account_id: uuidv7(), content, file_name: 'a.csv' }, 'account_id'],
    [{ account_id: other.account_id, content, file_name: 'a.csv' }, 'account_id'],
    [{}, 'content'],
    [{ content, s3_key: elsewhere, file_name: 'a.csv' }, 'content'],
    [{ content }, 'file_name'],
    [{ content: '%%%', file_name: 'a.csv' }, 'content'],
    [{ content: bytes(0, 1, 2, 3), file_name: 'a.pdf' }, 'content'],
    [{ content: bytes(0x47, 0x49, 0x46, 0x38, 0x39, 0x61, 0), file_name: 'a.gif' }, 'content'],
    [{ s3_key: elsewhere }, 's3_key'],
    [{ content, file_name: 'a.csv', sales_channel_id: other.channel_id }, 'sales_channel_id'],
    [{ content, file_name: 'a.csv', location_id: uuidv7() }, 'location_id'],
  ]
  for (const [body, expected] of refused) expect(await field(body)).toEqual([400, 'bad_request', expected])
  expect((await shop.tenant.get(path)).body.data).toMatchObject({ filtered_max_size: 0 })
  const own = await uploadFile(shop.tenant, good, 'order.csv')
  const filed = await shop.tenant.post(path, { account_id: shop.account_id, s3_key: own })
  expect([filed.status, filed.body.data.file_name]).toEqual([201, 'order.csv'])
  expect((await shop.take(filed.body.data)).body).toMatchObject({ code: 'conflict', data: { state: 'queued' } })
  await reader.settle()
})

test('papers are listed newest first, by account and by state', async () => {
  const shop = await openPaperShop()
  const lines = ['SKU,Quantity', `${paperOf(8).lines[0]!.sku},3`]
  const old = await readOne(shop, csv(['PO number,PO-1', ...lines]), { file_name: 'first.csv' })
  const unsure = await readOne(shop, csv([...lines, 'GHOST,1']), { file_name: 'second.csv' })
  const names = async (query: string) =>
    (await shop.tenant.get(`${path}?${query}`)).body.data.rows.map(({ file_name }: any) => file_name)
  expect(await names('')).toEqual(['second.csv', 'first.csv'])
  expect(await names('limit=1&offset=1')).toEqual(['first.csv'])
  expect(await names('state=refused')).toEqual(['second.csv'])
  expect(await names('state=read')).toEqual(['first.csv'])
  expect(await names(`account_id=${shop.account_id}&state=queued`)).toEqual([])
  expect((await shop.tenant.get(path)).body.data.rows[0]).not.toHaveProperty('reading')
  expect((await shop.tenant.get(`${path}?account_id=${uuidv7()}`)).body.data).toMatchObject({ field: 'account_id' })
  expect((await shop.tenant.get(`${path}?state=lost`)).status).toBe(400)
  expect((await shop.tenant.get(`${path}/${uuidv7()}`)).body.code).toBe('order_document_not_on_file')
  const other = await newTenant()
  expect((await other.get(`${path}/${old.document_id}`)).body.code).toBe('order_document_not_on_file')
  expect((await other.post(`${path}/${unsure.document_id}/take`)).body.code).toBe('order_document_not_on_file')
})

test('an account-bound key files, lists and takes the papers of its own account only', async () => {
  const shop = await openPaperShop()
  const { sql } = shop.tenant.service.database
  const lines = ['SKU,Quantity', `${paperOf(9).lines[0]!.sku},3`, 'GHOST,1']
  const read = await readOne(shop, csv(lines))
  const stranger = uuidv7()
  await sql`
    insert into trading_partners (organization_id, trading_partner_id, name)
    values (${shop.tenant.organization_id}, ${stranger}, 'Sydhus')`
  const { api_key: key } = await shop.tenant.mint({ trading_partner_id: stranger } as never)
  expect((await shop.tenant.get(path, { key })).body.code).toBe('account_mismatch')
  expect((await shop.tenant.get(`${path}?account_id=${stranger}`, { key })).body.data.rows).toEqual([])
  expect((await shop.file(csv(lines), {}, { key })).body.code).toBe('account_mismatch')
  const unknown = 'order_document_not_on_file'
  expect((await shop.tenant.get(`${path}/${read.document_id}`, { key })).body.code).toBe(unknown)
  expect((await shop.tenant.post(`${path}/${read.document_id}/take`, undefined, { key })).body.code).toBe(unknown)
})

test('a plan without trading-partner connectivity has no order papers', async () => {
  const tenant = await newTenant({ plan: 'essentials' })
  const refused = await tenant.get(path)
  expect([refused.status, refused.body.code]).toEqual([403, 'plan_excludes'])
  expect(refused.body.message.desc).toContain('trading-partner connectivity')
})
