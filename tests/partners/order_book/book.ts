/** A merchant with accounts, doors, styles and a book, and the lines of its book as plain rows. */
import { uuidv7 } from 'uuidv7'
import { insertRows, setFixture } from '../../support/fixtures/catalogue.ts'
import { newTenant, type Tenant, type TenantOptions } from '../../support/service/tenant.ts'

export const bookPath = '/api/v1/order-book'
export const linesPath = `${bookPath}/lines`

export interface Terms {
  currency?: string
  cancellation_term?: 'not_cancellable' | 'notice_period' | 'until_shipped'
  cancellation_notice_days?: number
}

export async function bookMerchant(options: TenantOptions = {}) {
  const tenant = await newTenant(options)
  const ids = await setFixture(tenant, {
    locations: ['Main'],
    sales_channels: [{ name: 'Wholesale', channel_type: 'wholesale' }],
    categories: ['Knitwear', 'Denim'],
    products: [
      {
        title: 'Jumper',
        category: 'Knitwear',
        variants: ['S', 'M', 'L'].map((size) => ({ sku: `J-${size}`, option_values: { Size: size } })),
      },
      { title: 'Cardigan', category: 'Knitwear', variants: [{ sku: 'C-M', option_values: { Size: 'M' } }] },
      {
        title: 'Jeans',
        category: 'Denim',
        variants: [{ sku: 'D-30', option_values: { size: '30' } }, { sku: 'D-ONE' }],
      },
    ],
  })
  const account = async (name: string, terms: Terms = {}): Promise<string> => {
    const trading_partner_id = uuidv7()
    await insertRows(tenant, 'trading_partners', [
      {
        trading_partner_id,
        name,
        currency: 'USD',
        auto_release_holds: false,
        created_at: 'now',
        updated_at: 'now',
        ...terms,
      },
    ])
    return trading_partner_id
  }
  const door = async (trading_partner_id: string, door_reference: string): Promise<string> => {
    const door_id = uuidv7()
    const at = { country_code: null, region: null, is_active: true, created_at: 'now', updated_at: 'now' }
    await insertRows(tenant, 'account_doors', [
      { door_id, trading_partner_id, door_reference, name: `Door ${door_reference}`, kind: 'store', ...at },
    ])
    return door_id
  }
  const commitment = async (name: string, season_code: string | null): Promise<string> => {
    const commitment_id = uuidv7()
    await insertRows(tenant, 'commitments', [
      { commitment_id, name, season_code, currency: 'USD', status: 'approved', created_at: 'now' },
    ])
    return commitment_id
  }
  const record = (lines: object[], headers: Record<string, string> = {}) =>
    tenant.post(linesPath, { lines }, { headers })
  return { tenant, ids, account, door, commitment, record }
}
export type BookMerchant = Awaited<ReturnType<typeof bookMerchant>>

/** A revision as a test writes it, for history that is older than the test. */
export interface PastRevision {
  line: string
  account: string
  season_code: string
  recorded_at: string
  product_id: string
  variant_id?: string | null
  size?: string | null
  quantity: number
  unit_price_cents?: number | null
  currency?: string
  ship_window_start?: string | null
  commitment_id?: string | null
  held_by?: 'account' | 'merchant' | null
  is_cancelled?: boolean
  verdict?: string | null
}

/** Writes revisions in their order; those of one line are numbered as they come. Returns the ids of the lines by name. */
export async function writeHistory(tenant: Tenant, revisions: readonly PastRevision[]) {
  const lines = new Map<string, { book_line_id: string; count: number; booked_at: string }>()
  const numbered = revisions.map((one) => {
    const line = lines.get(one.line) ?? { book_line_id: uuidv7(), count: 0, booked_at: one.recorded_at }
    line.count++
    lines.set(one.line, line)
    return { ...one, ...line, revision: line.count }
  })
  const head = ({ account, season_code, currency = 'USD', booked_at, book_line_id }: (typeof numbered)[number]) => ({
    book_line_id,
    trading_partner_id: account,
    season_code,
    currency,
    booked_on: booked_at.slice(0, 10),
  })
  await insertRows(
    tenant,
    'order_book_lines',
    numbered
      .filter(({ revision }) => revision === 1)
      .map((one) => ({ ...head(one), line_reference: one.line, booked_at: one.booked_at })),
  )
  await insertRows(
    tenant,
    'order_book_revisions',
    numbered.map((one) => ({
      ...head(one),
      revision: one.revision,
      recorded_at: one.recorded_at,
      recorded_by: 'test',
      product_id: one.product_id,
      variant_id: one.variant_id ?? null,
      size: one.size ?? null,
      quantity: one.quantity,
      unit_price_cents: one.unit_price_cents === undefined ? 1_000 : one.unit_price_cents,
      ship_window_start: one.ship_window_start ?? null,
      commitment_id: one.commitment_id ?? null,
      held_by: one.held_by ?? null,
      held_by_name: one.held_by == null ? null : 'Ada',
      held_at: one.held_by == null ? null : one.recorded_at,
      is_cancelled: one.is_cancelled ?? false,
      verdict: one.verdict ?? null,
    })),
  )
  return new Map([...lines].map(([name, { book_line_id }]) => [name, book_line_id]))
}

export const dataOf = async (tenant: Tenant, read: string, query: Record<string, string> = {}): Promise<any> => {
  const answer = await tenant.get(`${bookPath}/${read}?${new URLSearchParams(query).toString()}`)
  if (answer.status !== 200) throw new Error(`${read}: ${answer.status} ${answer.text}`)
  return answer.body.data
}

export const faultOf = ({ status, body }: { status: number; body: any }) => [status, body.code, body.data?.field]
export const refused = (field: string) => [400, 'bad_request', field]
