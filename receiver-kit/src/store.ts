/** What a claim answers: it is yours, somebody else works on it, or it was handled before. */
export type Claim = { state: 'claimed'; token: string } | { state: 'in_flight' } | { state: 'done' }

/** How long stores remember a finished delivery unless told: as long as the service lists it and it can be sent again. */
export const remembered_days = 90

/**
 * Where a receiver remembers which deliveries it has handled. A claim is a lease: it lapses when its holder died, and its
 * token fences it, so a holder that comes back late cannot finish or release what another took over meanwhile.
 * `@merchant-api/receiver-kit/store-conformance` says the same as tests.
 */
export interface DeliveryStore<Transaction = never> {
  /** Takes the delivery for `lease_seconds`, by the store's own clock. */
  claim(delivery_id: string, lease_seconds: number): Promise<Claim>
  /** Marks it handled for good. False: the claim is no longer this token's. Asked twice, it answers the same. */
  finish(delivery_id: string, token: string): Promise<boolean>
  /** Gives the claim back, so that the next attempt may run at once. False: it is no longer this token's, or finished. */
  release(delivery_id: string, token: string): Promise<boolean>
  /** `finish` through a transaction of the receiver's own: its writes and the mark are then one. */
  finishIn?(transaction: Transaction, delivery_id: string, token: string): Promise<boolean>
}
