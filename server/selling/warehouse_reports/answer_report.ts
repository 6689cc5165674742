/**
 * POST /callbacks/warehouses/{organization_id}/{connection_id}/shipments and …/counts: what a warehouse reports. The
 * signature of the raw body is the credential, checked before the body is parsed. Refusals, headers and logs are the
 * usual ones.
 */
import { createHash } from 'node:crypto'
import type { TSchema } from '@sinclair/typebox'
import type { Sql } from '../../contract/sql.ts'
import { success } from '../../contract/envelope.ts'
import { limits } from '../../contract/limits.ts'
import { counted } from '../../contract/outcome.ts'
import { refuse } from '../../contract/refusals.ts'
import { uuidPattern } from '../../contract/schema.ts'
import { respondTrouble } from '../../pipeline/answer_file.ts'
import { readBody } from '../../pipeline/body.ts'
import type { PipelineContext } from '../../pipeline/context.ts'
import { compileDecoder } from '../../pipeline/decode.ts'
import { beginExchange, type Exchange, respond } from '../../pipeline/exchange.ts'
import type { WriteContext } from '../../imports/record_diff.ts'
import { canonicalJson } from '../warehouse_requests/canonical.ts'
import { findReporting, onceEach, type ReportingConnection } from './connection.store.ts'
import { reportCount } from './report_count.ts'
import { type CountAnswer, CountReport, type ShipmentAnswer, ShipmentReport } from './report.model.ts'
import { reportShipment } from './report_shipment.ts'
import { isSignedBy } from './signature.ts'

const decoderOf = (body: TSchema) => compileDecoder({ params: undefined, query: undefined, body })

interface ReportKind<R extends { report_id: string }, A extends object> {
  kind: 'shipment' | 'count'
  decode: ReturnType<typeof decoderOf>
  run: (sql: Sql, context: WriteContext, connection: ReportingConnection, report: R) => Promise<A>
  desc: (answer: A) => string
}

const shipments: ReportKind<ShipmentReport, ShipmentAnswer> = {
  kind: 'shipment',
  decode: decoderOf(ShipmentReport),
  run: reportShipment,
  desc: ({ shipment, order_name, lifecycle }) =>
    shipment === null
      ? `Nothing of ${order_name} ships.`
      : `Shipment ${shipment.name} recorded; the order is ${lifecycle}.`,
}
const counts: ReportKind<CountReport, CountAnswer> = {
  kind: 'count',
  decode: decoderOf(CountReport),
  run: reportCount,
  desc: ({ name, counted_lines }) => `Stocktake ${name} posted with ${counted(counted_lines, 'counted line')}.`,
}
const kinds = { shipments, counts }
export type ReportPath = keyof typeof kinds
export const reportPaths = Object.keys(kinds) as ReportPath[]

export interface ReportParams {
  organization_id: string
  connection_id: string
}

/** One response for everything that is wrong with the connection or the signature, so that neither can be probed. */
async function admit(context: PipelineContext, request: Request, params: ReportParams, body: Uint8Array) {
  const { organization_id, connection_id } = params
  if (!uuidPattern.test(organization_id) || !uuidPattern.test(connection_id)) refuse('signature_invalid')
  const connection = await findReporting(context.db.autocommit, organization_id, connection_id)
  if (connection === null) return refuse('signature_invalid')
  const secret = context.secrets.decrypt(connection.encrypted_report_secret, connection.connection_id)
  const unix_seconds = Math.floor(Date.parse(connection.now) / 1_000)
  if (!isSignedBy(secret, request.headers.get('x-service-signature'), body, unix_seconds)) refuse('signature_invalid')
  return connection
}

async function record<R extends { report_id: string }, A extends object>(
  context: PipelineContext,
  exchange: Exchange,
  params: ReportParams,
  { kind, decode, run, desc }: ReportKind<R, A>,
): Promise<Response> {
  const { request } = exchange
  const body = await readBody(request, limits.body_bytes_max)
  const connection = await admit(context, request, params, body)
  const report = decode.body(body, request.headers.get('content-type')) as R
  const digest = createHash('sha256').update(canonicalJson(report)).digest('hex')
  const { organization_id, now, currency, time_zone, name } = connection
  const written = { organization_id, actor: `warehouse:${name}`, now, currency, time_zone }
  const { answer, is_repeated } = await context.db
    .of(organization_id)
    .write((sql) =>
      onceEach(sql, connection, { report_id: report.report_id, kind, digest }, () =>
        run(sql, written, connection, report),
      ),
    )
  if (is_repeated) exchange.headers['Idempotency-Replayed'] = 'true'
  return respond(exchange, 200, JSON.stringify(success(answer, desc(answer), 'sales', true)))
}

export async function answerReport(
  context: PipelineContext,
  request: Request,
  path: ReportPath,
  params: ReportParams,
  peer_address: string,
): Promise<Response> {
  const exchange = beginExchange(request, null, peer_address, context.settings)
  let response: Response
  try {
    response =
      path === 'shipments'
        ? await record(context, exchange, params, kinds.shipments)
        : await record(context, exchange, params, kinds.counts)
  } catch (error) {
    response = respondTrouble(context, exchange, error)
  }
  context.observe(exchange)
  return response
}
