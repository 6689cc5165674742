/**
 * Posts each interchange to the gateway of the account. Idempotency-Key is the interchange's id, the same on every
 * attempt. A 2xx accepts it; a rejected interchange would be rejected again.
 */
import { sendResultOf } from '../../documents/channels/post_result.ts'
import type { AddressRules } from '../../http_client/address.ts'
import { postParcel } from '../../http_client/post.ts'
import type { HttpSettings } from './settings.ts'
import type { Transport } from './transport.ts'

export const httpTransport = (rules: AddressRules): Transport => ({
  async send({ interchange_id, file_name, bytes }, { settings, secret }) {
    const token = secret()
    const headers = {
      'Content-Type': 'application/edi-x12',
      'Content-Disposition': `attachment; filename="${file_name}"`,
      'Idempotency-Key': interchange_id,
      ...(token === null ? {} : { Authorization: `Bearer ${token}` }),
    }
    return sendResultOf(await postParcel({ hook_url: (settings as HttpSettings).url, body: bytes, headers }, rules))
  },
})
