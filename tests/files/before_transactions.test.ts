/** Files are read before the transaction: whatever waits for a file keeps no transaction, and so no connection, open. */
import { expect, test } from 'bun:test'
import { everyOperation } from '../../server/boot/operations.ts'
import { operation } from '../../server/contract/operation.ts'
import { workbook } from './spreadsheet_files.ts'
import { csv, monday, retail, sunday } from '../partners/sell_out/retail.ts'

/** Never called: `npm run check` refuses it once the compiler accepts one of these. */
export const refusedByTheCompiler = () => [
  operation({
    id: 'sandbox.x',
    route: 'POST /x',
    summary: '',
    description: '',
    // @ts-expect-error -- run gets no files
    run: async ({ files }) => files.read('', ''),
  }),
  operation({
    id: 'sandbox.x',
    route: 'POST /x',
    summary: '',
    description: '',
    body: 'bytes',
    // @ts-expect-error -- run gets no stream
    run: async ({ body }) => body.chunks(),
  }),
]

/** What `run` of any operation was called with, while the work is done. */
async function callsOfRun(work: () => Promise<unknown>): Promise<{ id: string; call: any }[]> {
  const calls: { id: string; call: any }[] = []
  const originals = everyOperation.map((one) => [one, one.run] as const)
  for (const [one, run] of originals)
    one.run = async (call: never) => {
      calls.push({ id: one.id, call })
      return run(call)
    }
  try {
    await work()
  } finally {
    for (const [one, run] of originals) one.run = run
  }
  return calls
}

test('an operation runs without access to files and streams, and previews a report that has been read', async () => {
  const shop = await retail()
  await shop.declare()
  const rows = [[monday(0), sunday(0), '0117', '771-S', 3]]
  const headers = ['period_start', 'period_end', 'door', 'buyer_sku', 'units_sold']
  const statuses: number[] = []
  const calls = await callsOfRun(async () => {
    for (const body of [workbook([headers, ...rows]), csv([0, '0117', '771-S', 3])]) {
      statuses.push((await shop.preview(body)).status, (await shop.send(body)).status)
    }
    statuses.push((await shop.report()).status)
  })
  expect(statuses).toEqual([200, 200, 200, 200, 200])
  expect(calls.map(({ id }) => id)).toEqual([
    'sell_out.preview',
    'sell_out.import',
    'sell_out.preview',
    'sell_out.import',
    expect.stringMatching(/^(sell_out|retailers)\./),
  ])
  for (const { call } of calls) expect([Object.hasOwn(call, 'files'), call.body ?? null]).toEqual([false, null])
  for (const { call } of calls.slice(0, 4)) expect(call.prepared.plan.row_count).toBe(1)
})
