/** Limits what an account-bound key reads of records that several accounts share. */
import type { Caller } from '../contract/call.ts'
import { refuse } from '../contract/refusals.ts'

/** A list over all accounts: such a key must name its own, which the pipeline compares. */
export function checkAccountIsNamed(caller: Caller, named: string | undefined, field = 'trading_partner_id'): void {
  if (caller.account === null || named !== undefined) return
  refuse('account_mismatch', {
    desc: `This key is bound to the account ${caller.account.name}; send its id as ${field}.`,
  })
}

/** The seller agrees to orders and prices: the key of the buying account cannot. */
export function refuseAgreement(account: { name: string }, what: string, data: object): never {
  return refuse('conflict', {
    desc: `This key is bound to the account ${account.name}, which buys; ${what}.`,
    data: { reason: 'account_key', ...data },
  })
}

/** A single record, with its account; null for one of a consumer. */
export function checkAccountOf(caller: Caller, trading_partner_id: string | null, noun: string): void {
  if (caller.account === null || caller.account.trading_partner_id === trading_partner_id) return
  const owner = trading_partner_id === null ? 'no account' : `the account ${trading_partner_id}`
  refuse('account_mismatch', {
    desc: `This key is bound to the account ${caller.account.name}, and the ${noun} is of ${owner}.`,
  })
}
