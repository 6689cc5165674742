/** The deliverer as a separate process, next to a server that sends nothing itself. */
import { expect, setDefaultTimeout } from 'bun:test'
import { headerOf, startMailServer } from '../documents/mail_server.ts'
import { testUnless } from '../support/needs.ts'
import { missingRuntime, newMigratedDataDir, runtimes, start, startServer, printedValue } from './support/commands.ts'

// Processes that exceed the test's time are killed.
setDefaultTimeout(120_000)

for (const runtime of runtimes) {
  testUnless(
    missingRuntime(runtime),
    `an order issued by a server is mailed by a separate deliverer, on ${runtime}`,
    async () => {
      const { DATA_DIR, remove } = await newMigratedDataDir()
      const mail = await startMailServer()
      const environment = {
        DATA_DIR,
        SMTP_URL: `smtp://127.0.0.1:${mail.port}`,
        MAIL_FROM: 'orders@merchant.example',
      }
      const server = startServer({ ...environment, DELIVERIES: 'false' }, { runtime })
      try {
        const { out } = await server.ready()
        const { id, ask, base } = await orderAt(out)
        const issued = await ask('POST', `${base}/${id}/issue`, { to: ['orders@mill.example'] })
        expect(issued.document.state).toBe('queued')
        const deliverer = start('deliver', environment, runtime)
        await deliverer.says(/Delivering from/)
        const { raw, to } = await mail.first
        expect([to, headerOf(raw, 'Subject')]).toEqual([['orders@mill.example'], expect.stringContaining(issued.name)])
        deliverer.child.kill('SIGTERM')
        expect(await deliverer.ended).toBe(0)
        expect((await ask('GET', `${base}/${id}`)).document.state).toBe('sent')
      } finally {
        await server.stop()
        await mail.stop()
        remove()
      }
    },
  )
}

/** An approved order of variants from the starter data. */
async function orderAt(out: string) {
  const address = printedValue(out, 'Base address')
  const headers = { Authorization: `Bearer ${printedValue(out, 'API key')}`, 'Content-Type': 'application/json' }
  const ask = async (method: string, url: string, body?: unknown): Promise<any> => {
    const response = await fetch(url, { method, headers, body: body === undefined ? undefined : JSON.stringify(body) })
    const answer: any = await response.json()
    if (!response.ok) throw new Error(JSON.stringify(answer))
    return answer.data
  }
  await ask('POST', `${address}/api/v1/sandbox/seed`)
  const [supplier] = (await ask('GET', `${address}/api/v1/inventory/suppliers/table`)).rows
  const [variant] = (await ask('GET', `${address}/api/v1/variants/table?limit=1`)).rows
  const { locations } = await ask('GET', `${address}/api/v1/inventory/position?variant_id=${variant.variant_id}`)
  const base = `${address}/api/v1/organizations/${printedValue(out, 'Organisation')}/purchase-orders`
  const { id } = await ask('POST', base, {
    location_id: locations[0].location_id,
    supplier_id: supplier.supplier_id ?? supplier.id,
    line_items: [{ variant_id: variant.variant_id, quantity: 12, unit_cost: 4.5 }],
  })
  await ask('POST', `${base}/${id}/approve`)
  return { id, ask, base }
}
