/** Counts running requests, so that a stop can wait for them and refuse new ones. */
import { Refusal } from '../contract/refusals.ts'
import { beginExchange, respondRefusal } from '../pipeline/exchange.ts'
import type { Settings } from '../settings/settings.ts'

type Answer = (request: Request, peer_address: string) => Promise<Response>

export interface InFlight {
  fetch: Answer
  /** Refuses every request from now on; resolves when the last running one has been answered. */
  drain: () => Promise<void>
}

export function countInFlight(answer: Answer, settings: Settings): InFlight {
  let in_flight = 0
  let isDraining = false
  let tellDone = () => {}
  const done = new Promise<void>((resolve) => (tellDone = resolve))

  const refuse = (request: Request, peer_address: string): Response => {
    const desc = 'The service is stopping. The request was not attempted; nothing changed, and it may be resent.'
    const exchange = beginExchange(request, null, peer_address, settings)
    exchange.headers.Connection = 'close'
    return respondRefusal(exchange, new Refusal('SERVICE_UNAVAILABLE', { desc }), settings)
  }
  return {
    async fetch(request, peer_address) {
      if (isDraining) return refuse(request, peer_address)
      in_flight++
      try {
        return await answer(request, peer_address)
      } finally {
        in_flight--
        if (isDraining && in_flight === 0) tellDone()
      }
    },
    drain() {
      isDraining = true
      if (in_flight === 0) tellDone()
      return done
    },
  }
}
