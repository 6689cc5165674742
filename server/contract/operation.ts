/**
 * One operation is one declaration. `operation()` infers the schemas' types for `run` and returns a plain Operation,
 * so that the compiler's work does not grow with the number of registered operations.
 */
import type { TObject, TSchema } from '@sinclair/typebox'
import type { ByteStream, Caller, PrepareCall, SessionCaller, WriteCall } from './call.ts'
import type { EventName } from './events.ts'
import { limits } from './limits.ts'
import { usualSentence } from './outcome.ts'
import type { BadRequestCode, RefusalCode } from './refusals.ts'
import {
  capabilities,
  type Capability,
  type Resource,
  resources,
  type Scope,
  type SoldWith,
  type Verb,
} from './resources.ts'
import type { Role } from './resources.ts'
import type { Static } from './schema.ts'

export const methods = ['GET', 'POST', 'PATCH', 'PUT', 'DELETE'] as const
export type Method = (typeof methods)[number]
type Route = `${Method} /${string}`

type Decoded<S> = S extends TSchema ? Static<S> : Record<string, never>
type Body<S> = S extends TSchema ? Static<S> : S extends 'bytes' ? ByteStream : null
interface Input<P, Q, C extends Caller> {
  caller: C
  params: Decoded<P>
  query: Decoded<Q>
}
/** A body of bytes is read before the transaction, since a slow client would keep it open. */
type Preparing<P, Q, B> = PrepareCall & Input<P, Q, Caller> & { body: Body<B> }
type Running<P, Q, B, Prepared, C extends Caller> = WriteCall &
  Input<P, Q, C> & { body: B extends 'bytes' ? null : Body<B>; prepared: Prepared }

/** The request, for a `desc` that depends on it. */
interface RequestParts<P, B> {
  params: Decoded<P>
  body: Body<B>
}

export interface Declaration<
  R extends Route,
  P extends TObject | undefined,
  Q extends TObject | undefined,
  B extends TSchema | 'bytes' | undefined,
  A extends TSchema | undefined,
  Prepared,
  C extends Caller = Caller,
> {
  /** `<resource>.<verb>`, unique within the service. */
  id: `${Resource}.${string}`
  route: R
  /** Verb and noun, shown in the reference's menu. */
  summary: string
  /** What the operation does and returns; Markdown. */
  description: string
  params?: P
  query?: Q
  body?: B
  answer?: A
  /** `message.desc` of a success: a fixed sentence, or one computed from the result and the request. */
  desc?: string | ((answer: A extends TSchema ? Static<A> : undefined, request: RequestParts<P, B>) => string)
  service?: string
  refusals?: readonly RefusalCode[]
  /** When the operation answers `conflict`, as sentences for the document. */
  conflict?: string
  /** The code for a request that does not match the schemas, if not bad_request. */
  bad_request?: BadRequestCode
  emits?: readonly EventName[]
  status?: 201 | 204
  verb?: 'read'
  idempotency?: 'required'
  body_bytes_max?: number
  /** Media types of a body of bytes, if not application/octet-stream. */
  body_types?: readonly string[]
  /** JSON that may be sent instead of bytes, as application/json; the operation checks it. */
  body_instead?: TSchema
  /** Set for a write that needs longer than limits.transaction_seconds_max. */
  transaction_seconds_max?: number
  /** unwrapped: the result is at the top level instead of under data. */
  answers?: 'unwrapped'
  /** aggregate: the operation reads every account, so an account-bound key is refused. */
  account?: 'aggregate'
  capability?: Capability
  /** Work before the transaction, such as reading and storing files. It must write no rows: nothing rolls them back. */
  prepare?: (call: Preparing<P, Q, B>) => Promise<Prepared>
  run: (call: Running<P, Q, B, Prepared, C>) => Promise<A extends TSchema ? Static<A> : void>
}

/** A declaration with its defaults and derived facts filled in. */
export interface Operation {
  id: string
  surface: 'public' | 'session' | 'sign_in'
  resource: Resource | null
  method: Method
  /** With parameters in {braces}, as published. */
  path: string
  summary: string
  description: string
  /** `message.desc` of a success, computed from the result and the request; outcome.ts has the defaults. */
  desc: (answer: never, request: never) => string
  service: string
  params: TObject | undefined
  query: TObject | undefined
  body: TSchema | 'bytes' | undefined
  answer: TSchema | undefined
  refusals: readonly RefusalCode[]
  conflict: string | undefined
  bad_request: BadRequestCode
  emits: readonly EventName[]
  status: 200 | 201 | 204
  verb: Verb
  scope: Scope | null
  sold_with: SoldWith
  /** The capability and tier that plan_excludes states; null if the resource is in every plan. */
  gate: { capability: string; tier: SoldWith } | null
  idempotency: 'none' | 'optional' | 'required'
  body_bytes_max: number
  body_types: readonly string[]
  body_instead: TSchema | undefined
  transaction_seconds_max: number
  unwrapped: boolean
  /** The response has no envelope; only requests under /auth. */
  bare: boolean
  account: 'aggregate' | null
  prepare: ((call: never) => Promise<unknown>) | undefined
  run: (call: never) => Promise<unknown>
  /**
   * The least role that a session needs; user: a signed-in user without an organisation. Requests under /auth also have
   * no_token (sent without a token) and any_token (sent with a user token, with an API key or with neither).
   */
  session: Role | 'user' | 'no_token' | 'any_token'
  /** Whether `run` decides what members without the second factor that the organisation requires may do. */
  decides_two_factor: boolean
}

type AnyDeclaration = Declaration<
  Route,
  TObject | undefined,
  TObject | undefined,
  TSchema | 'bytes' | undefined,
  TSchema | undefined,
  unknown
>

function sentenceOf(
  { desc, answer }: Pick<AnyDeclaration, 'desc' | 'answer'>,
  method: Method,
  verb: Verb,
): Operation['desc'] {
  if (typeof desc === 'string') return () => desc
  return desc === undefined ? usualSentence(method, verb, answer) : (desc as unknown as Operation['desc'])
}

const leastRoleOf = (verb: Verb): Role => (verb === 'read' ? 'viewer' : 'member')

/** Derives the facts that do not depend on the surface of the operation. */
function derive(declaration: Omit<AnyDeclaration, 'id' | 'idempotency' | 'account' | 'capability'>) {
  const [method, path] = declaration.route.split(' ') as [Method, string]
  const verb: Verb = declaration.verb ?? (method === 'GET' ? 'read' : 'write')
  return {
    method,
    path,
    summary: declaration.summary,
    description: declaration.description,
    desc: sentenceOf(declaration, method, verb),
    params: declaration.params,
    query: declaration.query,
    body: declaration.body,
    answer: declaration.answer,
    refusals: declaration.refusals ?? [],
    conflict: declaration.conflict,
    bad_request: declaration.bad_request ?? 'bad_request',
    emits: declaration.emits ?? [],
    status: declaration.status ?? 200,
    verb,
    body_bytes_max: declaration.body_bytes_max ?? limits.body_bytes_max,
    body_types: declaration.body_types ?? ['application/octet-stream'],
    body_instead: declaration.body_instead,
    transaction_seconds_max: declaration.transaction_seconds_max ?? limits.transaction_seconds_max,
    unwrapped: declaration.answers === 'unwrapped',
    bare: false,
    prepare: declaration.prepare as Operation['prepare'],
    run: declaration.run as Operation['run'],
    session: leastRoleOf(verb),
    decides_two_factor: false,
  } satisfies Partial<Operation>
}

export function operation<
  const R extends Route,
  P extends TObject | undefined = undefined,
  Q extends TObject | undefined = undefined,
  B extends TSchema | 'bytes' | undefined = undefined,
  A extends TSchema | undefined = undefined,
  Prepared = undefined,
>(declaration: Declaration<R, P, Q, B, A, Prepared>): Operation {
  const { id, service, idempotency, account, capability } = declaration
  const derived = derive(declaration as unknown as AnyDeclaration)
  const resource = id.split('.')[0] as Resource
  const facts = resources[resource]
  const tier: SoldWith = capability ? capabilities[capability] : facts.sold_with
  return {
    ...derived,
    id,
    surface: 'public',
    resource,
    service: service ?? facts.service,
    scope: `${resource}:${derived.verb}`,
    sold_with: facts.sold_with,
    gate: tier === 'every_plan' ? null : { capability: capability ?? facts.capability, tier },
    idempotency: idempotency ?? (derived.method === 'GET' || declaration.verb === 'read' ? 'none' : 'optional'),
    account: account ?? null,
  }
}

/** Facts of operations that no API key can call: they have no resource, and so no scope and no plan gate. */
const withoutResource = {
  resource: null,
  scope: null,
  gate: null,
  sold_with: 'every_plan',
  idempotency: 'none',
  account: null,
} as const

/** An operation of the app: it requires a user session, and refuses API keys with not_public. */
export function sessionOperation<
  const R extends Route,
  P extends TObject | undefined = undefined,
  Q extends TObject | undefined = undefined,
  B extends TSchema | 'bytes' | undefined = undefined,
  A extends TSchema | undefined = undefined,
  Prepared = undefined,
>(
  declaration: Omit<
    Declaration<R, P, Q, B, A, Prepared, SessionCaller>,
    'id' | 'idempotency' | 'account' | 'capability'
  > & {
    id: `session.${string}`
    service: string
    /** The least role, if not viewer for a read and member for a write; user if no organisation is needed. */
    needs?: Operation['session']
    decides_two_factor?: true
  },
): Operation {
  const derived = derive(declaration as unknown as AnyDeclaration)
  return {
    ...derived,
    ...withoutResource,
    id: declaration.id,
    surface: 'session',
    service: declaration.service,
    session: declaration.needs ?? derived.session,
    decides_two_factor: declaration.decides_two_factor ?? false,
  }
}

/** A request under /auth, declared for the document; platform/sign_in/mount.ts handles it. */
export function signInOperation(
  declaration: Pick<
    AnyDeclaration,
    'route' | 'summary' | 'description' | 'desc' | 'body' | 'answer' | 'status' | 'refusals' | 'conflict'
  > & {
    id: `auth.${string}`
    needs: 'user' | 'no_token' | 'any_token'
    bare: boolean
  },
): Operation {
  const { id, needs, bare } = declaration
  return {
    ...derive({ ...declaration, run: async () => {} }),
    ...withoutResource,
    id,
    surface: 'sign_in',
    service: 'auth',
    verb: 'read',
    session: needs,
    bare,
  }
}
