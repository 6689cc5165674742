import { uuidv7 } from 'uuidv7'
import { dayInTimeZone } from '../../../calendar/time_zone.ts'
import type { SessionCaller, Sql } from '../../../contract/call.ts'
import { limits } from '../../../contract/limits.ts'
import { sessionOperation } from '../../../contract/operation.ts'
import { refuse, refuseField } from '../../../contract/refusals.ts'
import { CalendarDate, Line, notBlank, Nullable, Shape, Type } from '../../../contract/schema.ts'
import { SalesChannelPath } from '../../channels/model.ts'
import { lockSalesChannel } from '../../channels/store.ts'
import { ChannelCoverage, publishedCoverage, service } from './coverage.model.ts'
import type { RecordedChannel } from './coverage.rules.ts'
import { readRecordedChannels } from './coverage.store.ts'

interface Statement {
  recorded_through: string | null
  note: string | null
}

function checkStatement({ source, last_day, sales_channel }: RecordedChannel, through: string | null, today: string) {
  if (through === null) return
  if (source === 'live')
    refuse('conflict', { desc: `The orders of ${sales_channel} come in as they are placed: it is recorded to now.` })
  if (through > today) refuseField('recorded_through', 'must not be after today', [`at most ${today}`])
  if (last_day !== null && through < last_day)
    refuseField('recorded_through', 'must not be before the newest day with recorded sales', [`at least ${last_day}`])
}

async function state(
  sql: Sql,
  { organization_id, user_name }: SessionCaller,
  { sales_channel_id, stated_through, note }: RecordedChannel,
  next: Statement,
  now: string,
): Promise<void> {
  if (stated_through === next.recorded_through && note === next.note) return
  await sql`
    insert into sales_recorded_through (organization_id, sales_channel_id, statement_id, recorded_through, note,
      stated_by, stated_at)
    values (${organization_id}, ${sales_channel_id}, ${uuidv7()}, ${next.recorded_through}, ${next.note},
      ${user_name}, ${now})`
}

export const stateRecordedThrough = sessionOperation({
  id: 'session.state_recorded_through',
  route: 'PUT /api/v1/sales-channels/{sales_channel_id}/recorded-through',
  summary: 'State how far a channel is recorded',
  desc: ({ sales_channel, recorded_through }) =>
    recorded_through === null
      ? `Nothing is recorded of ${sales_channel}.`
      : `${sales_channel} is recorded through ${recorded_through}.`,
  description:
    'States that the imported sales of a channel are complete up to a day, such as after days on which the shop was closed: days without sales up to it are zero, and figures no longer end at the newest day of the import. A later import goes beyond it by itself. null withdraws the statement. Each statement is kept with its author and time; the newest is in force, and stating it again adds none. Fails with `conflict` if the orders of the channel come in as they are placed, as it is recorded to now.',
  service,
  params: SalesChannelPath,
  body: Shape(
    {
      recorded_through: Nullable(
        CalendarDate('Last day that is complete; not before the newest day with recorded sales, and not after today.', {
          examples: ['2026-11-26'],
        }),
      ),
      note: Type.Optional(
        Line('Note on the statement, shown with it.', {
          maxLength: limits.commitment_note_length_max,
          ...notBlank,
          examples: ['Closed from the 23rd to the 26th'],
        }),
      ),
    },
    { examples: [{ recorded_through: '2026-11-26', note: 'Closed from the 23rd to the 26th' }] },
  ),
  answer: ChannelCoverage,
  refusals: ['not_found', 'conflict'],
  conflict: 'The orders of the channel come in as they are placed.',
  async run({ sql, caller, params: { sales_channel_id }, body, now }) {
    const { organization_id, time_zone } = caller
    await lockSalesChannel(sql, organization_id, sales_channel_id)
    const today = dayInTimeZone(time_zone, now)
    const read = async () => (await readRecordedChannels(sql, organization_id, [sales_channel_id]))[0]!
    const channel = await read()
    checkStatement(channel, body.recorded_through, today)
    const next = { recorded_through: body.recorded_through, note: body.note?.trim() ?? null }
    await state(sql, caller, channel, next, now)
    return publishedCoverage(await read(), today)
  },
})
