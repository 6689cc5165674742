/** Posts to a system that an organisation has connected by its URL and a bearer token. */
import type { AddressRules } from '../../http_client/address.ts'
import { postParcel } from '../../http_client/post.ts'
import type { SecretBox } from '../../secrets/secret_box.ts'
import type { SendResult } from '../channel.ts'
import { sendResultOf } from './post_result.ts'

export interface PostingTools {
  secrets: SecretBox
  rules: AddressRules
}

/** A connection as it is when the message is sent, so that one deactivated in the meantime gets nothing. */
export interface TokenConnection {
  /** Its token is encrypted for this id. */
  id: string
  hook_url: string | null
  encrypted_token: Uint8Array
  is_active: boolean
}

export interface Message {
  /** Sent as Idempotency-Key, the same in all attempts. */
  message_id: string
  /** Made only for a connection that can be posted to. */
  body: () => Uint8Array | Promise<Uint8Array>
}

const notSendable = (detail: string): SendResult => ({ is_sent: false, status: null, detail, is_final: true })

export async function postWithToken(
  { secrets, rules }: PostingTools,
  connection: TokenConnection | undefined,
  { message_id, body }: Message,
): Promise<SendResult> {
  const hook_url = connection?.hook_url ?? null
  if (connection === undefined || !connection.is_active || hook_url === null)
    return notSendable('connection_deactivated')
  let token: string
  try {
    token = secrets.decrypt(connection.encrypted_token, connection.id)
  } catch {
    return notSendable('secret_unreadable')
  }
  const headers = {
    'Content-Type': 'application/json',
    Authorization: `Bearer ${token}`,
    'Idempotency-Key': message_id,
  }
  return sendResultOf(await postParcel({ hook_url, body: await body(), headers }, rules))
}
