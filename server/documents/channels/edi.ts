/**
 * Interchanges leave through the gateway of an EDI network: one POST each, with the interchange as its body. The gateway
 * delivers it to the partner that ISA names; a 2xx says that it has taken it, and what it finds wrong with the interchange
 * it would find again. Idempotency-Key is the paper's id, the same over all attempts.
 */
import type { AddressRules } from '../../http_client/address.ts'
import { postParcel } from '../../http_client/post.ts'
import type { EdiSettings } from '../../settings/settings.ts'
import type { Channel } from '../channel.ts'
import { sendingOf } from './posted.ts'

export interface EdiPayload {
  /** The interchange to the letter. */
  interchange: string
  is_cancellation?: true
}

export const ediChannel = ({ url, token }: EdiSettings, rules: AddressRules): Channel => ({
  async send({ document_id, payload }) {
    const outcome = await postParcel(
      {
        hook_url: url,
        body: Buffer.from((payload as EdiPayload).interchange, 'latin1'),
        headers: {
          'Content-Type': 'application/edi-x12',
          'Idempotency-Key': document_id,
          ...(token === null ? {} : { Authorization: `Bearer ${token}` }),
        },
      },
      rules,
    )
    return sendingOf(outcome)
  },
})
