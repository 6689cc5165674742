/** A shop whose warehouse takes requests over HTTP and signs its reports. */
import { expect } from 'bun:test'
import { createHmac } from 'node:crypto'
import { openDatabase } from '../../../db/client/database.ts'
import { addressRules } from '../../../server/outbox/webhook_tools.ts'
import { secretBox } from '../../../server/secrets/secret_key.ts'
import type { Settings } from '../../../server/settings/settings.ts'
import { startRequests } from '../../../server/selling/warehouse_requests/worker.ts'
import { type Receiver, startReceiver } from '../../outbox/receiver.ts'
import { testDatabase } from '../../support/database.ts'
import { openOrderShop, type OrderShop, path } from './orders.ts'

export const token = 'wms_5mQ2c8Zr1vK9'
const resendsMax = 20

export interface WarehouseShop extends OrderShop {
  receiver: Receiver
  connection_id: string
  report_url: string
  release: (order: { order_id: string }) => Promise<any>
  requests: (order: { order_id: string }) => Promise<any[]>
  /** Posts a report; signed as the warehouse does, unless the header is given. */
  report: (kind: 'shipments' | 'counts', body: unknown, header?: string | null) => Promise<any>
  /** Kinds and sentences of the open exceptions about an order. */
  exceptions: (order: { order_id: string }) => Promise<[string, string][]>
  sign: (body: string, secondsAgo?: number) => string
  stop: () => Promise<void>
}

export interface RequestWorker {
  /** Sends what is due. */
  settle: () => Promise<void>
  start: () => Promise<void>
  stop: () => Promise<void>
}

/** One worker for the whole file: workers on one database would take each other's messages. */
export async function startRequestWorker(settings: Settings): Promise<RequestWorker> {
  const { url } = await testDatabase()
  const open = () => {
    const db = openDatabase(url, { autocommit_connections: 2 })
    return { db, worker: startRequests({ db, secrets: secretBox(settings), rules: addressRules(settings) }) }
  }
  let running: ReturnType<typeof open> | null = open()
  return {
    settle: () => running!.worker.settle(),
    start: async () => void (running = open()),
    stop: async () => {
      await running?.worker.stop()
      await running?.db.close()
      running = null
    },
  }
}

export async function openWarehouseShop(answers: () => number = () => 204): Promise<WarehouseShop> {
  const shop = await openOrderShop()
  const { admin, ids, tenant } = shop
  const receiver = await startReceiver((response) => response.writeHead(answers()).end())
  const made = await admin.post('/api/v1/warehouse-connections', {
    name: 'Harbour',
    location_id: ids.locations.Main,
    url: receiver.url,
    fulfilment_url: receiver.url,
    bearer_token: token,
  })
  expect(made.status).toBe(201)
  const { connection_id } = made.body.data
  const rotated = await admin.post(`/api/v1/warehouse-connections/${connection_id}/report-secret`)
  expect(rotated.status).toBe(201)
  const { secret, report_url } = rotated.body.data
  const sign = (body: string, secondsAgo = 0) => {
    const t = Math.floor(Date.now() / 1_000) - secondsAgo
    return `t=${t},v1=${createHmac('sha256', secret).update(`${t}.${body}`).digest('hex')}`
  }
  return {
    ...shop,
    receiver,
    connection_id,
    report_url: new URL(report_url).pathname,
    sign,
    release: ({ order_id }) => admin.post(`${path}/${order_id}/release`),
    requests: async ({ order_id }) => (await admin.get(`${path}/${order_id}/warehouse-requests`)).body.data.requests,
    report: async (kind, body, header) => {
      const text = typeof body === 'string' ? body : JSON.stringify(body)
      const signature = header === undefined ? sign(text) : header
      const signed = signature === null ? undefined : { 'X-Service-Signature': signature }
      const request = { method: 'POST', headers: { 'Content-Type': 'application/json', ...signed }, body: text }
      const url = `${tenant.service.base_url}${new URL(report_url).pathname}/${kind}`
      let response = await fetch(url, request)
      // As a warehouse does: a 503 on a busy machine says that nothing was recorded.
      for (let resends = 0; response.status === 503 && resends < resendsMax; resends++)
        response = await fetch(url, request)
      return {
        status: response.status,
        body: (await response.json()) as any,
        replayed: response.headers.get('idempotency-replayed'),
      }
    },
    exceptions: async ({ order_id }) => {
      const query = `is_open=true&subject_type=sales_order&subject_id=${order_id}`
      const { rows } = (await admin.get(`/api/v1/exceptions?${query}`)).body.data
      return rows.map((row: any) => [row.kind, row.sentence]).toSorted()
    },
    stop: () => receiver.stop(),
  }
}
