/** Figures, dates and states of the sample responses and of the bodies of events agree with each other. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'bun:test'

type Sample = Record<string, any>

/** The published document, which the contract check compares with the code. */
const openapi: Sample = JSON.parse(
  readFileSync(new URL('../../../docs-site/public/openapi/2026-11.json', import.meta.url), 'utf8'),
)
const methods: Sample[] = Object.values(openapi.paths).flatMap((path) => Object.values(path as Sample))
const exampleOf = ({ content }: Sample): unknown => content?.['application/json']?.examples?.sample.value

/** Each sample with the id of its operation or event. */
const samples: [string, unknown][] = [
  ...methods.flatMap(({ operationId, responses }) =>
    Object.entries(responses as Sample)
      .filter(([status]) => status.startsWith('2'))
      .map(([, response]): [string, unknown] => [operationId, exampleOf(response)]),
  ),
  ...Object.entries(openapi.webhooks as Sample).map(([event, { post }]): [string, unknown] => [
    event,
    exampleOf(post.requestBody),
  ]),
]

/** Every object of a sample with its path. */
function* objectsOf(value: unknown, path: string): Generator<[string, Sample]> {
  if (value === null || typeof value !== 'object') return
  if (!Array.isArray(value)) yield [path, value as Sample]
  for (const [name, one] of Object.entries(value))
    yield* objectsOf(one, Array.isArray(value) ? path : `${path}.${name}`)
}
const objects = samples.flatMap(([id, sample]) => [...objectsOf(sample, id)])

const faultsOf = (fault: (object: Sample) => boolean) =>
  objects
    .filter(([, object]) => fault(object))
    .map(([path, object]) => `${path} ${JSON.stringify(object).slice(0, 160)}`)

const sum = (list: Sample[], of: (one: Sample) => number) => list.reduce((total, one) => total + of(one), 0)
const nextDay = (day: string) => new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10)

test('an amount in US dollars is its cents divided by a hundred', () => {
  expect(objects.length).toBeGreaterThan(1000)
  const differs = ({ cents, currency, usd }: Sample) =>
    typeof cents === 'number' && typeof usd === 'number' && currency === 'USD' && Math.abs(cents - usd * 100) > 0.5
  expect(faultsOf(differs)).toEqual([])
})

test('a period begins before it ends, and its exclusive end is the day after its last day', () => {
  const isReversed = (object: Sample) =>
    [
      ['start_date', 'end_date'],
      ['period_start', 'period_end'],
      ['starts_on', 'ends_on'],
      ['ship_window_start', 'ship_window_end'],
    ].some(
      ([from, to]) =>
        typeof object[from!] === 'string' && typeof object[to!] === 'string' && object[from!] > object[to!],
    )
  expect(faultsOf(isReversed)).toEqual([])
  const isOff = ({ end_date, end_exclusive }: Sample) =>
    typeof end_date === 'string' && typeof end_exclusive === 'string' && end_exclusive !== nextDay(end_date)
  expect(faultsOf(isOff)).toEqual([])
})

const isOrder = (object: Sample) => Array.isArray(object.line_items) && 'allocated_units' in object

/** Lifecycle state that follows from the units of an order; null where several can. */
function lifecycleOf({ units, allocated_units, fulfilled_units, cancelled_units, lifecycle }: Sample): string | null {
  if (fulfilled_units > 0) return fulfilled_units < units ? 'partially_fulfilled' : 'fulfilled'
  if (units === 0 && cancelled_units > 0) return 'cancelled'
  if (allocated_units > 0) return allocated_units < units ? 'partially_allocated' : 'allocated'
  return lifecycle === 'draft' ? 'draft' : 'open'
}

test('units, amounts, times and the state of a sales order agree with its lines, shipments and invoices', () => {
  const orders = objects.filter(([, object]) => isOrder(object))
  expect(orders.length).toBeGreaterThan(10)
  const differs = (order: Sample) =>
    order.lifecycle !== lifecycleOf(order) ||
    order.units !== sum(order.line_items, ({ quantity, cancelled_quantity }) => quantity - cancelled_quantity) ||
    order.allocated_units !== sum(order.line_items, ({ allocated_quantity }) => allocated_quantity) ||
    order.fulfilled_units !== sum(order.line_items, ({ fulfilled_quantity }) => fulfilled_quantity) ||
    order.fulfilled_units !== sum(order.shipments, ({ lines }) => sum(lines, ({ quantity }) => quantity)) ||
    order.total.cents !==
      sum(
        order.line_items,
        ({ quantity, cancelled_quantity, unit_price, discount }) =>
          (quantity - cancelled_quantity) * unit_price.cents - discount.cents,
      ) ||
    (order.cancelled_at !== null) !== (order.lifecycle === 'cancelled') ||
    (order.fulfilled_at !== null) !== (order.lifecycle === 'fulfilled') ||
    order.is_wholesale !== (order.account !== null)
  expect(faultsOf((object) => isOrder(object) && differs(object))).toEqual([])
})

test('the total of an invoice is the sum of its lines, tax and freight', () => {
  const isInvoice = (object: Sample) => 'invoice_id' in object && Array.isArray(object.lines)
  const differs = ({ lines, tax, freight, total }: Sample) =>
    total.cents !== sum(lines, ({ amount }) => amount.cents) + tax.cents + freight.cents ||
    lines.some(
      ({ quantity, unit_price, discount, amount }: Sample) =>
        amount.cents !== quantity * unit_price.cents - discount.cents,
    )
  expect(objects.some(([, object]) => isInvoice(object))).toBe(true)
  expect(faultsOf((object) => isInvoice(object) && differs(object))).toEqual([])
})

test('the units of a return are those of its lines', () => {
  const isReturn = (object: Sample) => 'units_restocked' in object && Array.isArray(object.lines)
  const differs = (one: Sample) =>
    one.units_expected !== sum(one.lines, ({ expected_quantity }) => expected_quantity) ||
    one.units_received !== sum(one.lines, ({ received_quantity }) => received_quantity) ||
    one.units_restocked !== sum(one.movements, ({ quantity_delta }) => quantity_delta) ||
    one.units_received > 0 !== (one.received_at !== null)
  expect(objects.some(([, object]) => isReturn(object))).toBe(true)
  expect(faultsOf((object) => isReturn(object) && differs(object))).toEqual([])
})
