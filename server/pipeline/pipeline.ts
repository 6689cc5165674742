/**
 * The pipeline: the steps that every call passes, in this order. 0 the body is counted as it is read (body.ts); 1 every
 * response has an id and a region (exchange.ts); 2 a credential is present; 3 the key is known and 4 within its allowance
 * (admit.ts); 5 the address is allowed; 6 the operation is public; 7 the plan includes the API; 8 the scope; 9 the plan
 * includes the resource; 10 the organisation in the path; 11 the account; 12 the train; 13 the Idempotency-Key; 14
 * decoding; 15 the operation; 16 its response is checked. A user session is admitted by membership instead of a key.
 */
import { DatabaseUnavailable, isBusyError, isConnectionError } from '../../db/client/database.ts'
import type { Caller, Sql } from '../contract/call.ts'
import { codesOf, keyOnlyCodes, repeatedKeyCodes, sessionOnlyCodes } from '../contract/codes.ts'
import type { Operation } from '../contract/operation.ts'
import type { Money } from '../contract/schema.ts'
import { Refusal, type RefusalCode, refuse } from '../contract/refusals.ts'
import { dollarsFor, figuresOf } from '../exchange_rates/dollars.ts'
import { loopTurns } from '../queue/loop_turns.ts'
import { mapInSlices } from '../queue/slices.ts'
import type { PipelineContext } from './context.ts'
import { callerAddress, checkAddress } from './address.ts'
import { admitKey } from './admit.ts'
import { admitSession } from './admit_session.ts'
import { type AnswerWriter, compileAnswer } from './answer.ts'
import { readBody, readStream, streamBody } from './body.ts'
import { hashSecret, isKeyShaped, isSessionShaped, readBearer } from './credential.ts'
import { compileDecoder, type Decoder } from './decode.ts'
import { beginExchange, type Exchange, respond, respondRefusal } from './exchange.ts'
import {
  checkAccountAggregate,
  checkAccountNamed,
  checkOrganization,
  checkPlanSellsApi,
  checkPublic,
  checkResourcePlan,
  checkScope,
  chooseTrain,
} from './gates.ts'
import { presume } from './presumed.ts'
import { claimSessionKey, rememberSessionAnswer } from './remembered/session_writes.ts'
import { type Claim, claimKey, fingerprintOf, readIdempotencyKey, rememberAnswer } from './idempotency.ts'

/** An operation with its compiled schemas. */
export interface Mounted {
  operation: Operation
  decode: Decoder
  writer: AnswerWriter
  declared: ReadonlySet<RefusalCode>
  /** Collects the money figures of a response; null if it has none. */
  findFigures: ((answer: unknown, figures: Money[]) => void) | null
}

export function prepareOperation(operation: Operation): Mounted {
  const declared = new Set<RefusalCode>([
    ...codesOf(operation),
    ...keyOnlyCodes,
    ...sessionOnlyCodes,
    ...repeatedKeyCodes,
  ])
  return {
    operation,
    decode: compileDecoder(operation),
    writer: compileAnswer(operation),
    declared,
    findFigures: operation.answer === undefined ? null : figuresOf(operation.answer),
  }
}

interface Admitted {
  caller: Caller
  now: string
}

type RawParams = Record<string, string>

/** Handles one request. `mounted` is null if no operation matches the path. */
export async function handleRequest(
  context: PipelineContext,
  mounted: Mounted | null,
  request: Request,
  params: RawParams,
  peer_address: string,
  is_of_app = false,
): Promise<Response> {
  const exchange = beginExchange(request, mounted?.operation ?? null, peer_address, context.settings)
  exchange.is_of_app = is_of_app
  let response: Response
  let hasPassed = false
  let organization_id: string | null = null
  loopTurns.enter()
  try {
    const admitted = await admit(context, exchange, params)
    hasPassed = true
    organization_id = admitted.caller.organization_id
    await loopTurns.begin(organization_id)
    // `mounted` is not null here: checkPublic refuses requests without an operation.
    response = await answer(context, mounted!, exchange, params, admitted)
  } catch (error) {
    const own = hasPassed ? inOwnCode(mounted!.operation, error) : beforeTheCall(error)
    response = respondRefusal(exchange, asRefusal(context, mounted, exchange, own), context.settings)
  } finally {
    loopTurns.leave(organization_id)
  }
  context.observe(exchange)
  return response
}

/** Refuses invalid input with the operation's own code. */
function inOwnCode({ bad_request }: Operation, error: unknown): unknown {
  if (!(error instanceof Refusal) || error.code !== 'bad_request' || bad_request === 'bad_request') return error
  return new Refusal(bad_request, { desc: error.desc, ...(error.data === undefined ? {} : { data: error.data }) })
}

/** Steps 2 to 12. */
async function admit(context: PipelineContext, exchange: Exchange, params: RawParams): Promise<Admitted> {
  const { request, operation } = exchange
  const { settings } = context
  const token = readBearer(request)
  exchange.address = callerAddress(request, exchange.peer_address, settings.TRUSTED_PROXIES)
  const bySession =
    operation?.surface === 'session'
      ? !isKeyShaped(token)
      : request.headers.has('x-organization-id') && isSessionShaped(token)
  const hash = hashSecret(token)
  const presumed = presume(hash)
  const sql = context.db.autocommitOf(presumed.owner)
  const admitted = await (bySession
    ? admitUser(context, exchange, token, sql)
    : admitByKey(context, exchange, hash, sql))
  presumed.confirm(admitted.caller.organization_id)
  checkOrganization(admitted.caller.organization_id, params.organization_id)
  if (admitted.caller.kind === 'key') {
    checkAccountAggregate(admitted.caller, operation!)
    checkAccountNamed(admitted.caller, params)
  }
  exchange.headers['Service-Version'] = chooseTrain(
    request,
    admitted.caller.kind === 'key' ? admitted.caller.train : context.current_train,
  )
  return admitted
}

async function admitByKey(context: PipelineContext, exchange: Exchange, key_hash: Buffer, sql: Sql): Promise<Admitted> {
  const { operation } = exchange
  const admission = await admitKey(exchange, key_hash, sql, context.settings)
  checkAddress(exchange.address!, admission.allowed_addresses)
  checkPublic(operation)
  checkPlanSellsApi(admission.caller, admission.grandfathered)
  checkScope(admission.caller, operation)
  checkResourcePlan(admission.caller.plan, operation)
  return { caller: admission.caller, now: admission.now }
}

async function admitUser(context: PipelineContext, exchange: Exchange, token: string, sql: Sql): Promise<Admitted> {
  const { operation } = exchange
  if (operation === null) refuse('not_public')
  const admitted = await admitSession(exchange, token, sql, context.settings.SERVICE_REGION, operation)
  if (operation.surface === 'public') checkResourcePlan(admitted.caller.plan, operation)
  return admitted
}

type Input = Admitted & Record<string, unknown> & { sql: Sql }

/** Step 14, and the checks of step 11 that need the decoded request. */
async function decodeInput(
  decode: Decoder,
  request: Request,
  rawParams: RawParams,
  bytes: Uint8Array | null,
  caller: Caller,
): Promise<{ params: unknown; query: unknown; body: unknown }> {
  const params = decode.params(rawParams)
  const query = decode.query(request.url)
  if (caller.kind === 'key') checkAccountNamed(caller, query)
  const content_type = request.headers.get('content-type')
  const body = bytes === null ? null : await decode.bodyInTurn(bytes, content_type, caller.organization_id)
  if (caller.kind === 'key') checkAccountNamed(caller, body)
  return { params, query, body }
}

/**
 * Sessions are unaffected by the header, but for those of the app, which sends a write again if the network fails under it. Its keys
 * belong to a person in an organisation, and the bytes of a file are not read before they are stored.
 */
const needOfKey = (
  { is_of_app }: Exchange,
  { idempotency, session, body }: Operation,
  caller: Caller,
): Operation['idempotency'] =>
  caller.kind === 'key' ? idempotency : is_of_app && session !== 'user' && body !== 'bytes' ? 'optional' : 'none'

/** Steps 13 to 16. */
async function answer(
  context: PipelineContext,
  mounted: Mounted,
  exchange: Exchange,
  params: RawParams,
  admitted: Admitted,
): Promise<Response> {
  const { request } = exchange
  const { operation, decode } = mounted
  const reads = operation.method === 'GET' || operation.verb === 'read'
  // The Idempotency-Key of a key's request compares the bytes, so they are read whole.
  const isStreamed = operation.body === 'bytes' && operation.surface !== 'public'
  const idempotency_key = reads ? null : readIdempotencyKey(request, needOfKey(exchange, operation, admitted.caller))
  const stream = isStreamed ? streamBody(request, operation.body_bytes_max) : null
  const isRead = operation.method !== 'GET' && stream === null
  const bytes = isRead ? await readBody(request, operation.body_bytes_max) : null
  const claim = idempotency_key === null ? null : { idempotency_key, fingerprint: fingerprintOf(request, bytes!) }
  const input: Input = {
    ...admitted,
    request_id: exchange.request_id,
    region: context.settings.SERVICE_REGION,
    base_url: context.settings.BASE_URL,
    exportUrl: context.exportUrl,
    webhooks: context.webhooks,
    documents: context.documents,
    mail: context.mail,
    secrets: context.secrets,
    content_type: request.headers.get('content-type'),
    sql: context.db.of(admitted.caller.organization_id).reads,
  }
  // A stored response is replayed first, even if this request or its preparation would now be refused.
  let refusal: Refusal | null = null
  try {
    Object.assign(input, await decodeInput(decode, request, params, bytes, admitted.caller))
    if (operation.body === 'bytes') input.body = stream ?? readStream(bytes!)
    if (operation.prepare) input.prepared = await operation.prepare({ ...input, files: context.files } as never)
    // Read by now, or not at all: a transaction waits for no file.
    if (operation.body === 'bytes') input.body = null
  } catch (error) {
    if (claim === null || !(error instanceof Refusal) || error.code === 'account_mismatch') throw error
    refusal = error
  }
  if (reads) {
    const written = await runOperation(mounted, input)
    return respond(exchange, operation.status, await encode(written, admitted.caller.organization_id))
  }
  return write(context, mounted, exchange, input, claim, refusal)
}

/**
 * The text of the response, in pieces if it is large: its figures in US dollars are those of the connection or transaction
 * of the call.
 */
async function runOperation({ operation, writer, findFigures }: Mounted, input: Input): Promise<Written> {
  const result: unknown = await operation.run(input as never)
  const { organization_id } = input.caller
  const fill = dollarsFor(input.sql, organization_id)
  if (writer.isLarge(result)) return writer.writeInSlices(result, input, organization_id, fill)
  const figures: Money[] = []
  findFigures?.(result, figures)
  await fill(figures)
  return writer.write(result, input)
}

type Written = string | readonly string[] | null

/** Encodes pieces one by one: a text of many megabytes would be encoded at once as it is sent. */
async function encode(written: Written, owner: string): Promise<string | Uint8Array<ArrayBuffer> | null> {
  if (written === null || typeof written === 'string') return written
  const encoder = new TextEncoder()
  const pieces = await mapInSlices(written, (piece) => encoder.encode(piece), owner)
  const whole = Buffer.allocUnsafe(pieces.reduce((sum, { byteLength }) => sum + byteLength, 0))
  let at = 0
  const copy = (piece: Uint8Array) => {
    whole.set(piece, at)
    at += piece.byteLength
  }
  // Memory is first touched as it is written, which for many megabytes takes as long as the copy.
  await mapInSlices(pieces, copy, owner)
  return whole
}

async function write(
  context: PipelineContext,
  mounted: Mounted,
  exchange: Exchange,
  input: Input,
  claim: Claim | null,
  refusal: Refusal | null,
): Promise<Response> {
  const { operation } = mounted
  const run = async (sql: Sql) => {
    const { caller } = input
    const seen =
      claim &&
      (caller.kind === 'key'
        ? await claimKey(sql, caller, operation, claim)
        : await claimSessionKey(sql, caller, operation, claim, context.secrets))
    if (seen) return { ...seen, replayed: true }
    if (refusal) throw refusal
    const result = await runOperation(mounted, { ...input, sql })
    const text = typeof result === 'object' && result !== null ? result.join('') : result
    const remembered = { status: operation.status, text }
    if (claim && caller.kind === 'key') await rememberAnswer(sql, caller, operation, claim, remembered)
    else if (claim && caller.kind === 'session')
      await rememberSessionAnswer(sql, caller, operation, claim, remembered, context.secrets)
    return { status: operation.status as number, text, replayed: false }
  }
  const access = context.db.of(input.caller.organization_id)
  const written = await access.write(run, { deadline_ms: operation.transaction_seconds_max * 1_000 })
  if (written.replayed) exchange.headers['Idempotency-Replayed'] = 'true'
  return respond(exchange, written.status, written.text)
}

/** If the pipeline's own statement fails, nothing of the call itself was attempted. */
const beforeTheCall = (error: unknown): unknown =>
  error instanceof DatabaseUnavailable ? new DatabaseUnavailable('no', error.message, error.cause) : error

const asksToWrite = ({ request: { method }, operation }: Exchange): boolean =>
  method !== 'GET' && method !== 'HEAD' && operation?.verb !== 'read'

/** Maps an exception to a refusal; an undeclared one is a bug, logged in full and answered with 500. */
export function asRefusal(
  context: PipelineContext,
  mounted: Mounted | null,
  exchange: Exchange,
  error: unknown,
): Refusal {
  if (error instanceof Refusal && (mounted === null || mounted.declared.has(error.code))) return error
  if (error instanceof DatabaseUnavailable && error.attempted === 'unknown') {
    return new Refusal('POSTGRES_UNAVAILABLE', {
      desc: 'The service is briefly unavailable, and the write may or may not have been committed. Read the object back before resending, or resend with the same Idempotency-Key.',
    })
  }
  const isBusy = isBusyError(error)
  if (isBusy || isConnectionError(error)) {
    // Callers can only wait; a full disk or a stuck lock needs the operator.
    if (isBusy) context.logFault(exchange, error)
    const untouched = ' The write was not attempted; nothing changed, and the same Idempotency-Key may be resent.'
    const desc = `The service is briefly unavailable.${asksToWrite(exchange) ? untouched : ''}`
    return new Refusal('POSTGRES_UNAVAILABLE', { desc })
  }
  context.logFault(exchange, error)
  return new Refusal('internal_error')
}
