import { expect, test } from 'bun:test'
import { uuidv7 } from 'uuidv7'
import { bookMerchant, dataOf, faultOf, linesPath, refused } from './book.ts'

const stored = async (tenant: any) => {
  const [row] = await tenant.service.database.sql`
    select (select count(*)::int from order_book_lines where organization_id = ${tenant.organization_id}) as lines,
      (select count(*)::int from order_book_revisions where organization_id = ${tenant.organization_id}) as revisions`
  return [row.lines, row.revisions]
}

test('a line is recorded, revised by its reference, cancelled and reinstated, and repeating it changes nothing', async () => {
  const { tenant, account, door, commitment, record, ids } = await bookMerchant()
  const north = await account('Northgate')
  await door(north, 'D-1')
  const commitment_id = await commitment('Spring', 'ss27')
  const key = { trading_partner_id: north, season_code: 'ss27', line_reference: 'N-1' }
  const line = {
    ...key,
    sku: 'J-M',
    quantity: 120,
    unit_price_cents: 4_000,
    ship_window_start: '2027-02-01',
    ship_window_end: '2027-02-28',
    door_reference: 'd-1',
    commitment_id,
  }
  const first = await record([line])
  expect([first.status, first.body.message.desc]).toEqual([200, '1 line recorded, 0 revised, 0 unchanged.'])
  const [made] = first.body.data.lines
  expect(made).toEqual({
    book_line_id: made.book_line_id,
    trading_partner_id: north,
    season_code: 'SS27',
    line_reference: 'N-1',
    revision: 1,
    outcome: 'recorded',
  })
  const read = async () => (await dataOf(tenant, 'style-lines', { product_id: ids.products.Jumper! })).rows
  const [shown] = await read()
  expect(shown).toMatchObject({
    sku: 'J-M',
    size: 'M',
    quantity: 120,
    value: { cents: 480_000, currency: 'USD', usd: 4_800 },
    door_reference: 'D-1',
    commitment_id,
    source: 'person',
    verdict: null,
    firmness: 'cancellable',
    recorded_by: 'key:test',
    revision: 1,
  })
  expect((await record([line])).body.data).toMatchObject({
    unchanged: 1,
    lines: [{ outcome: 'unchanged', revision: 1 }],
  })
  expect((await record([{ ...key, season_code: 'SS27', quantity: 80 }])).body.data.lines[0]).toMatchObject({
    outcome: 'revised',
    revision: 2,
  })
  expect((await read())[0]).toEqual({
    ...shown,
    quantity: 80,
    value: { ...shown.value, cents: 320_000, usd: 3_200 },
    revision: 2,
    recorded_at: expect.any(String),
  })
  await record([{ ...key, is_cancelled: true, cancel_reason: 'Range was dropped' }])
  expect(await read()).toEqual([])
  await record([{ ...key, is_cancelled: false, ship_window_end: null, unit_price_cents: null }])
  expect((await read())[0]).toMatchObject({ quantity: 80, ship_window_end: null, value: { cents: null } })
  expect(await stored(tenant)).toEqual([1, 4])
})

test('a held line says who holds it and since when, until it is released', async () => {
  const { tenant, account, record, ids } = await bookMerchant()
  const key = { trading_partner_id: await account('Northgate'), season_code: 'SS27', line_reference: 'N-1' }
  const read = async () => (await dataOf(tenant, 'style-lines', { product_id: ids.products.Jumper! })).rows[0]
  await record([{ ...key, product_id: ids.products.Jumper, quantity: 10, held_by: 'account', held_by_name: 'Ines' }])
  const held = await read()
  expect(held).toMatchObject({ held_by: 'account', held_by_name: 'Ines', firmness: 'held', sku: null, size: null })
  await record([{ ...key, quantity: 12 }])
  expect(await read()).toMatchObject({ held_by_name: 'Ines', held_at: held.held_at, quantity: 12 })
  await record([{ ...key, held_by: null }])
  expect(await read()).toMatchObject({ held_by: null, held_by_name: null, held_at: null, firmness: 'cancellable' })
  await record([{ ...key, held_by: 'merchant' }])
  expect((await read()).held_by_name).toBe('test')
})

test('one fault refuses the whole request by the name of its field, and nothing is recorded', async () => {
  const { tenant, account, door, commitment, record, ids } = await bookMerchant()
  const north = await account('Northgate')
  const south = await account('Southgate', { currency: 'EUR' })
  const archived = await account('Old')
  await tenant.service.database
    .sql`update trading_partners set archived_at = now() where trading_partner_id = ${archived}`
  await door(south, 'S-1')
  const other = await bookMerchant()
  const foreign = await other.account('Theirs')
  const autumn = await commitment('Autumn', 'AW27')
  const good = { trading_partner_id: north, season_code: 'SS27', line_reference: 'N-1', sku: 'J-M', quantity: 1 }
  const cases: [object, string][] = [
    [{ trading_partner_id: uuidv7() }, 'trading_partner_id'],
    [{ trading_partner_id: foreign }, 'trading_partner_id'],
    [{ trading_partner_id: archived }, 'trading_partner_id'],
    [{ season_code: '  ' }, 'season_code'],
    [{ line_reference: '' }, 'line_reference'],
    [{ sku: 'NONE' }, 'sku'],
    [{ sku: undefined, variant_id: other.ids.variants['J-M'] }, 'variant_id'],
    [{ sku: undefined, product_id: other.ids.products.Jumper }, 'product_id'],
    [{ size: 'S' }, 'size'],
    [{ quantity: 0 }, 'quantity'],
    [{ quantity: 1.5 }, 'quantity'],
    [{ quantity: undefined }, 'quantity'],
    [{ unit_price_cents: -1 }, 'unit_price_cents'],
    [{ currency: 'EUR' }, 'currency'],
    [{ ship_window_start: '2027-02-30' }, 'ship_window_start'],
    [{ ship_window_start: '2027-03-01', ship_window_end: '2027-02-28' }, 'ship_window_end'],
    [{ door_reference: 'S-1' }, 'door_reference'],
    [{ commitment_id: autumn }, 'commitment_id'],
    [{ commitment_id: uuidv7() }, 'commitment_id'],
    [{ booking_type: 'later' }, 'booking_type'],
    [{ held_by_name: 'Ada' }, 'held_by_name'],
    [{ cancel_reason: 'Late' }, 'cancel_reason'],
    [{ verdict: 'maybe' }, 'verdict'],
    [{ order_line_item_id: uuidv7() }, 'order_line_item_id'],
  ]
  for (const [more, field] of cases) {
    const answer = await record([
      { ...good, line_reference: 'N-0' },
      { ...good, ...more },
    ])
    expect([more, faultOf(answer)]).toEqual([more, refused(`lines[1].${field}`)])
  }
  expect(faultOf(await record([good, good]))).toEqual(refused('lines[1].line_reference'))
  expect(faultOf(await record([{ ...good, sku: undefined }]))).toEqual(refused('lines[0]'))
  expect(faultOf(await record([{ ...good, product_id: ids.products.Jumper }]))).toEqual(refused('lines[0]'))
  expect(faultOf(await record([]))).toEqual(refused('lines'))
  const lines = (count: number) => Array.from({ length: count }, (_, i) => ({ ...good, line_reference: `N-${i}` }))
  expect(faultOf(await record(lines(1_001)))).toEqual(refused('lines'))
  expect(await stored(tenant)).toEqual([0, 0])
  expect((await record(lines(1_000))).body.data.recorded).toBe(1_000)
  expect(faultOf(await record([{ ...good, line_reference: 'N-5', currency: 'EUR' }]))).toEqual(
    refused('lines[0].currency'),
  )
  expect(faultOf(await record([{ ...good, sku: undefined, line_reference: 'N-5', size: 'S' }]))).toEqual(
    refused('lines[0].size'),
  )
})

test('a body over 1 MiB is refused 413, and nothing is recorded', async () => {
  const { tenant, account } = await bookMerchant()
  const line = { trading_partner_id: await account('Northgate'), season_code: 'SS27', line_reference: 'N', sku: 'J-M' }
  const raw = JSON.stringify({ lines: [{ ...line, quantity: 1 }] }) + ' '.repeat(1_048_576)
  const answer = await tenant.post(linesPath, undefined, { raw, headers: { 'Content-Type': 'application/json' } })
  expect([answer.status, answer.body.code]).toEqual([413, 'body_too_large'])
  expect(await stored(tenant)).toEqual([0, 0])
})

test('a request that is repeated with its Idempotency-Key records nothing again', async () => {
  const { tenant, account, record } = await bookMerchant()
  const line = { trading_partner_id: await account('Northgate'), season_code: 'SS27', line_reference: 'N', sku: 'J-M' }
  const first = await record([{ ...line, quantity: 5 }], { 'Idempotency-Key': 'booking' })
  const again = await record([{ ...line, quantity: 5 }], { 'Idempotency-Key': 'booking' })
  expect(again.text).toBe(first.text)
  expect(again.body.data.recorded).toBe(1)
  expect(await stored(tenant)).toEqual([1, 1])
})

test('of the same line sent many times at once, one is recorded and every change is a revision of its own', async () => {
  const { tenant, account, record } = await bookMerchant()
  const line = { trading_partner_id: await account('Northgate'), season_code: 'SS27', line_reference: 'N', sku: 'J-M' }
  const answers = await Promise.all([1, 2, 3, 4, 5, 6].map((quantity) => record([{ ...line, quantity }])))
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200])
  expect(answers.map(({ body }) => body.data.lines[0].revision).toSorted()).toEqual([1, 2, 3, 4, 5, 6])
  expect(await stored(tenant)).toEqual([1, 6])
})

test('a key that is bound to an account records for that account alone', async () => {
  const { tenant, account } = await bookMerchant()
  const [north, south] = [await account('Northgate'), await account('Southgate')]
  const { api_key } = await tenant.mint({ trading_partner_id: north } as never)
  const line = (trading_partner_id: string, line_reference: string) => ({
    trading_partner_id,
    season_code: 'SS27',
    line_reference,
    sku: 'J-M',
    quantity: 3,
  })
  const both = { lines: [line(north, 'A'), line(south, 'B')] }
  const refusal = await tenant.post(linesPath, both, { key: api_key })
  expect([refusal.status, refusal.body.code]).toEqual([403, 'account_mismatch'])
  expect(refusal.body.message.desc).toContain('Northgate')
  expect(refusal.body.message.desc).toContain(south)
  expect(await stored(tenant)).toEqual([0, 0])
  expect((await tenant.post(linesPath, { lines: [line(north, 'A')] }, { key: api_key })).status).toBe(200)
})

test('the database refuses to change or delete a revision or a line', async () => {
  const { tenant, account, record } = await bookMerchant()
  await record([
    {
      trading_partner_id: await account('Northgate'),
      season_code: 'SS27',
      line_reference: 'N',
      sku: 'J-M',
      quantity: 5,
    },
  ])
  const { sql } = tenant.service.database
  const { organization_id } = tenant
  const attempts = [
    () => sql`update order_book_revisions set quantity = 1 where organization_id = ${organization_id}`,
    () => sql`delete from order_book_revisions where organization_id = ${organization_id}`,
    () => sql`update order_book_lines set season_code = 'AW27' where organization_id = ${organization_id}`,
    () => sql`truncate order_book_revisions`,
  ]
  for (const attempt of attempts) {
    const outcome = await attempt().then(
      () => 'changed',
      (error: Error) => error.message,
    )
    expect(outcome).toContain('append-only')
  }
  expect(await stored(tenant)).toEqual([1, 1])
})

test('confirming a sales order records the verdict on the booked line, with the agreed quantity', async () => {
  const { tenant, account, record, ids } = await bookMerchant()
  const north = await account('Northgate')
  const order = await tenant.post(
    '/api/v1/sales/orders',
    {
      trading_partner_id: north,
      lines: [
        { sku: 'J-S', quantity: 10, unit_price_cents: 1_000 },
        { sku: 'J-M', quantity: 20, unit_price_cents: 1_000 },
        { sku: 'J-L', quantity: 30, unit_price_cents: 1_000 },
      ],
    },
    { headers: { 'Idempotency-Key': crypto.randomUUID() } },
  )
  expect([order.status, order.text.slice(0, 300)]).toEqual([201, order.text.slice(0, 300)])
  const { order_id, line_items } = order.body.data
  const lines = line_items as { line_item_id: string; sku: string; quantity: number }[]
  const key = (sku: string) => ({ trading_partner_id: north, season_code: 'SS27', line_reference: sku })
  const booked = lines.map(({ line_item_id, sku, quantity }) => ({
    ...key(sku),
    sku,
    quantity,
    unit_price_cents: 1_000,
    order_line_item_id: line_item_id,
  }))
  expect((await record(booked)).body.data.recorded).toBe(3)
  const repeatedLine = { ...booked[0]!, line_reference: 'again' }
  expect(faultOf(await record([repeatedLine]))).toEqual(refused('lines[0].order_line_item_id'))
  const [small, medium, large] = lines
  const confirmed = await tenant.post(`/api/v1/sales/orders/${order_id}/confirm`, {
    lines: [
      { line_item_id: small!.line_item_id, verdict: 'accepted' },
      { line_item_id: medium!.line_item_id, verdict: 'quantity_changed', quantity: 15 },
      { line_item_id: large!.line_item_id, verdict: 'rejected', reason: 'Sold out' },
    ],
  })
  expect([confirmed.status, confirmed.text.slice(0, 300)]).toEqual([200, confirmed.text.slice(0, 300)])
  const { rows, booked_qty } = await dataOf(tenant, 'style-lines', { product_id: ids.products.Jumper!, limit: '10' })
  expect(booked_qty).toBe(25)
  expect(rows.map((row: any) => [row.sku, row.quantity, row.verdict, row.source, row.revision]).toSorted()).toEqual([
    ['J-M', 15, 'quantity_changed', 'order', 2],
    ['J-S', 10, 'accepted', 'order', 2],
  ])
  expect(faultOf(await record([{ ...key('J-S'), verdict: 'rejected' }]))).toEqual(refused('lines[0].verdict'))
  const stands = await record([{ ...key('J-S'), quantity: 9 }])
  expect(stands.body.data.lines[0].revision).toBe(3)
  const foreign = await account('Southgate')
  expect(
    faultOf(
      await record([
        { ...key('X'), trading_partner_id: foreign, sku: 'J-S', quantity: 1, order_line_item_id: small!.line_item_id },
      ]),
    ),
  ).toEqual(refused('lines[0].order_line_item_id'))
})

test('a line that is rejected is booked no longer, and is reinstated only with another verdict', async () => {
  const { tenant, account, record, ids } = await bookMerchant()
  const north = await account('Northgate')
  const key = { trading_partner_id: north, season_code: 'SS27', line_reference: '1' }
  await record([{ ...key, sku: 'J-S', quantity: 10, unit_price_cents: 1_000 }])
  const booked = async () => {
    const { booked_qty, cancelled_qty } = await dataOf(tenant, 'summary', { season_code: 'SS27' })
    return [booked_qty, cancelled_qty]
  }
  await record([{ ...key, verdict: 'rejected', cancel_reason: 'Dropped' }])
  expect(await booked()).toEqual([0, 10])
  expect(faultOf(await record([{ ...key, is_cancelled: false }]))).toEqual(refused('lines[0].is_cancelled'))
  await record([{ ...key, is_cancelled: false, verdict: 'accepted' }])
  expect(await booked()).toEqual([10, 0])
  const lines = await dataOf(tenant, 'style-lines', { product_id: ids.products.Jumper! })
  expect(lines.rows).toMatchObject([{ quantity: 10, verdict: 'accepted' }])
})

test('naming an order line that was confirmed before records what confirming it after records', async () => {
  const { tenant, account, record } = await bookMerchant()
  const north = await account('Northgate')
  const prices = { unit_price_cents: 1_000 }
  const order = await tenant.post(
    '/api/v1/sales/orders',
    {
      trading_partner_id: north,
      lines: [
        { sku: 'J-S', quantity: 10, ...prices },
        { sku: 'J-M', quantity: 20, ...prices },
      ],
    },
    { headers: { 'Idempotency-Key': crypto.randomUUID() } },
  )
  const { order_id, line_items } = order.body.data
  const [small, medium] = line_items
  await tenant.post(`/api/v1/sales/orders/${order_id}/confirm`, {
    lines: [
      { line_item_id: small.line_item_id, verdict: 'quantity_changed', quantity: 7 },
      { line_item_id: medium.line_item_id, verdict: 'rejected' },
    ],
  })
  const line = (sku: string, quantity: number) => ({
    trading_partner_id: north,
    season_code: 'SS27',
    line_reference: sku,
    sku,
    quantity,
    ...prices,
  })
  await record([line('J-S', 10), line('J-M', 20)])
  const { quantity: _ten, ...bare } = line('J-S', 10)
  const { quantity: _twenty, ...other } = line('J-M', 20)
  await record([
    { ...bare, order_line_item_id: small.line_item_id },
    { ...other, order_line_item_id: medium.line_item_id },
  ])
  const { booked_qty, cancelled_qty } = await dataOf(tenant, 'summary', { season_code: 'SS27' })
  expect([booked_qty, cancelled_qty]).toEqual([7, 20])
})
