/** Requests to ship an order follow what the order holds. */
import { uuidv7 } from 'uuidv7'
import { refuse } from '../../contract/refusals.ts'
import type { Sql } from '../../contract/sql.ts'
import type { WriteContext } from '../../imports/record_diff.ts'
import type { LockedOrder } from '../orders/locked_order.store.ts'
import { calledOff, contentOf, isSame } from './request.rules.ts'
import {
  type FulfilmentConnection,
  insertRequest,
  type OpenRequest,
  readConnection,
  readTexts,
  requeueRequest,
  wakeRequests,
} from './requests.store.ts'

/** Asks the warehouse at the location of the order for every unit that it holds; sends nothing that it already has. */
export async function requestHeld(
  sql: Sql,
  context: WriteContext,
  open: readonly OpenRequest[],
  order: LockedOrder,
  { connection_id, location_name }: FulfilmentConnection,
): Promise<void> {
  const texts = await readTexts(sql, context.organization_id, order)
  const content = contentOf(order, { ...texts, location_name })
  const last = open.find(({ location_id }) => location_id === order.location_id)
  if (last === undefined) {
    await insertRequest(sql, context, connection_id, { ...content, request_id: uuidv7(), revision: 1 })
    return
  }
  const { request_id } = last
  const isKnown = last.connection_id === connection_id && isSame(last.message, content)
  const revision = isKnown ? last.revision : last.revision + 1
  if (!isKnown || last.state === 'failed')
    await requeueRequest(sql, context, connection_id, { ...content, request_id, revision }, 'queued')
}

/** Tells the warehouse to stop. A message that was never tried is withdrawn instead. */
export const callOff = (
  sql: Sql,
  context: Pick<WriteContext, 'organization_id' | 'now'>,
  { connection_id, message, attempts }: OpenRequest,
) => requeueRequest(sql, context, connection_id, calledOff(message), attempts === 0 ? 'withdrawn' : 'queued')

const cannotBeTold = (order: LockedOrder, { request_id }: OpenRequest): never =>
  refuse('conflict', {
    desc: `A warehouse was asked to ship ${order.name} (request ${request_id}), and has no connection any more that could tell it of a change. Connect it again, or cancel the order.`,
    data: { act: 'release', request_id },
  })

/**
 * After a change of an order whose requests are open: the warehouse gets the next revision with what the order holds now.
 * One at a location that the order left, or of an order that is on hold or holds nothing, is told to stop; the one at the new location is
 * asked to ship, if it takes requests. A change that cannot be sent, because the warehouse has no connection any more, is refused.
 * A fact, such as a shipment, is not: the request is called off, and an exception says that the warehouse could not be told.
 */
export async function requestAgain(
  sql: Sql,
  context: WriteContext,
  open: readonly OpenRequest[],
  order: LockedOrder,
  { isFact = false } = {},
): Promise<void> {
  if (open.length === 0) return
  const holds = order.hold === null && order.lines.some(({ allocated_quantity }) => allocated_quantity > 0)
  const connection = holds ? await readConnection(sql, context.organization_id, order.location_id!) : null
  const takesRequests = connection !== null && connection.fulfilment_url !== null
  for (const request of open) {
    const isHere = request.location_id === order.location_id
    if (isHere && holds && !takesRequests && !isFact) cannotBeTold(order, request)
    if (!isHere || !takesRequests) await callOff(sql, context, request)
  }
  if (takesRequests) await requestHeld(sql, context, open, order, connection)
  await wakeRequests(sql)
}
