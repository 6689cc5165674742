/** What the document's tokens are called on a page. */
import type { Operation } from './document.ts'

export const plan_words: Record<string, string> = {
  every_plan: 'Every plan with the public API',
  essentials_plus: 'Essentials+ and Pro',
  pro: 'Pro',
}

export const planWords = (tier: string): string => plan_words[tier] ?? tier

export const capabilityWords = (operation: Operation): string => {
  const capability = operation['x-service-capability']
  return planWords(operation['x-service-sold-with']) + (capability === undefined ? '' : ` (${capability})`)
}

const callers: Record<string, string> = {
  user: 'A signed-in user; no API key reaches it',
  member: 'A member of the organisation, signed in; no API key reaches it',
  admin: 'An administrator of the organisation, signed in; no API key reaches it',
}
export const needsWords = (operation: Operation): string => callers[operation['x-service-needs'] ?? 'user'] ?? ''
