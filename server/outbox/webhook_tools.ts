/** Tools for creating webhooks: secret encryption and URL validation. */
import type { WebhookTools } from '../contract/call.ts'
import type { Settings } from '../boot/settings.ts'
import { AddressRefused, type AddressRules, chooseTarget, endpointOf } from '../http_client/address.ts'
import type { SecretBox } from '../secrets/secret_box.ts'

export const addressRules = (settings: Settings): AddressRules => ({ allow_loopback: settings.WEBHOOK_ALLOW_LOOPBACK })

export const openWebhookTools = (secrets: SecretBox, rules: AddressRules): WebhookTools => ({
  encrypt: secrets.encrypt,
  validateUrl: async (hook_url) => {
    try {
      return { endpoint: endpointOf((await chooseTarget(hook_url, rules)).url) }
    } catch (error) {
      if (error instanceof AddressRefused) return { rule: error.rule }
      throw error
    }
  },
})
