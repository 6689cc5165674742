export { type ConstructOptions, constructServiceEvent, type ReceivedEvent } from './construct.ts'
export { event_names, type EventName, type ServiceEventBodies } from './events.generated.ts'
export type * from './events.generated.ts'
/** Earlier names of two records. */
export type { Movement as LedgerRow, SalesOrder as Order } from './events.generated.ts'
export { isEventName, type ParsedEvent, parseServiceEvent, type ServiceEvent } from './events.ts'
export {
  type Answer,
  createWebhookHandler,
  type Delivery,
  type DeliveryContext,
  type EventHandlers,
  type HandlerOptions,
  type HandlerSecrets,
  type Problem,
  type ProblemReason,
  type ReceivedRequest,
  type UnhandledDelivery,
  type WebhookHandler,
} from './handler.ts'
export type { ReceivedHeaders } from './headers.ts'
export type { Claim, DeliveryStore } from './store.ts'
export {
  assertServiceSignature,
  type EventFault,
  type RawBody,
  type RefusalReason,
  type Refused,
  type Secrets,
  ServiceEventError,
  ServiceSignatureError,
  type Verification,
  type Verified,
  verifyServiceSignature,
  type VerifyOptions,
} from './verify.ts'
