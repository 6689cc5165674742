/** Decides whether an arriving interchange waits to be read or is put aside, with the reason. */
import type { EdiParty } from '../../edi/x12/envelope.ts'

export interface Arrival {
  /** Why it is no interchange; null if it is one. */
  fault: string | null
  /** Why the file is not taken, as a sentence; null if it is. */
  refusal: string | null
  sender: EdiParty | null
  receiver: EdiParty | null
  control_number: number | null
  /** T test, P production, I information. */
  usage: string
  own: EdiParty
  sandbox: boolean
  /** The account with the sender's identity. */
  account: { trading_partner_id: string; name: string; takes_tests: boolean } | null
  /** Over whose connection it came; null for an upload. */
  delivered_by: { trading_partner_id: string; name: string } | null
  /** Another interchange of the sender has the number. */
  is_number_used: boolean
}

export interface Decision {
  state: 'received' | 'held' | 'rejected'
  sentence: string
}

const text = ({ qualifier, id }: EdiParty) => `${qualifier}/${id}`
const held = (sentence: string): Decision => ({ state: 'held', sentence })

export function decideArrival(arrival: Arrival): Decision {
  const {
    fault,
    refusal,
    sender,
    receiver,
    control_number,
    usage,
    own,
    sandbox,
    account,
    delivered_by,
    is_number_used,
  } = arrival
  if (refusal !== null) return { state: 'rejected', sentence: refusal }
  if (fault !== null || sender === null || receiver === null)
    return { state: 'rejected', sentence: `This is not a complete X12 interchange. ${fault ?? ''}`.trim() }
  if (account === null)
    return held(
      `No account has the EDI identity ${text(sender)} of its sender. Save it in the EDI profile of the account, then release the interchange.`,
    )
  if (delivered_by !== null && delivered_by.trading_partner_id !== account.trading_partner_id)
    return held(
      `It states ${account.name} as its sender, but came over the connection of ${delivered_by.name}. Release it if ${delivered_by.name} may send for ${account.name}.`,
    )
  if (receiver.qualifier !== own.qualifier || receiver.id !== own.id)
    return held(
      `It is addressed to ${text(receiver)}; this organisation is ${text(own)}. Release it if it is meant for this organisation.`,
    )
  if (usage === 'T' && !sandbox && !account.takes_tests)
    return held(`${account.name} marked it as a test. Release it to process it like any other.`)
  if (usage === 'I')
    return held(`${account.name} marked it as information (ISA15 I), not for production. Release it to process it.`)
  if (is_number_used)
    return held(
      `${account.name} used the control number ${control_number} before, for an interchange with other content. Release it if ${account.name} restarted its numbers; discard it if it was sent by mistake.`,
    )
  return { state: 'received', sentence: `Received from ${account.name}; waiting to be read.` }
}
