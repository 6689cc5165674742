import type { WebhookHandler } from '../handler.ts'
import { answerFetch } from './fetch.ts'

const parsed_body_fix =
  "Elysia parsed the body before this route. Disable parsing for it: app.post('/hooks', toElysia(handler), { parse: 'none' })."

/** A route handler for Elysia: `app.post('/hooks', toElysia(handler), { parse: 'none' })`. */
export function toElysia(handler: WebhookHandler): (context: { request: Request }) => Promise<Response> {
  return ({ request }) => answerFetch(handler, request, parsed_body_fix)
}
