/** Tools for creating webhooks: secret encryption and URL validation. */
import type { WebhookTools } from '../contract/call.ts'
import type { EventFacts, EventName } from '../contract/events.ts'
import { sampleOf } from '../contract/openapi/webhooks.ts'
import type { Settings } from '../settings/settings.ts'
import { AddressRefused, type AddressRules, chooseTarget, endpointOf } from '../http_client/address.ts'
import type { SecretBox } from '../secrets/secret_box.ts'

export const addressRules = (settings: Settings): AddressRules => ({ allow_loopback: settings.WEBHOOK_ALLOW_LOOPBACK })

export const openWebhookTools = (
  secrets: SecretBox,
  rules: AddressRules,
  events: Record<EventName, EventFacts>,
): WebhookTools => ({
  encrypt: secrets.encrypt,
  checkAddress: async (hook_url) => {
    try {
      return { endpoint: endpointOf((await chooseTarget(hook_url, rules)).url) }
    } catch (error) {
      if (error instanceof AddressRefused) return { rule: error.rule }
      throw error
    }
  },
  sampleBody: (event) => JSON.stringify(sampleOf(event, events[event])),
})
