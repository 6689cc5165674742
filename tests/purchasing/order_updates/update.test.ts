import { beforeAll, expect, test } from 'bun:test'
import { uuidv7 } from 'uuidv7'
import { insertRows } from '../../support/fixtures/catalogue.ts'
import { newSession } from '../../support/service/session.ts'
import { type OrderFixture, orderFixture, refusedField } from '../order_fixture.ts'
import { approved, arrived, record } from '../receiving.ts'

let fixture: OrderFixture
beforeAll(async () => {
  fixture = await orderFixture()
})

const change = (id: string, body: unknown) => fixture.tenant.patch(fixture.at(`/${id}`), body)
const linesOf = (order: any) => order.line_items.map((line: any) => [line.sku, line.quantity, line.unit_cost])
const at = '2026-11-20T09:00:00Z'

test('a change affects only the fields that are sent, and null clears', async () => {
  const id = await fixture.order({ notes: 'First', external_id: 'E-1', order_date: '2026-11-02' })
  const before = await fixture.read(id)
  const { body } = await change(id, {
    notes: null,
    expected_delivery_date: '2027-01-15',
    ship_window_start: '2027-01-02',
    cancel_date: '2027-01-09',
    container_type_id: 2,
    freight_per_container_cents: 240_000,
  })
  const { updated_at, container_plan, ...after } = body.data
  expect(updated_at > before.updated_at).toBe(true)
  expect(container_plan).toMatchObject({ container_type_id: 2, freight_per_container_cents: 240_000 })
  const { updated_at: _before, container_plan: _plan, ...rest } = before
  expect(after).toEqual({
    ...rest,
    notes: null,
    expected_delivery_date: '2027-01-15',
    ship_window_start: '2027-01-02',
    cancel_date: '2027-01-09',
  })
})

test('lines are changed by id, added and removed, and other lines stay', async () => {
  const id = await fixture.order({
    line_items: [
      { variant_id: fixture.ids.variants['C-S'], quantity: 24 },
      { variant_id: fixture.ids.variants['C-M'], quantity: 5, unit_cost: 19 },
    ],
  })
  const [first, second] = (await fixture.read(id)).line_items
  const { body } = await change(id, {
    line_items: [
      { line_id: first.line_id, quantity: 30, confirmed_quantity: 28, duty_bp: 500 },
      { variant_id: fixture.ids.variants['C-S'], quantity: 6, expected_delivery_date: '2030-02-01' },
    ],
    removed_line_ids: [second.line_id],
  })
  expect(linesOf(body.data)).toEqual([
    ['C-S', 30, 17.25],
    ['C-S', 6, 17.25],
  ])
  expect(body.data.line_items[0]).toMatchObject({ confirmed_quantity: 28, duty_bp: 500 })
  expect(body.data).toMatchObject({ total_cost: 621, total_line_items: 2 })
})

test('the incoming stock of an open order follows its lines, including removed ones', async () => {
  const own = await orderFixture()
  const id = await own.order({
    line_items: [
      { variant_id: own.ids.variants['C-S'], quantity: 24 },
      { variant_id: own.ids.variants['C-M'], quantity: 5 },
    ],
  })
  await own.tenant.post(own.at(`/${id}/approve`))
  await own.put(id, { status: 'issued', issued_at: at })
  const [first, second] = (await own.read(id)).line_items
  const incoming = async () =>
    [
      ...(await own.tenant.service.database.sql`
      select incoming from stock_levels
      where location_id = ${own.ids.locations.Main!} and variant_id in (${first.variant_id}, ${second.variant_id})
      order by array_position(${[first.variant_id, second.variant_id]}::uuid[], variant_id)`),
    ].map((row) => row.incoming)
  expect(await incoming()).toEqual([24, 5])
  const answer = await own.tenant.patch(own.at(`/${id}`), {
    line_items: [{ line_id: first.line_id, quantity: 20 }],
    removed_line_ids: [second.line_id],
  })
  expect(answer.body.data.status).toBe('issued')
  expect(await incoming()).toEqual([20, 0])
})

test('changing supplier, locations, commitment or lines revokes the approval; changing dates does not', async () => {
  const approved = async () => {
    const id = await fixture.order()
    await fixture.tenant.post(fixture.at(`/${id}/approve`))
    return id
  }
  const dated = await change(await approved(), { expected_delivery_date: '2030-01-15', notes: 'x' })
  expect(dated.body.data.status).toBe('approved')
  const costed = await approved()
  const [line] = (await fixture.read(costed)).line_items
  const recosted = await change(costed, { line_items: [{ line_id: line.line_id, unit_cost: 99 }] })
  expect(recosted.body.data).toMatchObject({ status: 'draft', approved_at: null, total_cost: 2376 })
  const moved = await change(await approved(), { location_id: fixture.ids.locations.Store })
  expect(moved.body.data).toMatchObject({ status: 'draft', location_name: 'Store' })
})

test('a new supplier recalculates the lines at its costs and in its currency', async () => {
  const id = await fixture.order()
  const { body } = await change(id, { supplier_id: fixture.ids.suppliers.Forge })
  // Forge has no cost for it; the variant's own is in Forge's currency.
  expect(body.data).toMatchObject({ currency: 'USD', supplier_name: 'Forge', total_cost: 480 })
})

test('an issued order keeps its supplier and locations; a transfer and a manufacturing order keep their lines', async () => {
  const purchase = await fixture.order()
  await fixture.put(purchase, { status: 'issued', issued_at: at })
  const moved = await change(purchase, { location_id: fixture.ids.locations.Store })
  expect([moved.status, moved.body.code, moved.body.data.field]).toEqual([409, 'conflict', 'location_id'])
  for (const order_type of ['transfer', 'manufacturing']) {
    const id = await fixture.order({
      order_type,
      supplier_id: undefined,
      location_id: fixture.ids.locations.Store,
      source_location_id: fixture.ids.locations.Main,
    })
    await fixture.put(id, { status: 'issued', issued_at: at })
    const [line] = (await fixture.read(id)).line_items
    const refused = await change(id, { line_items: [{ line_id: line.line_id, quantity: 5 }] })
    expect([order_type, refused.status, refused.body.data.field]).toEqual([order_type, 409, 'line_items'])
  }
})

test('removing the outstanding units of a purchase order makes it delivered', async () => {
  const id = await fixture.order()
  await fixture.put(id, { status: 'partially_delivered', issued_at: at })
  await fixture.tenant.service.database.sql`
    update purchase_order_lines set delivered_quantity = 10 where purchase_order_id = ${id}`
  const [line] = (await fixture.read(id)).line_items
  const below = await change(id, { line_items: [{ line_id: line.line_id, quantity: 9 }] })
  expect(refusedField(below)).toEqual([400, 'bad_request', 'line_items[0].quantity'])
  const recost = await change(id, { line_items: [{ line_id: line.line_id, unit_cost: 1 }] })
  expect(refusedField(recost)).toEqual([400, 'bad_request', 'line_items[0].unit_cost'])
  const done = await change(id, { line_items: [{ line_id: line.line_id, quantity: 10 }] })
  expect(done.body.data.status).toBe('delivered')
  expect(done.body.data.ended_at).not.toBeNull()
})

test('a line with deliveries cannot be removed, even if the delivery was removed', async () => {
  const id = await fixture.order()
  const [line] = (await fixture.read(id)).line_items
  const delivery_id = uuidv7()
  await insertRows(fixture.tenant, 'purchase_order_deliveries', [
    {
      delivery_id,
      purchase_order_id: id,
      location_id: fixture.ids.locations.Main,
      received_at: at,
      fingerprint: 'x',
      revision: 0,
      removed_at: at,
      actor: 'test',
      recorded_at: at,
      updated_at: at,
    },
  ])
  await fixture.tenant.service.database.sql`
    insert into purchase_order_delivery_lines (organization_id, delivery_id, line_id, purchase_order_id, variant_id,
      received_quantity)
    values (${fixture.tenant.organization_id}, ${delivery_id}, ${line.line_id}, ${id}, ${line.variant_id}, 0)`
  const refused = await change(id, { removed_line_ids: [line.line_id] })
  expect(refusedField(refused)).toEqual([400, 'bad_request', 'removed_line_ids[0]'])
  expect((await fixture.tenant.delete(fixture.at(`/${id}`))).body.message.desc).toEndWith(
    'was received against, so it stays on file and cannot be deleted.',
  )
  expect((await fixture.read(id)).deliveries).toEqual([])
})

test('an invalid change is refused with its field, and nothing changes', async () => {
  const { ids } = fixture
  const id = await fixture.order({ order_date: '2026-11-02' })
  const transfer = await fixture.order({
    order_type: 'transfer',
    supplier_id: undefined,
    location_id: ids.locations.Store,
    source_location_id: ids.locations.Main,
  })
  const before = await fixture.read(id)
  const { line_id } = before.line_items[0]
  const { line_id: drawn } = (await fixture.read(transfer)).line_items[0]
  const line = { variant_id: ids.variants['C-S'], quantity: 1 }
  const cases: [string, Record<string, unknown>, string][] = [
    [id, {}, 'body'],
    [id, { updated_at: before.updated_at }, 'body'],
    [id, { status: 'issued' }, 'status'],
    [id, { status: 'cancelled', notes: 'x' }, 'notes'],
    [id, { location_id: uuidv7() }, 'location_id'],
    [id, { supplier_id: uuidv7() }, 'supplier_id'],
    [id, { source_location_id: ids.locations.Store }, 'source_location_id'],
    [id, { commitment_id: uuidv7() }, 'commitment_id'],
    [id, { expected_delivery_date: '2026-11-01' }, 'expected_delivery_date'],
    [id, { line_items: [{ line_id: uuidv7(), quantity: 1 }] }, 'line_items[0].line_id'],
    [
      id,
      {
        line_items: [
          { line_id, quantity: 1 },
          { line_id, quantity: 2 },
        ],
      },
      'line_items[1].line_id',
    ],
    [id, { line_items: [{ line_id, quantity: 1 }], removed_line_ids: [line_id] }, 'line_items[0].line_id'],
    [id, { line_items: [{ line_id, variant_id: ids.variants['C-M'] }] }, 'line_items[0].variant_id'],
    [id, { line_items: [{ quantity: 1 }] }, 'line_items[0].variant_id'],
    [id, { line_items: [{ variant_id: line.variant_id }] }, 'line_items[0].quantity'],
    [id, { line_items: [{ ...line, confirmed_quantity: 1 }] }, 'line_items[0].confirmed_quantity'],
    [id, { line_items: [{ ...line, variant_id: ids.variants.OLD }] }, 'line_items[0].variant_id'],
    [id, { line_items: [{ line_id, unit_cost: 0.00001 }] }, 'line_items[0].unit_cost'],
    [id, { removed_line_ids: [uuidv7()] }, 'removed_line_ids[0]'],
    [transfer, { line_items: [{ line_id: drawn, quantity: 25 }] }, 'line_items[0].quantity'],
    [transfer, { line_items: [{ line_id: drawn, unit_cost: 1 }] }, 'line_items[0].unit_cost'],
    [transfer, { line_items: [{ ...line, unit_cost: 1 }] }, 'line_items[0].unit_cost'],
    [transfer, { source_location_id: null }, 'source_location_id'],
    [transfer, { supplier_id: ids.suppliers.Mill }, 'supplier_id'],
  ]
  for (const [order, body, field] of cases)
    expect([body, refusedField(await change(order, body))]).toEqual([body, [400, 'bad_request', field]])
  expect(await fixture.read(id)).toEqual(before)
})

test('of two changes based on the same read, the second is refused', async () => {
  const id = await fixture.order()
  const { updated_at } = await fixture.read(id)
  const answers = await Promise.all(['One', 'Two', 'Three'].map((notes) => change(id, { notes, updated_at })))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
  const won = answers.find(({ status }) => status === 200)!.body.data
  expect((await fixture.read(id)).notes).toBe(won.notes)
  // Any spelling of the same instant is accepted.
  const spelled = new Date(Date.parse(won.updated_at)).toISOString().slice(0, 19)
  const exact = won.updated_at.replace('+00:00', 'Z')
  expect(exact.startsWith(spelled)).toBe(true)
  expect((await change(id, { notes: 'Four', updated_at: exact })).status).toBe(200)
})

test('raising the order resolves its over-receipt exception; sending a line unchanged is no change', async () => {
  const own = await orderFixture()
  const id = await approved(own)
  await record(own, id, { accept_over_receipt: true, ...arrived(own, ['C-S', 26]) })
  const session = await newSession(own.tenant)
  const open = async () => (await session.get(`/api/v1/exceptions?is_open=true&subject_id=${id}`)).body.data.rows.length
  const [line] = (await own.read(id)).line_items
  const change = (quantity: number) =>
    own.tenant.patch(own.at(`/${id}`), { line_items: [{ line_id: line.line_id, quantity }] })
  expect([(await change(24)).status, await open()]).toEqual([200, 1])
  expect(refusedField(await change(25))).toEqual([400, 'bad_request', 'line_items[0].quantity'])
  expect([(await change(26)).status, await open()]).toEqual([200, 0])
  const { rows } = (await session.get(`/api/v1/exceptions?subject_id=${id}`)).body.data
  expect(rows).toMatchObject([{ kind: 'over_receipt', resolution: 'order_amended', resolved_by: 'key:test' }])
})

test('an issued order cannot lose its last line; it must be cancelled instead', async () => {
  const id = await fixture.order()
  const [{ line_id }] = (await fixture.read(id)).line_items
  await fixture.put(id, { status: 'issued', issued_at: at })
  const emptied = await change(id, { removed_line_ids: [line_id] })
  expect(refusedField(emptied)).toEqual([400, 'bad_request', 'removed_line_ids'])
  expect(emptied.body.message.desc).toContain('cancel the order instead')
  const line = { variant_id: fixture.ids.variants['C-M'], quantity: 3 }
  const exchanged = await change(id, { removed_line_ids: [line_id], line_items: [line] })
  expect(linesOf(exchanged.body.data).map(([sku, quantity]: any) => [sku, quantity])).toEqual([['C-M', 3]])
})
