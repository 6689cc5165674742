/** What the parts share: the data, and the processes, which start when a part first needs them. */
import postgres from 'postgres'
import { hashSecret } from '../../server/pipeline/credential.ts'
import type { Comparison } from './comparisons.ts'
import { type BenchData, openBenchData } from './fixtures/data.ts'
import type { Keep } from '../support/ending.ts'
import { once } from '../support/once.ts'
import { createOrderFixtures, type OrderFixtures } from './fixtures/order_fixtures.ts'
import { openSales, openShipments, type SaleFixtures, type ShipmentFixtures } from './fixtures/sale_fixtures.ts'
import { openOrders } from './orders.ts'
import { databaseCpu } from './processor_time.ts'
import { recordPlans } from './recorded_statements.ts'
import { showProgress } from '../support/progress.ts'
import { createFixtures, type Fixtures } from './fixtures/fixtures.ts'
import { type Side, startSide } from './sides.ts'

export interface Bounds {
  rounds: number
  seconds: number
  /** Number of warm-up requests for each side. */
  warm_requests: number
  memory_requests: number
  variants: number
  orders: number
  sales_orders: number
  /** Deliveries queued for each turn. */
  deliveries: number
  paced_seconds: number
  import_rows: number
  import_variants: number
  order_book_lines: number
  /** Doors of the account that reports its sell-out, and weeks of its history. */
  sell_out_doors: number
  sell_out_weeks: number
}

/** Passed to every part; the data is opened when a part first needs it. */
export interface Bench {
  bounds: Bounds
  keep: Keep
  /** A temporary folder of this run. */
  folder: string
  rig: () => Promise<Rig>
}

export interface Rig {
  bounds: Bounds
  data: BenchData
  environment: Record<string, string>
  service: () => Promise<Side>
  fixtures: () => Promise<Fixtures>
  orders: () => Promise<OrderFixtures>
  sales: () => Promise<SaleFixtures>
  shipments: () => Promise<ShipmentFixtures>
  /** The reference server of one operation, as a separate process. */
  referenceFor: (comparison: Comparison) => Promise<Side>
  /** Processor time of PostgreSQL so far, with its living and ended backends. */
  database_cpu_ms: () => number
}

function keyIds(url: string): (key: string) => Promise<string> {
  return async (key) => {
    const sql = postgres(url, { max: 1 })
    const [row] = await sql<{ api_key_id: string }[]>`
      select api_key_id from api_keys where key_hash = ${hashSecret(key)}`
    await sql.end()
    return row!.api_key_id
  }
}

export async function openRig({ bounds, keep, folder }: Omit<Bench, 'rig'>): Promise<Rig> {
  const data = await openBenchData(keep, bounds.variants, (step, done, of) =>
    showProgress(`loading, ${step}: ${done} of ${of}`),
  )
  const environment = {
    DATABASE_URL: data.url,
    DATA_DIR: folder,
    JOBS: 'false',
    DELIVERIES: 'false',
    SECRET_KEY: 'a secret of the bench, thirty-two characters or more',
  }
  const service = once(() => keep(startSide('./servers/service.ts', environment)))
  const fixtures = once(async () => createFixtures(data, (await service()).port))
  const orders = once(async () => {
    showProgress(`loading ${bounds.orders} orders`)
    return createOrderFixtures(await openOrders(data, bounds.orders), (await service()).port)
  })
  const sales = once(() => {
    showProgress('loading sales orders to allocate')
    return openSales(data)
  })
  const shipments = once(() => {
    showProgress('loading allocated sales orders to ship')
    return openShipments(data)
  })
  const rig: Rig = {
    bounds,
    data,
    environment,
    service,
    fixtures,
    orders,
    sales,
    shipments,
    referenceFor: async (comparison) => {
      showProgress(`${comparison.title}: recording the statements`)
      const next = await comparison.calls(rig, 'reference')
      const silent = { ...environment, LOG_LEVEL: 'off' }
      const plans = await recordPlans(silent, data.url, [{ comparison, next: () => next(0) }], keyIds(data.url))
      return keep(
        startSide('./servers/reference_server.ts', { ...environment, REFERENCE_PLANS: JSON.stringify(plans) }),
      )
    },
    database_cpu_ms: databaseCpu(data.cluster.data_dir),
  }
  return rig
}
