/** A merchant with an account that reports what it sells. */
import type { Session } from '../../support/service/session.ts'
import type { Answer, CallOptions, Tenant } from '../../support/service/tenant.ts'
import { setFixture } from '../../support/fixtures/catalogue.ts'
import { nilId } from '../../../server/contract/schema.ts'
import { newSession } from '../../support/service/session.ts'
import { newTenant } from '../../support/service/tenant.ts'

export const declared = {
  absence_convention: 'row_omitted',
  currency: 'EUR',
  location_grain: 'store',
  price_tax_basis: 'inclusive',
  week_anchor_dow: 6,
}

export interface Retail {
  tenant: Tenant
  member: Session
  account_id: string
  doors: Record<string, string>
  variants: Record<string, string>
  products: Record<string, string>
  categories: Record<string, string>
  declare: (more?: object, account?: string) => Promise<Answer>
  send: (csv: string | Uint8Array, query?: Record<string, string>, options?: CallOptions) => Promise<Answer>
  preview: (csv: string | Uint8Array, query?: Record<string, string>) => Promise<Answer>
  report: (query?: Record<string, string>) => Promise<Answer>
}

export const day = (offset: number): string => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10)

/** The last Sunday that has passed, and the ones before it. */
export function sunday(weeksAgo: number): string {
  const today = new Date(`${day(0)}T00:00:00Z`)
  const back = today.getUTCDay() === 0 ? 7 : today.getUTCDay()
  return day(-back - 7 * weeksAgo)
}
export const monday = (weeksAgo: number): string =>
  new Date(Date.parse(`${sunday(weeksAgo)}T00:00:00Z`) - 6 * 86_400_000).toISOString().slice(0, 10)
export const week = (weeksAgo: number): string => `${monday(weeksAgo)}/${sunday(weeksAgo)}`

const withQuery = (path: string, query: Record<string, string>) => `${path}?${new URLSearchParams(query).toString()}`

export async function retail(doors: readonly string[] = ['0117', '0118', '0119']): Promise<Retail> {
  const tenant = await newTenant()
  const ids = await setFixture(tenant, {
    categories: ['Jumpers', 'Shirts'],
    families: [{ name: 'Knit' }],
    products: [
      {
        title: 'Jumper',
        category: 'Jumpers',
        family: 'Knit',
        variants: [{ sku: 'J-S', barcode: '05601234567890' }, { sku: 'J-M' }],
      },
      { title: 'Shirt', category: 'Shirts', variants: [{ sku: 'S-1' }] },
    ],
  })
  const member = await newSession(tenant)
  const accounts = '/api/v1/wholesale/accounts'
  const account_id: string = (await member.post(accounts, { name: 'Meridian' })).body.data.trading_partner_id
  const made = await member.post(`${accounts}/${account_id}/doors`, {
    doors: [
      ...doors.map((door_reference) => ({ door_reference, name: `Store ${door_reference}`, kind: 'store' })),
      { door_reference: 'DC-1', name: 'Depot', kind: 'dc' },
    ],
  })
  await member.post(`${accounts}/${account_id}/items`, {
    items: [
      { buyer_sku: '771-S', sku: 'J-S' },
      { buyer_sku: '771-M', sku: 'J-M' },
    ],
  })
  const sending =
    (operation: string): Retail['send'] =>
    (raw, query = {}, options = {}) =>
      tenant.post(withQuery(`/api/v1/sell-out/${operation}`, { account_id, ...query }), undefined, {
        raw: raw as never,
        ...options,
        headers: { 'Content-Type': 'text/csv', ...options.headers },
      })
  return {
    tenant,
    member,
    account_id,
    doors: Object.fromEntries(made.body.data.doors.map((door: any) => [door.door_reference, door.door_id])),
    variants: ids.variants,
    products: ids.products,
    categories: ids.categories,
    declare: (more = {}, account = account_id) =>
      tenant.post(`/api/v1/sell-out/declaration?account_id=${account}`, { ...declared, ...more }),
    send: sending('import'),
    preview: sending('preview'),
    report: (query = {}) => tenant.get(withQuery('/api/v1/sell-out/doors', { account_id, weeks: '52', ...query })),
  }
}

export const header = 'period_start,period_end,door,buyer_sku,units_sold,on_hand'

/** Rows of the built-in template: weeks ago, door, the account's SKU, units, on hand. */
export const csv = (...rows: [number, string, string, number | '', (number | '')?][]): string =>
  [
    header,
    ...rows.map(([ago, door, sku, units, on_hand = '']) =>
      [monday(ago), sunday(ago), door, sku, units, on_hand].join(','),
    ),
  ].join('\n')

export const reasonOf = ({ status, body }: Answer) => [status, body?.code, body?.data?.reason]
export const refusedFor = (reason: string) => [400, 'bad_request', reason]

/** The sums of an organisation that differ from their rows, found by plain SQL; no category may wait to be moved. */
export async function differingSums({ service, organization_id }: Tenant): Promise<unknown[]> {
  const { sql } = service.database
  const sums = `row_count::bigint, units_rows::bigint, units::bigint, on_hand_rows::bigint, on_hand::bigint`
  const made = `count(*)::bigint, count(units)::bigint, coalesce(sum(units), 0)::bigint, count(on_hand)::bigint,
    coalesce(sum(on_hand), 0)::bigint`
  const of = `where organization_id = '${organization_id}'`
  const keys = 'trading_partner_id, period_start, period_end'
  const ofCategories = `(select r.*, coalesce(p.category_id, '${nilId}') as category_id from sell_out_rows r
    join variants v using (organization_id, variant_id) join products p using (organization_id, product_id) ${of}) r`
  const pairs = [
    [
      `select ${keys}, door_id, ${sums} from sell_out_by_door ${of}`,
      `select ${keys}, door_id, ${made} from sell_out_rows ${of} group by ${keys}, door_id`,
    ],
    [
      `select ${keys}, variant_id, ${sums} from sell_out_by_variant ${of}`,
      `select ${keys}, variant_id, ${made} from sell_out_rows ${of} group by ${keys}, variant_id`,
    ],
    [
      `select ${keys}, variants::bigint, ${sums} from sell_out_by_period ${of}`,
      `select ${keys}, count(distinct variant_id)::bigint, ${made} from sell_out_rows ${of} group by ${keys}`,
    ],
    [
      `select ${keys}, category_id, variants::bigint, ${sums} from sell_out_by_category ${of} and variants <> 0`,
      `select ${keys}, category_id, count(distinct variant_id)::bigint, ${made} from ${ofCategories}
       group by ${keys}, category_id`,
    ],
    [
      `select ${keys}, category_id, door_id, ${sums} from sell_out_by_category_and_door ${of} and row_count <> 0`,
      `select ${keys}, category_id, door_id, ${made} from ${ofCategories} group by ${keys}, category_id, door_id`,
    ],
  ] as const
  const found = await Promise.all(
    pairs.map(([stored, counted]) =>
      sql.unsafe(`(${stored} except ${counted}) union all (${counted} except ${stored})`),
    ),
  )
  return found.flat()
}
