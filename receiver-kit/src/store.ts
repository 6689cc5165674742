/** Result of a claim: this caller holds it, another caller is handling it, or it was handled before. */
export type Claim = { state: 'claimed'; token: string } | { state: 'in_flight' } | { state: 'done' }

/** Default retention of a handled delivery: as long as the service lists it and can redeliver it. */
export const remembered_days = 90

/**
 * Stores which deliveries a receiver has handled. A claim is a lease: it expires if its holder dies. The token fences it,
 * so a holder that returns late cannot finish or release a delivery that another attempt has taken over.
 * `@merchant-api/receiver-kit/store-conformance` tests these rules.
 */
export interface DeliveryStore<Transaction = never> {
  /** Claims the delivery for `lease_seconds`, by the store's own clock. */
  claim(delivery_id: string, lease_seconds: number): Promise<Claim>
  /** Marks the delivery as handled. False: this token no longer holds the claim. Idempotent. */
  finish(delivery_id: string, token: string): Promise<boolean>
  /** Releases the claim, so that the next attempt can run at once. False: this token no longer holds it, or it is finished. */
  release(delivery_id: string, token: string): Promise<boolean>
  /** `finish` through the receiver's own transaction: its writes and the mark are committed together. */
  finishIn?(transaction: Transaction, delivery_id: string, token: string): Promise<boolean>
}
