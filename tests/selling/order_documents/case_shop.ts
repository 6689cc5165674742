/** A shop whose account orders two jumpers, and what its papers become. */
import * as XLSX from '@e965/xlsx'
import { uuidv7 } from 'uuidv7'
import { insertRows, setFixture } from '../../support/fixtures/catalogue.ts'
import { newTenant } from '../../support/service/tenant.ts'
import { type openReader, path } from './paper_shop.ts'

export type Reader = Awaited<ReturnType<typeof openReader>>

export const csv = (...rows: string[]) => Buffer.from(`${rows.join('\n')}\n`)

/** JUMPER-M at 24.00 and JUMPER-L at 24.00 in the account's list, and 99.00 in the shop. */
export async function openShop(reader: Reader, { currency = 'USD', listed = true } = {}) {
  const tenant = await newTenant()
  const { organization_id } = tenant
  const { sql } = tenant.service.database
  const ids = await setFixture(tenant, {
    locations: ['Main'],
    sales_channels: ['Online'],
    categories: ['Knitwear'],
    products: [
      {
        title: 'JUMPER',
        category: 'Knitwear',
        variants: ['JUMPER-M', 'JUMPER-L'].map((sku) => ({ sku, price_cents: 9_900 })),
      },
    ],
  })
  for (const size of ['M', 'L'])
    await sql`
      update variants set option_values = ${JSON.stringify({ Color: 'Navy', Size: size })}::text::jsonb
      where organization_id = ${organization_id} and sku = ${`JUMPER-${size}`}`
  const [price_list_id, account_id, at] = [uuidv7(), uuidv7(), new Date()]
  if (listed) {
    await insertRows(tenant, 'price_lists', [{ price_list_id, name: 'List', currency, created_at: at, updated_at: at }])
    const prices = Object.values(ids.variants).map((variant_id) => ({ price_list_id, variant_id, price_cents: 2_400, updated_at: at })) // prettier-ignore
    await insertRows(tenant, 'price_list_prices', prices)
  }
  await sql`
    insert into trading_partners (organization_id, trading_partner_id, name, currency, price_list_id)
    values (${organization_id}, ${account_id}, 'Retailer', ${currency}, ${listed ? price_list_id : null})`
  await insertRows(tenant, 'sales_channels', [
    { sales_channel_id: uuidv7(), name: 'Retailer', channel_type: 'wholesale', trading_partner_id: account_id },
  ])
  await insertRows(
    tenant,
    'account_doors',
    ['0101', '0102'].map((door_reference) => ({
      door_id: uuidv7(),
      trading_partner_id: account_id,
      door_reference,
      name: door_reference,
      kind: 'store',
      is_active: true,
    })),
  )
  const order = async (order_id: string) => (await tenant.get(`/api/v1/sales/orders/${order_id}`)).body.data
  const get = async (document_id: string) => (await tenant.get(`${path}/${document_id}`)).body.data
  /** Files, reads, and answers the paper with its order. */
  const read = async (bytes: Uint8Array, file_name = 'paper.csv') => {
    const content = Buffer.from(bytes).toString('base64')
    const filed = await tenant.post(path, { account_id, file_name, content })
    if (filed.status !== 201) throw new Error(filed.text)
    await reader.settle()
    const paper = await get(filed.body.data.document_id)
    return { paper, order: paper.order === null ? null : await order(paper.order.order_id) }
  }
  return { tenant, account_id, read, order, get }
}

export const linesOf = ({ line_items }: any) =>
  line_items.map((one: any) => [one.sku, one.quantity, one.unit_price?.cents ?? null])
export const codesOf = ({ paper }: any) => [paper.state, ...new Set(paper.problems.map(({ code }: any) => code))]
export const sentencesOf = ({ paper }: any) => paper.problems.map(({ sentence }: any) => sentence).join(' ')

export const bookOf = (sheets: Record<string, unknown[][]>, merges: XLSX.Range[] = []): Uint8Array => {
  const book = XLSX.utils.book_new()
  for (const [name, rows] of Object.entries(sheets)) {
    const sheet = XLSX.utils.aoa_to_sheet(rows)
    if (merges.length > 0) sheet['!merges'] = merges
    XLSX.utils.book_append_sheet(book, sheet, name)
  }
  return new Uint8Array(XLSX.write(book, { type: 'array', bookType: 'xlsx' }) as ArrayBuffer)
}
