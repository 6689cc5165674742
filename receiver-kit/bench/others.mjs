/** The other libraries, called as their documentation says, on the same body. Both throw where it does not verify. */
import { Webhook } from 'standardwebhooks'
import Stripe from 'stripe'

// Its fastest form, which it has on Node alone: synchronous, on node:crypto.
export function stripe(body, header, secret) {
  if (process.versions.bun) return null
  const { webhooks } = new Stripe('sk_test_bench')
  const provider = Stripe.createNodeCryptoProvider()
  return () => webhooks.signature.verifyHeader(body, header, secret, 300, provider)
}

// As its users call it: verified and parsed, in one call.
export function stripeEvent(body, header, secret) {
  const { webhooks } = new Stripe('sk_test_bench')
  return () => webhooks.constructEvent(body, header, secret)
}

// The form that its documentation recommends for all runtimes: asynchronous, on WebCrypto.
export function stripeOnWebCrypto(body, header, secret) {
  const { webhooks } = new Stripe('sk_test_bench')
  const provider = Stripe.createSubtleCryptoProvider()
  return () => webhooks.signature.verifyHeaderAsync(body, header, secret, 300, provider)
}

export function standardwebhooks(body, timestamp, secret) {
  const webhook = new Webhook(secret)
  const headers = {
    'webhook-id': 'msg_1',
    'webhook-timestamp': String(timestamp),
    'webhook-signature': webhook.sign('msg_1', new Date(timestamp * 1000), body.toString()),
  }
  return () => webhook.verify(body, headers)
}
