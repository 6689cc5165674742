/** Session operations on supplier signals: people record and decide them. */
import { signalStates, signalTypes } from '../known_values.ts'
import { uuidv7 } from 'uuidv7'
import { signalFields } from './signal.model.ts'
import type { Fragment, Sql } from '../../contract/call.ts'
import { limits } from '../../contract/limits.ts'
import { sessionOperation } from '../../contract/operation.ts'
import { refuse, refuseField } from '../../contract/refusals.ts'
import {
  Choice,
  sampleId,
  Id,
  Instant,
  OpenChoice,
  OwnId,
  Shape,
  type Static,
  Text,
  Type,
} from '../../contract/schema.ts'
import { checkDates } from '../../ledger/books.ts'
import { countedPage } from '../../tables/page.ts'
import { Page, pagingQuery } from '../../tables/table.ts'

const service = 'purchase_order'

const Signal = Shape(
  {
    ...signalFields,
    supplier_id: OwnId('The supplier.'),
    state: OpenChoice(signalStates, 'State of the signal: pending, or the decision.'),
    created_at: Instant('When the signal was recorded.'),
    updated_at: Instant('When the signal was decided, or else recorded.'),
  },
  { $id: 'SupplierSignal' },
)
type Signal = Static<typeof Signal>

const readSignals = (sql: Sql, which: Fragment, limit = 1, offset = 0) => sql<Signal[]>`
  select g.signal_id, g.purchase_order_id, o.name as display_name, g.signal_type, g.reported_at, g.variant_id, v.sku,
    g.sentence, g.supplier_id, g.state, g.created_at, g.updated_at
  from supplier_signals g
  join purchase_orders o on o.organization_id = g.organization_id and o.purchase_order_id = g.purchase_order_id
  left join variants v on v.organization_id = g.organization_id and v.variant_id = g.variant_id
  where ${which}
  order by g.reported_at desc nulls last, g.signal_id desc limit ${limit} offset ${offset}`

export const listSupplierSignals = sessionOperation({
  id: 'session.list_supplier_signals',
  route: 'GET /api/v1/supplier-signals',
  summary: 'List supplier signals',
  description:
    'Returns signals from suppliers about orders, sorted by date of the e-mail, newest first; signals without a date come last.',
  service,
  query: Type.Object(
    {
      ...pagingQuery(limits.page_limit_common_max),
      state: Type.Optional(Choice(signalStates, 'Only signals in this state.')),
      supplier_id: Type.Optional(Id('Only signals from this supplier.')),
      purchase_order_id: Type.Optional(Id('Only signals about this order.')),
    },
    { additionalProperties: false },
  ),
  answer: Page(Signal),
  async run({ sql, caller: { organization_id }, query }) {
    const { offset = 0, limit = limits.page_limit_common_max, state, supplier_id, purchase_order_id } = query
    const which = () => sql`g.organization_id = ${organization_id}
      ${state === undefined ? sql`` : sql`and g.state = ${state}`}
      ${supplier_id === undefined ? sql`` : sql`and g.supplier_id = ${supplier_id}`}
      ${purchase_order_id === undefined ? sql`` : sql`and g.purchase_order_id = ${purchase_order_id}`}`
    return countedPage(
      offset,
      readSignals(sql, which(), limit, offset),
      sql<{ filtered: number }[]>`select count(*)::int as filtered from supplier_signals g where ${which()}`,
    )
  },
})

const NewSignal = Shape(
  {
    purchase_order_id: Id('The order; it must have a supplier.'),
    signal_type: Choice(signalTypes, 'Type of the signal.'),
    variant_id: Type.Optional(
      Id(
        'The variant that the signal is about, which must be on the order; omit it if the signal is about the whole order.',
      ),
    ),
    reported_at: Type.Optional(Instant("Date of the supplier's e-mail; omit it if it had none.")),
    sentence: Type.Optional(
      Text('Summary of what the supplier wrote, as a sentence.', {
        minLength: 1,
        maxLength: limits.supplier_signal_sentence_length_max,
        examples: ['The goods ship a week later.'],
      }),
    ),
  },
  {
    $id: 'NewSupplierSignal',
    examples: [{ purchase_order_id: sampleId, signal_type: 'reschedule', sentence: 'It ships a week later.' }],
  },
)

/** The supplier of the order that a signal is about; refuses an unknown order or one without a supplier. */
async function supplierOf(sql: Sql, organization_id: string, body: Static<typeof NewSignal>): Promise<string> {
  const [order] = await sql<{ name: string; supplier_id: string | null; has_variant: boolean }[]>`
    select o.name, o.supplier_id, exists (select from purchase_order_lines l
      where l.organization_id = o.organization_id and l.purchase_order_id = o.purchase_order_id
        and l.variant_id = ${body.variant_id ?? null}::uuid) as has_variant
    from purchase_orders o
    where o.organization_id = ${organization_id} and o.purchase_order_id = ${body.purchase_order_id}
    for share`
  if (order === undefined) refuseField('purchase_order_id', 'must be an order of this organisation')
  if (order.supplier_id === null)
    refuseField('purchase_order_id', `must be an order with a supplier; ${order.name} has none`)
  if (body.variant_id !== undefined && !order.has_variant)
    refuseField('variant_id', `must be a variant on a line of ${order.name}`)
  return order.supplier_id
}

export const recordSupplierSignal = sessionOperation({
  id: 'session.record_supplier_signal',
  route: 'POST /api/v1/supplier-signals',
  summary: 'Record a supplier signal',
  desc: ({ display_name }) => `Signal about ${display_name} recorded.`,
  description:
    'Records what the supplier of an order reported about it. The signal is pending until somebody applies or dismisses it, and List supplier updates returns it until then. The order itself does not change.',
  service,
  status: 201,
  body: NewSignal,
  answer: Signal,
  async run({ sql, caller: { organization_id }, body, now }) {
    const { reported_at } = body
    await checkDates(sql, organization_id, now, [{ field: 'reported_at', at: reported_at }])
    const supplier_id = await supplierOf(sql, organization_id, body)
    const signal_id = uuidv7()
    const recorded = { organization_id, signal_id, supplier_id, ...body, created_at: now, updated_at: now }
    await sql`insert into supplier_signals ${sql(recorded)}`
    const [signal] = await readSignals(sql, sql`g.organization_id = ${organization_id} and g.signal_id = ${signal_id}`)
    return signal!
  },
})

export const decideSupplierSignal = sessionOperation({
  id: 'session.decide_supplier_signal',
  route: 'POST /api/v1/supplier-signals/{signal_id}/decide',
  summary: 'Decide a supplier signal',
  desc: ({ display_name, state }) => `Signal about ${display_name} ${state}.`,
  description:
    'Decides a pending signal: `applied` if the order was changed as the supplier reported, `dismissed` if not. Fails with `conflict` if the signal was already decided.',
  service,
  params: Shape({ signal_id: Id('The signal.') }),
  body: Shape({ state: Choice(['applied', 'dismissed'], 'The decision.') }),
  answer: Signal,
  refusals: ['not_found', 'conflict'],
  conflict: 'The signal was already applied or dismissed.',
  async run({ sql, caller: { organization_id }, params: { signal_id }, body: { state }, now }) {
    const { count } = await sql`
      update supplier_signals set state = ${state}, updated_at = ${now}
      where organization_id = ${organization_id} and signal_id = ${signal_id} and state = 'pending'`
    const [signal] = await readSignals(sql, sql`g.organization_id = ${organization_id} and g.signal_id = ${signal_id}`)
    if (signal === undefined) refuse('not_found', { desc: 'No supplier signal of this organisation has that id.' })
    if (count === 0)
      refuse('conflict', { desc: `The signal was already ${signal.state}.`, data: { state: signal.state } })
    return signal
  },
})
