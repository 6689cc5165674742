import { uuidv7 } from 'uuidv7'
import { limits } from '../../../../server/contract/limits.ts'
import type { Client } from '../client.ts'
import type { MakeFresh } from '../fresh.ts'
import { type Known, putFile } from '../records.ts'

const quantity = 2
const unit_price_cents = 4_900

interface Line {
  line_item_id: string
}

async function newOrder(
  { make }: Client,
  known: Known,
  more: object = {},
): Promise<{ order_id: string; lines: Line[] }> {
  const { location_id, sales_channel_id, account_id: trading_partner_id } = known
  const lines = known.variant_ids
    .slice(0, limits.sales_order_lines_max)
    .map((variant_id) => ({ variant_id, quantity, unit_price_cents }))
  const reference = uuidv7()
  const order = { trading_partner_id, reference, sales_channel_id, location_id, lines, lifecycle: 'open', ...more }
  const { order_id, line_items } = await make('POST', '/api/v1/sales/orders', order)
  return { order_id, lines: line_items.map(({ line_item_id }: Line) => ({ line_item_id })) }
}

/** An order of which every unit has left in cartons. */
async function shipped(client: Client, known: Known): Promise<{ order_id: string; shipment_id: string }> {
  const { sql, organization_id } = client
  const { order_id } = await newOrder(client, known)
  const shipment_id = uuidv7()
  await sql.begin(async (tx) => {
    await tx`
      insert into fulfilments (organization_id, fulfilment_id, order_id, name, location_id, shipped_at, shipped_on,
        is_historical, recorded_by, recorded_at)
      values (${organization_id}, ${shipment_id}, ${order_id}, ${shipment_id}, ${known.location_id}, now(), current_date, false,
        'user:bench', now())`
    await tx`
      insert into fulfilment_cartons (organization_id, fulfilment_id, carton_number, sscc)
      select ${organization_id}, ${shipment_id}, line_number, lpad(floor(random() * 1e17)::bigint::text, 18, '0')
      from order_lines where organization_id = ${organization_id} and order_id = ${order_id}`
    await tx`
      insert into fulfilment_lines (organization_id, fulfilment_id, line_number, order_line_id, variant_id, carton_number,
        quantity, gross_sales_cents, discounts_cents, taxes_cents)
      select ${organization_id}, ${shipment_id}, line_number, line_id, variant_id, line_number, quantity,
        quantity * ${unit_price_cents}, 0, 0
      from order_lines where organization_id = ${organization_id} and order_id = ${order_id}`
    await tx`
      update order_lines set fulfilled_quantity = quantity, allocated_quantity = 0
      where organization_id = ${organization_id} and order_id = ${order_id}`
    await tx`
      update sales_orders set lifecycle = 'fulfilled' where organization_id = ${organization_id} and order_id = ${order_id}`
  })
  return { order_id, shipment_id }
}

/** A refused order paper with as many lines as an order may have. */
async function refusedPaper({ sql, organization_id }: Client, { variant_ids }: Known): Promise<string> {
  const document_id = uuidv7()
  const variants = variant_ids.slice(0, limits.sales_order_lines_max)
  await sql`
    insert into order_documents (organization_id, document_id, trading_partner_id, sales_channel_id, location_id, file_name,
      format, byte_count, sha256, state, attempts, round_failures, ended_at, page_count, line_count, matched_line_count,
      problems, reading, filed_by, filed_at, read_at)
    select organization_id, ${document_id}, trading_partner_id, sales_channel_id, location_id, file_name, format, byte_count,
      encode(sha256(${document_id}::text::bytea), 'hex'), 'refused', 1, 0, now(), 1, ${variants.length}, ${variants.length},
      problems, reading || jsonb_build_object('lines', (
        select jsonb_agg(reading #> '{lines,0}' || jsonb_build_object('line_number', n, 'variant_id', variant_id))
        from unnest(${sql.array([...variants])}::text[]) with ordinality v (variant_id, n))), filed_by, now(), now()
    from order_documents where organization_id = ${organization_id} and file_name = 'po-77120.pdf' and state = 'refused'
    order by filed_at limit 1`
  return document_id
}

async function newReturn({ make }: Client, { location_id, variant_ids }: Known) {
  const lines = variant_ids
    .slice(0, limits.return_lines_max)
    .map((variant_id) => ({ variant_id, expected_quantity: quantity }))
  const { id } = await make('POST', '/api/v1/sales/returns', { location_id, lines })
  return { return_id: id as string, lines }
}

const withOrder =
  (body?: (lines: readonly Line[]) => unknown, more: object = {}): MakeFresh =>
  async (client, known) => {
    const { order_id, lines } = await newOrder(client, known, more)
    return { ids: { order_id }, ...(body === undefined ? {} : { body: body(lines) }) }
  }

/** Lines of a file, each of a variant of its own. */
const rowsOf = ({ skus }: Known, count: number, row: (sku: string, i: number) => string) =>
  Array.from({ length: count }, (_, i) => row(skus[i % skus.length]!, i))

export const ofSelling: Readonly<Record<string, MakeFresh>> = {
  'orders.get': withOrder(),
  'orders.update': withOrder((lines) => ({ lines: lines.map((line) => ({ ...line, quantity: 3 })) })),
  'orders.allocate': withOrder(),
  'orders.cancel': withOrder(),
  'orders.confirm': withOrder((lines) => ({ lines: lines.map((line) => ({ ...line, verdict: 'accepted' })) }), {
    lifecycle: 'draft',
  }),
  'orders.invoice': async (client, known) => ({ ids: { order_id: (await shipped(client, known)).order_id } }),
  'orders.send_shipping_notice': async (client, known) => {
    const { order_id, shipment_id } = await shipped(client, known)
    return { ids: { order_id }, body: { shipment_id } }
  },
  'orders.file_document': async (_, known) => {
    const rows = rowsOf(known, limits.sales_order_lines_max, (sku) => `${sku},24,89.00`)
    const text = ['SKU,Quantity,Unit price', ...rows, `# ${uuidv7()}`].join('\n')
    // A file as large as a paper may be, of which the lines are a part.
    const content = Buffer.from(text.padEnd(limits.order_document_bytes_max, '\n')).toString('base64')
    const { account_id, sales_channel_id, location_id } = known
    return { body: { account_id, sales_channel_id, location_id, file_name: 'order.csv', content } }
  },
  'orders.get_document': async (client, known) => ({ ids: { document_id: await refusedPaper(client, known) } }),
  'orders.take_document': async (client, known) => ({ ids: { document_id: await refusedPaper(client, known) } }),
  'orders.import': async (client, known) => {
    const run = uuidv7()
    const rows = rowsOf(known, limits.order_import_rows_max, (sku, i) => `${run}-${i},2026-11-20,${sku},2,89.00`)
    const s3_key = await putFile(client, 'orders.csv', ['Order,Date,SKU,Quantity,Price', ...rows].join('\n'))
    const mappings = {
      order_number: 'Order',
      ordered_at: 'Date',
      sku: 'SKU',
      quantity: 'Quantity',
      unit_price: 'Price',
    }
    const { sales_channel_id, location_id } = known
    return { body: { s3_key, cut_over: '2026-11-01T00:00:00Z', sales_channel_id, location_id, mappings } }
  },
  'returns.get': async (client, known) => ({ ids: { return_id: (await newReturn(client, known)).return_id } }),
  'returns.cancel': async (client, known) => ({ ids: { return_id: (await newReturn(client, known)).return_id } }),
  'returns.receive': async (client, known) => {
    const { return_id, lines } = await newReturn(client, known)
    const arrived = lines.map(({ variant_id }) => ({
      variant_id,
      received_quantity: quantity,
      restocked_quantity: quantity,
    }))
    return { ids: { return_id }, body: { lines: arrived } }
  },
  'returns.import': async (client, known) => {
    const run = uuidv7()
    const rows = rowsOf(known, limits.return_import_rows_max, (sku, i) => `${sku},1,${run}-${Math.floor(i / 100)}`)
    const s3_key = await putFile(client, 'returns.csv', ['Item code,Counted,RMA', ...rows].join('\n'))
    return { body: { s3_key, mappings: { reference: 'RMA', sku: 'Item code', quantity: 'Counted' } } }
  },
}
