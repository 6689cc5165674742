/**
 * Sends interchanges through the gateway of an EDI network: one POST each, with the interchange as its body. The gateway
 * delivers it to the partner named in ISA. A 2xx means accepted; a rejected interchange would be rejected again.
 * Idempotency-Key is the document's id, the same on every attempt.
 */
import type { AddressRules } from '../../http_client/address.ts'
import { postParcel } from '../../http_client/post.ts'
import type { EdiSettings } from '../../boot/settings.ts'
import type { Channel } from '../channel.ts'
import { sendResultOf } from './post_result.ts'

export interface EdiPayload {
  /** The complete interchange text. */
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
    return sendResultOf(outcome)
  },
})
