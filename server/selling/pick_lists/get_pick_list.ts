/** Pick lists as PDF, made of what orders hold when the file is fetched. */
import { products, variants } from '../../../db/schema/catalogue.ts'
import { locations, organizations } from '../../../db/schema/organizations.ts'
import { arrayLiteral } from '../../../db/sql/array_literal.ts'
import { type RowOf, selection, selections } from '../../../db/sql/selection.ts'
import { limits } from '../../contract/limits.ts'
import { sessionOperation } from '../../contract/operation.ts'
import { refuseField } from '../../contract/refusals.ts'
import { CommaList, Id, Type } from '../../contract/schema.ts'
import type { Sql } from '../../contract/sql.ts'
import type { PrintedPickList } from '../../documents/printing/printed_pick_list.ts'
import { renderPdf } from '../../documents/printing/render.ts'
import { ExportLink, linkFile } from '../../tables/export_table.ts'
import type { MadeFile } from '../../tables/made_file.ts'
import { type LockedOrder, readLocked, withLines } from '../orders/locked_order.store.ts'
import { readShipTo } from '../parties/parties.store.ts'
import { leftOut, orderOf, placesOf } from './pick_list.rules.ts'

const placeColumns = selection(locations, 'l', ['location_id', 'name'])
const textColumns = selections(
  selection(variants, 'v', ['variant_id', 'barcode', 'title as variant_title']),
  selection(products, 'r', ['title as product_title']),
)
const organizationColumns = selection(organizations, 'g', ['name'])

const readPlaces = (sql: Sql, organization_id: string, ids: readonly string[]) => sql<RowOf<typeof placeColumns>[]>`
  select ${placeColumns} from locations l
  where l.organization_id = ${organization_id} and l.location_id = any(${arrayLiteral(ids)}::uuid[])`

const readTexts = (sql: Sql, organization_id: string, ids: readonly string[]) => sql<RowOf<typeof textColumns>[]>`
  select ${textColumns} from variants v
  join products r on r.organization_id = ${organization_id} and r.product_id = v.product_id
  where v.organization_id = ${organization_id} and v.variant_id = any(${arrayLiteral(ids)}::uuid[])`

const readOrganization = (sql: Sql, organization_id: string) => sql<
  (RowOf<typeof organizationColumns> & { today: string })[]
>`
  select ${organizationColumns}, (now() at time zone g.time_zone)::date::text as today
  from organizations g where g.organization_id = ${organization_id}`

async function printed(sql: Sql, organization_id: string, orders: readonly LockedOrder[]): Promise<PrintedPickList> {
  const picked = orders.filter((order) => leftOut(order) === null)
  const lines = picked.flatMap((order) => order.lines.filter(({ allocated_quantity }) => allocated_quantity > 0))
  const placeIds = [...new Set(lines.map(({ location_id }) => location_id!))]
  const variantIds = [...new Set(lines.flatMap(({ parts }) => parts.map(({ variant_id }) => variant_id)))]
  const [[organization], places, texts, shipTo] = await Promise.all([
    readOrganization(sql, organization_id),
    readPlaces(sql, organization_id, placeIds),
    readTexts(sql, organization_id, variantIds),
    readShipTo(
      sql,
      organization_id,
      picked.map(({ order_id }) => order_id),
    ),
  ])
  const nameOf = new Map(places.map(({ location_id, name }) => [location_id, name]))
  const textOf = new Map(
    texts.map(({ variant_id, barcode, product_title, variant_title }) => [
      variant_id,
      { barcode, title: `${product_title}, ${variant_title}` },
    ]),
  )
  return {
    kind: 'pick_list',
    organization: organization!.name,
    made_on: organization!.today,
    places: placesOf(picked, nameOf, textOf),
    orders: picked.map((order) => orderOf(order, shipTo.get(order.order_id) ?? null)),
    left_out: orders.flatMap((order) => leftOut(order) ?? []),
  }
}

async function readOrdersToPick(sql: Sql, organization_id: string, ids: readonly string[]): Promise<LockedOrder[]> {
  const orders = await withLines(sql, organization_id, await readLocked(sql, organization_id, ids))
  const byId = new Map(orders.map((order) => [order.order_id, order]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

export const pickListFile: MadeFile = {
  name: 'pick_list',
  async make(sql, organization_id, query) {
    const orders = await readOrdersToPick(sql, organization_id, String(query.order_ids).split(','))
    const list = await printed(sql, organization_id, orders)
    return { content_type: 'application/pdf', bytes: () => renderPdf(organization_id, list) }
  },
}

export const getPickList = sessionOperation({
  id: 'session.get_pick_list',
  route: 'GET /api/v1/sales/pick-list',
  summary: 'Get the pick list of sales orders',
  description: `Returns a URL from which the pick list of up to ${limits.sales_orders_bulk_max} orders can be downloaded as PDF for 60 minutes without a key. It lists the units that the orders hold, by location and SKU, without prices: what several orders need of one SKU is one line with the units of each order, and a bundle that is assembled when it is sold is listed by its components. Below that, it lists the orders with their ship-to address, shipping method, day to ship and notes. The PDF is made when you download it; orders that hold nothing by then, or are on hold, are named at the end. \`row_count\` is the number of order lines to pick now.`,
  service: 'sales',
  query: Type.Object(
    {
      order_ids: CommaList(Id('Id of a sales order.'), {
        minItems: 1,
        maxItems: limits.sales_orders_bulk_max,
        description: 'Orders, each once; comma-separated ids.',
      }),
    },
    { additionalProperties: false },
  ),
  answer: ExportLink,
  async run(call) {
    const { sql, caller, query } = call
    const ids = query.order_ids.map((id) => id.toLowerCase())
    if (new Set(ids).size < ids.length) refuseField('order_ids', 'must name each order once')
    const orders = await readOrdersToPick(sql, caller.organization_id, ids)
    if (orders.length < ids.length) refuseField('order_ids', 'must be orders of this organisation')
    const picked = orders.filter((order) => leftOut(order) === null)
    const row_count = picked.reduce(
      (sum, { lines }) => sum + lines.filter((one) => one.allocated_quantity > 0).length,
      0,
    )
    return linkFile(call, {
      table: pickListFile.name,
      query: { order_ids: ids.join(',') },
      file_name: ids.length === 1 ? `pick_list_${orders[0]!.name}.pdf` : 'pick_list.pdf',
      row_count,
    })
  },
})
