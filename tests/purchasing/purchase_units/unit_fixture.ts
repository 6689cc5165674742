/** An organisation that buys soap by the case of 12 in inner packs of 6, candles by the case of 3, and cloth by the piece. */
import { type Catalogue, setFixture } from '../../support/fixtures/catalogue.ts'
import { type Answer, newTenant, type Tenant } from '../../support/service/tenant.ts'

export interface UnitFixture {
  tenant: Tenant
  ids: Catalogue
  at: (path?: string) => string
  /** Changes terms of a supplier, Chandler unless another is named. */
  attach: (terms: Record<string, unknown>, supplier?: string) => Promise<Answer>
  terms: (sku: string, supplier?: string) => Promise<any>
  create: (lines: readonly Record<string, unknown>[], body?: Record<string, unknown>) => Promise<Answer>
  /** Creates and approves an order and returns its id. */
  approved: (lines: readonly Record<string, unknown>[], body?: Record<string, unknown>) => Promise<string>
  read: (id: string) => Promise<any>
  receive: (id: string, line: Record<string, unknown>, body?: Record<string, unknown>) => Promise<Answer>
  /** Units on hand and their value. */
  stock: (sku: string) => Promise<[number, number]>
}

export async function unitFixture(): Promise<UnitFixture> {
  const tenant = await newTenant()
  const ids = await setFixture(tenant, {
    locations: ['Main', 'Store'],
    suppliers: [
      { name: 'Chandler', currency: 'USD' },
      { name: 'Other', currency: 'USD' },
      { name: 'Tokyo', currency: 'JPY' },
      { name: 'Kuwait', currency: 'KWD' },
    ],
    products: [{ title: 'Goods', variants: ['SOAP', 'CANDLE', 'CLOTH'].map((sku) => ({ sku })) }],
  })
  const at = (path = '') => `/api/v1/organizations/${tenant.organization_id}/purchase-orders${path}`
  const variantOf = ({ sku, ...line }: Record<string, unknown>) =>
    sku === undefined ? line : { variant_id: ids.variants[String(sku)], ...line }
  const supplierPath = (supplier: string) => `/api/v1/inventory/suppliers/${ids.suppliers[supplier]}`
  const fixture: UnitFixture = {
    tenant,
    ids,
    at,
    attach: (terms, supplier = 'Chandler') =>
      tenant.post(`${supplierPath(supplier)}/variants`, { variants: [variantOf(terms)] }),
    async terms(sku, supplier = 'Chandler') {
      const { body } = await tenant.get(supplierPath(supplier))
      return body.data.variants.find((one: any) => one.sku === sku)
    },
    create: (lines, body = {}) =>
      tenant.post(at(), {
        supplier_id: ids.suppliers.Chandler,
        location_id: ids.locations.Main,
        line_items: lines.map(variantOf),
        ...body,
      }),
    async approved(lines, body) {
      const made = await fixture.create(lines, body)
      if (made.status !== 200) throw new Error(made.text)
      const answer = await tenant.post(at(`/${made.body.data.id}/approve`))
      if (answer.status !== 200) throw new Error(answer.text)
      return made.body.data.id
    },
    read: async (id) => (await tenant.get(at(`/${id}`))).body.data,
    receive: (id, line, body = {}) => tenant.post(at(`/${id}/deliveries`), { line_items: [variantOf(line)], ...body }),
    async stock(sku) {
      const args = JSON.stringify([{ key: 'sku', operation: 'eq', value: sku }])
      const { body } = await tenant.get(`/api/v1/variants/table?filter_args=${encodeURIComponent(args)}`)
      const [row] = body.data.rows
      return [row.on_hand_qty, row.inventory_value.cents]
    },
  }
  const terms = [
    { sku: 'SOAP', purchase_unit: 'CA', purchase_unit_factor: 12, inner_pack_quantity: 6, purchase_unit_cost: 18 },
    { sku: 'CANDLE', purchase_unit: 'CA', purchase_unit_factor: 3, purchase_unit_cost: 1 },
    { sku: 'CLOTH', unit_cost: 2.5 },
  ]
  for (const one of terms) {
    const answer = await fixture.attach(one)
    if (answer.status !== 200) throw new Error(answer.text)
  }
  return fixture
}

export const fault = ({ status, body }: Answer) => [status, body.code, body.data?.field, body.data?.rule]

/** What a line or a line of a delivery shows of its purchase unit. */
export const shown = (line: any) => [
  line.quantity ?? line.received_quantity,
  line.unit_cost,
  line.purchase_unit,
  line.purchase_unit_factor,
  line.purchase_quantity,
  line.purchase_unit_cost,
  line.purchase_quantity_reason,
]
