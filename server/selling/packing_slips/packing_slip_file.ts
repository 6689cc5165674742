/** The packing slip of a shipment as PDF, without prices. */
import { order_lines, sales_orders } from '../../../db/schema/selling/sales_orders.ts'
import { fulfilment_cartons, fulfilment_lines, fulfilments } from '../../../db/schema/selling/fulfilments.ts'
import { organizations } from '../../../db/schema/organizations.ts'
import { variants } from '../../../db/schema/catalogue.ts'
import { type OuterRowOf, type RowOf, selection, selections } from '../../../db/sql/selection.ts'
import { sessionOperation } from '../../contract/operation.ts'
import { refuse } from '../../contract/refusals.ts'
import { Id, Shape } from '../../contract/schema.ts'
import type { Sql } from '../../contract/sql.ts'
import { fileNameOf } from '../../documents/printing/printed_order.ts'
import type { PrintedPackingSlip } from '../../documents/printing/printed_packing_slip.ts'
import { renderPdf } from '../../documents/printing/render.ts'
import { ExportLink, linkFile } from '../../tables/export_table.ts'
import type { MadeFile } from '../../tables/made_file.ts'
import { readPrintedTitles } from '../invoices/printed.store.ts'
import { readShipTo } from '../parties/parties.store.ts'

const shipmentColumns = selections(
  selection(fulfilments, 'f', ['fulfilment_id', 'name', 'shipped_on', 'carrier', 'tracking_number', 'order_id']),
  selection(sales_orders, 'o', ['name as order_name', 'reference as order_reference']),
  selection(organizations, 'g', ['name as seller_name', 'address as seller_address']),
)
type Shipment = RowOf<typeof shipmentColumns>

const lineColumns = selections(
  selection(fulfilment_lines, 't', ['variant_id', 'carton_number', 'quantity']),
  selection(order_lines, 'l', ['buyer_sku']),
  selection(variants, 'v', ['sku']),
)
const cartonColumns = selection(fulfilment_cartons, 'c', ['sscc'])

async function readShipment(sql: Sql, organization_id: string, shipment_id: string): Promise<Shipment | null> {
  const [row] = await sql<Shipment[]>`
    select ${shipmentColumns} from fulfilments f
    join sales_orders o on o.organization_id = ${organization_id} and o.order_id = f.order_id
    join organizations g on g.organization_id = ${organization_id}
    where f.organization_id = ${organization_id} and f.fulfilment_id = ${shipment_id}`
  return row ?? null
}

const readLines = (sql: Sql, organization_id: string, shipment_id: string) => sql<
  (RowOf<typeof lineColumns> & OuterRowOf<typeof cartonColumns>)[]
>`
  select ${lineColumns}, ${cartonColumns} from fulfilment_lines t
  join order_lines l on l.organization_id = ${organization_id} and l.line_id = t.order_line_id
  join variants v on v.organization_id = ${organization_id} and v.variant_id = t.variant_id
  left join fulfilment_cartons c on c.organization_id = ${organization_id} and c.fulfilment_id = t.fulfilment_id
    and c.carton_number = t.carton_number
  where t.organization_id = ${organization_id} and t.fulfilment_id = ${shipment_id}
  order by t.line_number`

const cartonOf = (carton_number: number | null, sscc: string | null): string | null =>
  carton_number === null ? null : sscc === null ? String(carton_number) : `${carton_number}: ${sscc}`

async function printed(sql: Sql, organization_id: string, shipment: Shipment): Promise<PrintedPackingSlip> {
  const { fulfilment_id, order_id, seller_name, seller_address, ...facts } = shipment
  const [lines, shipTo] = await Promise.all([
    readLines(sql, organization_id, fulfilment_id),
    readShipTo(sql, organization_id, [order_id]),
  ])
  const titles = await readPrintedTitles(
    sql,
    organization_id,
    lines.map(({ variant_id }) => variant_id),
  )
  return {
    kind: 'packing_slip',
    ...facts,
    seller: { name: seller_name, details: seller_address?.split('\n') ?? [] },
    ship_to: shipTo.get(order_id) ?? null,
    lines: lines.map(({ variant_id, sku, buyer_sku, quantity, carton_number, sscc }) => ({
      sku,
      buyer_sku,
      ...titles.get(variant_id)!,
      carton: cartonOf(carton_number, sscc),
      quantity,
    })),
  }
}

export const packingSlipFile: MadeFile = {
  name: 'packing_slip',
  async make(sql, organization_id, query) {
    const shipment = await readShipment(sql, organization_id, String(query.shipment_id))
    if (shipment === null) return null
    const slip = await printed(sql, organization_id, shipment)
    return { content_type: 'application/pdf', bytes: () => renderPdf(organization_id, slip) }
  },
}

export const getPackingSlip = sessionOperation({
  id: 'session.get_packing_slip',
  route: 'GET /api/v1/sales/packing-slips/{shipment_id}',
  summary: 'Get the packing slip of a shipment',
  description:
    "Returns a URL from which the packing slip of a shipment can be downloaded as PDF for 60 minutes without a key. It states what was packed, by carton where the shipment has cartons, with carrier and tracking number, your address and where the goods go, and no prices: the address of the order's door, else the account's ship-to address; addresses of consumers are not stored. A voided shipment has none.",
  service: 'sales',
  params: Shape({ shipment_id: Id('Id of the shipment, as the order shows it.') }),
  answer: ExportLink,
  refusals: ['not_found'],
  async run(call) {
    const { sql, caller, params } = call
    const { organization_id } = caller
    const shipment = await readShipment(sql, organization_id, params.shipment_id)
    if (shipment === null) return refuse('not_found', { desc: 'No shipment of this organisation has that id.' })
    const lines = await readLines(sql, organization_id, params.shipment_id)
    return linkFile(call, {
      table: packingSlipFile.name,
      query: { shipment_id: params.shipment_id },
      file_name: `${fileNameOf(`packing_slip_${shipment.name}`)}.pdf`,
      row_count: lines.length,
    })
  },
})
