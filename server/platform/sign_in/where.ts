/** POST /auth/where: the region of a caller and the URL of its API. */
import { isMailAddress } from '../../contract/schema.ts'
import { limits } from '../../contract/limits.ts'
import { success } from '../../contract/envelope.ts'
import { refuse, refuseField } from '../../contract/refusals.ts'
import { sessionTokenHash } from '../../pipeline/admit_session.ts'
import { readBody } from '../../pipeline/body.ts'
import { hashSecret, isKeyShaped, readBearer } from '../../pipeline/credential.ts'
import { compileDecoder } from '../../pipeline/decode.ts'
import { type Exchange, respond } from '../../pipeline/exchange.ts'
import type { PipelineContext } from '../../pipeline/context.ts'
import { addressSubject, countAttempt } from '../../pipeline/attempts.ts'
import { whereOperation } from './operations.ts'

const decoder = compileDecoder(whereOperation)

export async function answerWhere(context: PipelineContext, exchange: Exchange): Promise<Response> {
  const { request } = exchange
  const { autocommit } = context.db
  const lookups = new Map([[addressSubject('where', exchange.address!), limits.region_lookups_per_minute_and_address]])
  decoder.query(request.url)
  const bytes = await readBody(request, limits.auth_body_bytes_max)
  await countAttempt(autocommit, lookups)
  const region = await findRegion(context, request, bytes)
  const { SERVICE_REGION, BASE_URL, PEER_BASE_URL } = context.settings
  const api_base_url = region === SERVICE_REGION ? BASE_URL : (PEER_BASE_URL ?? null)
  const desc =
    api_base_url === null
      ? `Send requests to the API of the ${region} region; this service does not know its URL.`
      : `Send requests to ${api_base_url}.`
  return respond(exchange, 200, JSON.stringify(success({ region, api_base_url }, desc, 'auth', false)))
}

/** A credential is looked up; an e-mail address always gets this region. */
async function findRegion(context: PipelineContext, request: Request, bytes: Uint8Array): Promise<'us' | 'eu'> {
  const { autocommit } = context.db
  const here = context.settings.SERVICE_REGION
  if (!request.headers.has('authorization')) {
    if (bytes.byteLength === 0)
      refuseField('body', 'must contain an email, unless the request has an Authorization header')
    const { email } = decoder.body(bytes, request.headers.get('content-type')) as { email: string }
    if (!isMailAddress(email)) refuseField('email', 'must be an e-mail address')
    return here
  }
  const token = readBearer(request)
  if (isKeyShaped(token)) {
    const [row] = await autocommit<{ region: 'us' | 'eu' }[]>`
      select region from key_directory
      where key_hash = ${hashSecret(token)} and live and (live_until is null or live_until > now())`
    return row?.region ?? refuse('key_invalid')
  }
  const [row] = await autocommit`
    select true from session where token = ${sessionTokenHash(token)} and "expiresAt" > now()`
  return row === undefined ? refuse('session_invalid') : here
}
