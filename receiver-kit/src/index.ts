export { event_names, type EventName, type ServiceEventBodies } from './events.generated.ts'
export type * from './events.generated.ts'
export { isEventName, type ParsedEvent, parseServiceEvent, type ServiceEvent } from './events.ts'
export {
  type Answer,
  createWebhookHandler,
  type Delivery,
  type EventHandlers,
  type HandlerOptions,
  type HandlerSecrets,
  type Problem,
  type ProblemReason,
  type ReceivedHeaders,
  type ReceivedRequest,
  type WebhookHandler,
} from './handler.ts'
export type { Claim, DeliveryStore } from './store.ts'
export {
  assertServiceSignature,
  type RawBody,
  type RefusalReason,
  type Refused,
  type Secrets,
  ServiceSignatureError,
  type Verification,
  type Verified,
  verifyServiceSignature,
  type VerifyOptions,
} from './verify.ts'
