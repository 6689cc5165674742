/** Races of imports: the same file several times at once. */
import { uuidv7 } from 'uuidv7'
import type { ServiceProcess } from '../../support/service/service_process.ts'
import { type Ground, type Race, times } from './race.ts'
import { type RaceShop, upload } from './shop.ts'

/** Rows of the file that every import of a race reads, each under its own source system. */
const fileRows = 2

/** The key of a file of so many records, uploaded once. */
export async function uploadFiles(service: ServiceProcess, shop: RaceShop): Promise<Ground['files']> {
  const numbers = Array.from({ length: fileRows }, (_, i) => i + 1)
  const returns = numbers.map((n) => `R-${n},${shop.sku},1,${shop.location_id}\n`)
  const orders = numbers.map((n) => `O-${n},2026-11-01,open,${shop.sku},1,5.00\n`)
  return {
    returns: await upload(service, shop, `RMA,Item,Qty,Place\n${returns.join('')}`),
    orders: await upload(service, shop, `Order,Date,Status,SKU,Qty,Price\n${orders.join('')}`),
  }
}

const copies = 4

export const sameReturns: Race = {
  name: 'the same import of returns at once',
  needs: null,
  async prepare({ rig, shop, post, files }) {
    const source_system = uuidv7()
    const mappings = { reference: 'RMA', sku: 'Item', quantity: 'Qty', location: 'Place' }
    const body = { s3_key: files.returns, source_system, mappings }
    return {
      attempts: times(copies, () => post('/api/v1/sales/returns/import', body)),
      check: async (codes) => {
        const [row] = await rig.sql<{ made: number }[]>`
          select count(*)::int as made from returns
          where organization_id = ${shop.organization_id} and source_system = ${source_system}`
        return Math.abs(row!.made - fileRows) + codes.filter((code) => code !== 'done').length
      },
    }
  },
}

export const sameOrders: Race = {
  name: 'the same import of orders at once',
  needs: null,
  async prepare({ rig, shop, post, files }) {
    const source_system = uuidv7()
    const { location_id, consumer_channel_id: sales_channel_id } = shop
    const mappings = {
      order_number: 'Order',
      ordered_at: 'Date',
      state: 'Status',
      sku: 'SKU',
      quantity: 'Qty',
      unit_price: 'Price',
    }
    const cut_over = '2026-10-01T00:00:00Z'
    const body = { s3_key: files.orders, cut_over, source_system, sales_channel_id, location_id, mappings }
    return {
      attempts: times(copies, () => post('/api/v1/sales/orders/import', body)),
      check: async (codes) => {
        const [row] = await rig.sql<{ made: number }[]>`
          select count(*)::int as made from sales_orders
          where organization_id = ${shop.organization_id} and source_system = ${source_system}`
        return Math.abs(row!.made - fileRows) + codes.filter((code) => code !== 'done').length
      },
    }
  },
}
