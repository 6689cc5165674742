/** How pages display the document's tokens. */
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

/** The rate limit that a request counts against. */
export const allowanceWords = ({ method }: Listed): string =>
  method === 'GET'
    ? `${limit('reads_per_minute')} reads per minute per key`
    : `${limit('writes_per_minute')} writes per minute per key`

const callers: Record<string, string> = {
  nobody: 'Anyone, without a credential',
  anyone: 'Anyone, with an API key, a user token or an email address',
  user: 'A signed-in user; API keys cannot call it',
  viewer: 'A signed-in user with any role in the organisation (viewer, member, admin); API keys cannot call it',
  member: 'A signed-in user with the role member or admin in the organisation; API keys cannot call it',
  admin: 'A signed-in administrator of the organisation; API keys cannot call it',
}
export const needsWords = (operation: Operation): string => callers[operation['x-service-needs'] ?? 'user'] ?? ''

const filter_type_words: Record<string, string> = {
  text: 'string',
  text_list: 'array of strings',
  date: 'string (date)',
  instant: 'string (date-time)',
  id: 'string (id)',
}
/** The type of a filter's value; types that already have JSON's name stay as they are. */
export const filterTypeWords = (type: string): string => filter_type_words[type] ?? type

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
