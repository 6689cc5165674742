/** An accounting system that answers pages of its payments over HTTP, oldest change first. */
import { type Received, startReceiver } from '../../outbox/receiver.ts'
import type { PaidShop } from './paid_shop.ts'

export const connectionsPath = '/api/v1/accounting-connections'
export const bearer_token = 'acc_5mQ2c8Zr1vK9'

export interface Books {
  /** What was asked of the payments, oldest first. */
  reads: Received[]
  /** States payments in their newest state, after all others. */
  state: (...payments: unknown[]) => void
  /** Answers instead of a page; undefined for pages again. */
  answer: (status?: number, text?: string) => void
  connect: (shop: PaidShop) => Promise<string>
  stop: () => Promise<void>
}

export async function openBooks(pageSize = 100): Promise<Books> {
  const changes: unknown[] = []
  const reads: Received[] = []
  let instead: { status: number; text: string } | undefined
  const receiver = await startReceiver((response, received, { method }) => {
    // Invoices are posted to the same system.
    if (method === 'POST') return response.writeHead(204).end()
    reads.push(received)
    if (instead !== undefined) return response.writeHead(instead.status).end(instead.text)
    const after = Number(new URL(received.path, 'http://books').searchParams.get('after') ?? 0)
    const payments = changes.slice(after, after + pageSize)
    response.writeHead(200).end(JSON.stringify({ payments, next: String(after + payments.length) }))
  })
  const url = receiver.url.replace('/hook', '')
  return {
    reads,
    state: (...payments) => void changes.push(...payments),
    answer: (status, text = '') => {
      instead = status === undefined ? undefined : { status, text }
    },
    async connect({ admin }) {
      const body = { name: 'Harbour Books', url: `${url}/invoices`, payments_url: `${url}/payments`, bearer_token }
      const answer = await admin.post(connectionsPath, body)
      if (answer.status !== 201) throw new Error(answer.text)
      return answer.body.data.accounting_connection_id
    },
    stop: () => receiver.stop(),
  }
}
