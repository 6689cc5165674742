/**
 * Reads payments from accounting systems: a kind of the queue (queue/kind.ts) whose jobs never end. Address and token are
 * read for each attempt. The cursor moves once every payment of a page is recorded or reported, so none is passed over.
 */
import type { Database } from '../../../../db/client/database.ts'
import { limits } from '../../../contract/limits.ts'
import type { PostingTools } from '../../../documents/channels/post_with_token.ts'
import { getAnswer, isDelivered } from '../../../http_client/post.ts'
import type { Caps, Kind } from '../../../queue/kind.ts'
import { startQueue, type Worker } from '../../../queue/worker.ts'
import {
  claimFeeds,
  type ClaimedFeed,
  findDueFeeds,
  finishFeeds,
  paymentFeedsChannel,
  readActiveConnection,
  type ReadOutcome,
} from './feeds.store.ts'
import { feedLimits } from './feed_limits.ts'
import { isMore, readPage } from './page.rules.ts'
import { takePayment } from './take_payment.ts'

interface Tools extends PostingTools {
  db: Database
}

/** A destination is one organisation's accounting system. */
const caps: Caps = { total: 16, organization: 1, destination: 1, organization_destination: 1, timed_out: 4 }

const failed = (fault: string): ReadOutcome => ({
  fault,
  is_timed_out: fault === 'timed_out',
  next: null,
  is_more: false,
})

const bytesMax = feedLimits.page_bytes_max

function addressOf({ url, cursor }: ClaimedFeed): string {
  const address = new URL(url)
  address.searchParams.set('limit', String(feedLimits.payments_per_page_max))
  if (cursor !== null) address.searchParams.set('after', cursor)
  return address.href
}

async function read({ db, secrets, rules }: Tools, feed: ClaimedFeed): Promise<ReadOutcome> {
  const connection = await readActiveConnection(db.autocommit, feed)
  if (connection === undefined) return failed('connection_deactivated')
  let token: string
  try {
    token = secrets.decrypt(connection.encrypted_token, feed.accounting_connection_id)
  } catch {
    return failed('secret_unreadable')
  }
  const answer = await getAnswer(
    {
      hook_url: addressOf(feed),
      headers: { Accept: 'application/json', Authorization: `Bearer ${token}` },
      answer_bytes_max: bytesMax,
    },
    rules,
  )
  const text = Buffer.from(answer.answer).toString('utf8')
  if (!isDelivered(answer)) return failed(answer.failure ?? `${answer.status} ${text}`.trim())
  if (answer.answer.byteLength >= bytesMax) return failed(`the response is larger than ${bytesMax} bytes`)
  const page = readPage(text)
  if (typeof page === 'string') return failed(page)
  const ledger = { organization_id: feed.organization_id, ledger: connection.name }
  for (const payment of page.payments) await takePayment(db, ledger, payment)
  return { fault: null, is_timed_out: false, next: page.next, is_more: isMore(page, feed.cursor) }
}

const feeds = (tools: Tools): Kind<ClaimedFeed, ReadOutcome> => ({
  name: 'accounting payments',
  channel: paymentFeedsChannel,
  caps,
  attempt_seconds_max: limits.outbound_timeout_seconds,
  findGroups: () => findDueFeeds(tools.db.autocommit),
  claim: (allotments) => claimFeeds(tools.db.autocommit, allotments),
  run: (feed) => read(tools, feed),
  failed: (reason) => failed(reason === 'timed_out' ? reason : reason.message),
  evaluate: ({ fault, is_timed_out }) => ({ is_done: fault === null, is_timed_out }),
  finish: (ended) => tools.db.write((sql) => finishFeeds(sql, ended)),
})

export const startPaymentFeeds = (db: Database, tools: PostingTools): Worker => startQueue(db, feeds({ db, ...tools }))
