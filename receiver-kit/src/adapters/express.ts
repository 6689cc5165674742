import type { WebhookHandler } from '../handler.ts'
import { answerNode, type NodeRequest, type NodeResponse } from './node.ts'

const parsed_body_fix =
  "A body parser ran before this route and discarded the raw bytes. Mount the route before app.use(express.json()), or add express.raw({ type: 'application/json' }) to it, or keep the bytes: express.json({ verify: (request, response, bytes) => { request.rawBody = bytes } })."

/** A route handler for Express 4 and 5: `app.post('/hooks', toExpress(handler))`. It needs no body parser. */
export function toExpress(handler: WebhookHandler): (request: NodeRequest, response: NodeResponse) => Promise<void> {
  return (request, response) => answerNode(handler, request, response, parsed_body_fix)
}
