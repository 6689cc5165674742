import { uuidv7 } from 'uuidv7'
import { dayInTimeZone } from '../../../calendar/time_zone.ts'
import { checkAmounts } from '../../../contract/amounts.ts'
import type { Caller } from '../../../contract/call.ts'
import { limits } from '../../../contract/limits.ts'
import { counted } from '../../../contract/outcome.ts'
import { exampleId } from '../../../contract/openapi/example_ids.ts'
import { operation } from '../../../contract/operation.ts'
import { refuse, refuseField } from '../../../contract/refusals.ts'
import { Count, OpenChoice, OwnId, Shape, Text, Type } from '../../../contract/schema.ts'
import { actorOf } from '../../../ledger/actor.ts'
import { keyOf } from './line_keys.rules.ts'
import { BookedLine } from './lines.model.ts'
import {
  type BookingAccount,
  lockAccounts,
  type NewRevision,
  readReferences,
  readStanding,
  type StandingLine,
  writeRevisions,
} from './lines.store.ts'
import { isSameState, type Recording, stateOf } from './new_revisions.rules.ts'
import { qty } from '../model.ts'
import { seasonCodeOf } from '../season.rules.ts'

const outcomes = ['recorded', 'revised', 'unchanged'] as const

interface Submitted {
  line: BookedLine
  at: string
  key: { trading_partner_id: string; season_code: string; line_reference: string }
}

/** A key that is bound to an account may name no other one on any line. */
function checkBound({ account }: Caller, lines: readonly Submitted[]): void {
  if (account === null) return
  for (const { key } of lines)
    if (key.trading_partner_id !== account.trading_partner_id)
      refuse('account_mismatch', {
        desc: `This key is bound to the account ${account.name} and cannot name the account ${key.trading_partner_id}.`,
      })
}

function submittedOf(lines: readonly BookedLine[]): Submitted[] {
  const seen = new Set<string>()
  return lines.map((line, i) => {
    const key = {
      trading_partner_id: line.trading_partner_id.toLowerCase(),
      season_code: seasonCodeOf(line.season_code),
      line_reference: line.line_reference.trim(),
    }
    const at = `lines[${i}]`
    const text = keyOf(key.trading_partner_id, key.season_code, key.line_reference)
    if (seen.has(text)) refuseField(`${at}.line_reference`, 'repeats a line of the request')
    seen.add(text)
    return { line, at, key }
  })
}

function accountOf(accounts: ReadonlyMap<string, BookingAccount>, { key, at }: Submitted): BookingAccount {
  const account = accounts.get(key.trading_partner_id)
  if (account === undefined)
    return refuseField(`${at}.trading_partner_id`, 'must be a trading account of this organisation')
  if (account.archived_at !== null) refuseField(`${at}.trading_partner_id`, 'is an archived account')
  return account
}

/** The currency of a line is that of its account when it was first recorded. */
function currencyOf({ line, at }: Submitted, account: BookingAccount, recordedLine: StandingLine | null): string {
  const currency = recordedLine?.currency ?? account.currency
  if (line.currency !== undefined && line.currency !== currency)
    refuseField(`${at}.currency`, recordedLine === null ? 'must be the currency of the account' : 'cannot be changed', [
      currency,
    ])
  return currency
}

const Recorded = Shape(
  {
    book_line_id: OwnId('The line.'),
    trading_partner_id: OwnId('The account.'),
    season_code: Text('Code of the season, in capital letters.', { examples: ['SS27'] }),
    line_reference: Text('Reference of the line.', { examples: ['NG-SS27-014'] }),
    revision: Count('Number of its last revision, from 1.', { examples: [1] }),
    outcome: OpenChoice(outcomes, 'Outcome of the line.'),
  },
  { $id: 'RecordedBooking' },
)

export const recordLines = operation({
  id: 'order_book.record_lines',
  route: 'POST /api/v1/order-book/lines',
  summary: 'Record bookings',
  desc: ({ recorded, revised, unchanged }) =>
    `${counted(recorded, 'line')} recorded, ${revised.toLocaleString('en-US')} revised, ${unchanged.toLocaleString('en-US')} unchanged.`,
  description: `Records lines that a person took from accounts, at most ${limits.order_book_lines_max.toLocaleString('en-US')} in a request; all of them are recorded, or none. Account, season and \`line_reference\` identify a line. A line that is recorded already gets a new revision: fields that are left out keep their value, null clears them, and \`is_cancelled\` cancels or reinstates it. A line that states nothing new is \`unchanged\`, so a request can be sent again. Revisions are never changed or deleted, so that reads with \`as_of\` show the book as it was known. A new line needs \`quantity\` and one of \`variant_id\`, \`sku\` and \`product_id\`. An account, item, door, commitment or order line that this organisation does not have refuses the whole request.`,
  body: Type.Object(
    {
      lines: Type.Array(BookedLine, {
        minItems: 1,
        maxItems: limits.order_book_lines_max,
        description: 'The lines to record.',
      }),
    },
    {
      additionalProperties: false,
      examples: [
        {
          lines: [
            {
              trading_partner_id: exampleId('trading_partner_id'),
              season_code: 'SS27',
              line_reference: 'NG-SS27-014',
              variant_id: exampleId('variant_id'),
              quantity: 120,
              unit_price_cents: 4_000,
              ship_window_start: '2027-02-01',
              ship_window_end: '2027-02-28',
            },
          ],
        },
      ],
    },
  ),
  answer: Shape({
    recorded: qty('New lines.', 1),
    revised: qty('Lines that got a new revision.', 0),
    unchanged: qty('Lines that stated nothing new.', 0),
    lines: Type.Array(Recorded, { description: 'The lines, in the order of the request.' }),
  }),
  refusals: ['account_mismatch'],
  async run({ sql, caller, body, now }) {
    const { organization_id } = caller
    const submitted = submittedOf(body.lines)
    checkBound(caller, submitted)
    const ids = [...new Set(submitted.map(({ key }) => key.trading_partner_id))]
    const accounts = new Map(
      (await lockAccounts(sql, organization_id, ids)).map((account) => [account.trading_partner_id, account]),
    )
    for (const one of submitted) accountOf(accounts, one)
    const [lines, references] = await Promise.all([
      readStanding(
        sql,
        organization_id,
        submitted.map(({ key }) => key),
      ),
      readReferences(sql, organization_id, ids, body.lines),
    ])
    const recordedLines = new Map(
      lines.map((one) => [keyOf(one.trading_partner_id, one.season_code, one.line_reference), one]),
    )
    const recording: Recording = {
      now,
      actor: actorOf(caller),
      name: caller.kind === 'key' ? caller.label : caller.user_name,
    }
    const today = dayInTimeZone(caller.time_zone, now)
    const revisions = submitted.map((one) => {
      const { key } = one
      const before = recordedLines.get(keyOf(key.trading_partner_id, key.season_code, key.line_reference)) ?? null
      return revisionOf(one, before, accountOf(accounts, one), { references, recording, today })
    })
    checkOrderLines(revisions.map(({ revision }) => revision))
    await writeRevisions(
      sql,
      { organization_id, now, actor: recording.actor },
      revisions.flatMap(({ outcome, revision }) => (outcome === 'unchanged' ? [] : revision)),
    )
    const count = (outcome: string) => revisions.filter((one) => one.outcome === outcome).length
    return {
      recorded: count('recorded'),
      revised: count('revised'),
      unchanged: count('unchanged'),
      lines: revisions.map(({ outcome, revision: { book_line_id, revision, ...rest } }) => ({
        book_line_id,
        trading_partner_id: rest.trading_partner_id,
        season_code: rest.season_code,
        line_reference: rest.line_reference,
        revision,
        outcome,
      })),
    }
  },
})

/** Two lines of a request may not name one order line. */
function checkOrderLines(revisions: readonly NewRevision[]): void {
  const seen = new Set<string>()
  revisions.forEach(({ order_line_id }, i) => {
    if (order_line_id !== null && seen.has(order_line_id))
      refuseField(`lines[${i}].order_line_item_id`, 'is the order line of another booking')
    if (order_line_id !== null) seen.add(order_line_id)
  })
}

interface Facts {
  references: Awaited<ReturnType<typeof readReferences>>
  recording: Recording
  today: string
}

function revisionOf(
  submitted: Submitted,
  before: StandingLine | null,
  account: BookingAccount,
  { references, recording, today }: Facts,
): { outcome: (typeof outcomes)[number]; revision: NewRevision } {
  const { line, at, key } = submitted
  const currency = currencyOf(submitted, account, before)
  checkAmounts(currency, { [`${at}.unit_price_cents`]: line.unit_price_cents })
  const owner = { ...key, book_line_id: before?.book_line_id ?? null }
  const state = stateOf(line, before, owner, references, recording, at)
  const head = { ...key, currency, booked_on: before?.booked_on ?? today }
  if (before === null)
    return {
      outcome: 'recorded',
      revision: { ...head, ...state, book_line_id: uuidv7(), revision: 1 },
    }
  const isSame = isSameState(state, before)
  return {
    outcome: isSame ? 'unchanged' : 'revised',
    revision: {
      ...head,
      ...state,
      book_line_id: before.book_line_id,
      revision: before.revision + (isSame ? 0 : 1),
    },
  }
}
