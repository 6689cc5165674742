import type { EventName, HandlerOptions, Problem, ReceivedRequest, WebhookHandler } from '../../src/index.ts'
import { createWebhookHandler } from '../../src/index.ts'
import { createMemoryStore } from '../../src/stores/memory.ts'
import { fakeDelivery, type FakeDeliveryOptions } from '../../src/testing.ts'

export const secret = 'whsec_tests_own_secret'

export interface Receiver {
  handler: WebhookHandler
  /** What the handlers received, in order. */
  handled: { event: string; delivery_id: string; body: unknown }[]
  problems: Problem[]
}

/** A receiver of order.created and return.received that records its deliveries. */
export function newReceiver<Transaction = never>(options: Partial<HandlerOptions<Transaction>> = {}): Receiver {
  const handled: Receiver['handled'] = []
  const problems: Problem[] = []
  const keep = ({ event, delivery_id, body }: { event: string; delivery_id: string; body: unknown }): void => {
    handled.push({ event, delivery_id, body })
  }
  const handler = createWebhookHandler<Transaction>({
    secret,
    store: createMemoryStore(),
    on: { 'order.created': keep, 'return.received': keep },
    onError: (problem) => problems.push(problem),
    ...options,
  })
  return { handler, handled, problems }
}

export async function request<Name extends EventName = 'order.created'>(
  options: Partial<FakeDeliveryOptions<Name>> & { event?: Name } = {},
): Promise<ReceivedRequest & { headers: Record<string, string> }> {
  const { event = 'order.created' as Name, ...rest } = options
  const { body, headers } = await fakeDelivery(event, { secret, ...rest } as FakeDeliveryOptions<Name>)
  return { body, headers: { ...headers } }
}
