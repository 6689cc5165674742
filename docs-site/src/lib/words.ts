/** What the document's tokens are called on a page. */
import type { Listed, Operation } from './document.ts'
import { limit } from './limits.ts'

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

/** What a request of a key spends from. */
export const allowanceWords = ({ method }: Listed): string =>
  method === 'GET'
    ? `One of the ${limit('reads_per_minute')} reads a minute`
    : `One of the ${limit('writes_per_minute')} writes a minute`

const callers: Record<string, string> = {
  nobody: 'Anyone: no credential is sent',
  anyone: 'Anyone: a key, a user token or an e-mail address is sent',
  user: 'A signed-in user; no API key reaches it',
  member: 'A member of the organisation, signed in; no API key reaches it',
  admin: 'An administrator of the organisation, signed in; no API key reaches it',
}
export const needsWords = (operation: Operation): string => callers[operation['x-service-needs'] ?? 'user'] ?? ''

export const status_words: Record<number, string> = {
  400: 'Bad request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not found',
  408: 'Request timeout',
  409: 'Conflict',
  413: 'Content too large',
  415: 'Unsupported media type',
  421: 'Misdirected request',
  422: 'Unprocessable content',
  429: 'Too many requests',
  500: 'Internal error',
  502: 'Bad gateway',
  503: 'Unavailable',
  504: 'Gateway timeout',
}
