/** Reads of earlier moments are what they were, and every figure is what a recomputation from the revisions gives. */
import { expect, test } from 'bun:test'
import { randomOf } from '../../../db/demo/random.ts'
import { addDays, daysBetween } from '../../../server/calendar/days.ts'
import { type BookMerchant, bookMerchant, dataOf, type PastRevision, writeHistory } from './book.ts'

/** Every read of the book, without what is of the moment of the request alone. */
async function everyRead(merchant: BookMerchant, accounts: readonly string[], more: Record<string, string>) {
  const { tenant, ids } = merchant
  const season = { season_code: 'SS27', limit: '100', ...more }
  const { limit: _limit, ...wide } = season
  const reads: Record<string, unknown> = {}
  for (const read of ['summary', 'accounts', 'curve', 'firmness']) reads[read] = await dataOf(tenant, read, wide)
  reads.signals = await dataOf(tenant, 'signals', season)
  for (const product_id of Object.values(ids.products))
    reads[`style-lines ${product_id}`] = await dataOf(tenant, 'style-lines', { ...season, product_id })
  for (const trading_partner_id of accounts) {
    const query = { ...wide, trading_partner_id }
    reads[`styles ${trading_partner_id}`] = await dataOf(tenant, 'account-styles', query)
    reads[`sizes ${trading_partner_id}`] = await dataOf(tenant, 'account-size-curve', query)
    const { engine: _engine, ...anchor } = await dataOf(tenant, 'account-anchor', query)
    reads[`anchor ${trading_partner_id}`] = anchor
  }
  return reads
}

test('every read with as_of repeats what the read answered at that moment, over a random history', async () => {
  const merchant = await bookMerchant()
  const { tenant, account, record, commitment } = merchant
  const random = randomOf(27, 1)
  const accounts = [
    await account('Northgate', { cancellation_term: 'notice_period', cancellation_notice_days: 30 }),
    await account('Southgate', { cancellation_term: 'not_cancellable' }),
    await account('Eastgate'),
  ]
  const commitments = [await commitment('First', 'SS27'), await commitment('Second', 'SS27')]
  const skus = ['J-S', 'J-M', 'J-L', 'C-M', 'D-30', 'D-ONE']
  const lines = Array.from({ length: 24 }, (_, i) => ({
    trading_partner_id: accounts[i % 3]!,
    season_code: i < 18 ? 'SS27' : 'SS26',
    line_reference: `L-${i}`,
  }))
  const recorded = new Set<number>()
  const change = (i: number): object => {
    const window = { ship_window_start: addDays('2026-11-01', random.whole(0, 200)), ship_window_end: null }
    const changes = [
      { quantity: random.whole(1, 200) },
      { unit_price_cents: random.chance(0.1) ? null : random.whole(100, 9_000) },
      window,
      { held_by: random.pick(['account', 'merchant', null]) },
      { is_cancelled: random.chance(0.5) },
      { sku: random.pick(skus) },
      { verdict: random.pick(['accepted', null]) },
      { commitment_id: i < 18 ? random.pick([...commitments, null]) : null },
    ]
    if (recorded.has(i)) return random.pick(changes)
    recorded.add(i)
    return { sku: random.pick(skus), quantity: random.whole(1, 200), unit_price_cents: 1_000, ...window }
  }
  const { sql } = tenant.service.database
  const snapshots: { at: string; reads: object; narrow: object }[] = []
  const narrow = () => dataOf(tenant, 'summary', { season_code: 'SS27', commitment_id: commitments[0]! })
  for (let round = 0; round < 6; round++) {
    for (let write = 0; write < 4; write++) {
      const chosen = new Set(Array.from({ length: 5 }, () => random.whole(0, lines.length - 1)))
      const answer = await record([...chosen].map((i) => ({ ...lines[i]!, ...change(i) })))
      expect([answer.status, answer.status === 200 ? '' : answer.text]).toEqual([200, ''])
    }
    const [clock] = await sql`select to_char(now() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at`
    snapshots.push({ at: clock!.at, reads: await everyRead(merchant, accounts, {}), narrow: await narrow() })
  }
  for (const { at, reads, narrow: before } of snapshots) {
    expect(await everyRead(merchant, accounts, { as_of: at })).toEqual(reads as never)
    expect(await dataOf(tenant, 'summary', { season_code: 'SS27', commitment_id: commitments[0]!, as_of: at })).toEqual(
      before,
    )
  }
  const today = snapshots[0]!.at.slice(0, 10)
  expect(await everyRead(merchant, accounts, { as_of: today })).toEqual(await everyRead(merchant, accounts, {}))
}, 120_000)

const dollarsPerEuro = 1.1
const at = (day: string) => `${day}T12:00:00Z`

/** A history of two seasons over two years, with the state of each line after each revision. */
function randomHistory(merchant: BookMerchant, accounts: readonly { id: string; currency: string }[]): PastRevision[] {
  const random = randomOf(27, 2)
  const products = Object.values(merchant.ids.products)
  const made: PastRevision[] = []
  for (let i = 0; i < 60; i++) {
    const owner = random.pick(accounts)
    const isPrior = i % 3 === 0
    const first = isPrior ? '2025-07-01' : '2026-07-01'
    const start = isPrior ? '2026-02-01' : '2027-02-01'
    let day = addDays(first, random.whole(0, 100))
    let state: PastRevision = {
      line: `L-${i}`,
      account: owner.id,
      currency: owner.currency,
      season_code: isPrior ? 'SS26' : 'SS27',
      recorded_at: at(day),
      product_id: random.pick(products),
      size: random.pick(['S', 'M', 'L', null]),
      quantity: random.whole(10, 200),
      unit_price_cents: random.whole(500, 5_000),
      ship_window_start: random.chance(0.15) ? null : addDays(start, random.whole(0, 60)),
      held_by: null,
      is_cancelled: false,
      verdict: null,
    }
    made.push(state)
    for (let more = random.whole(0, 3); more > 0; more--) {
      day = addDays(day, random.whole(0, 20))
      state = {
        ...state,
        recorded_at: at(day),
        ...random.pick<Partial<PastRevision>>([
          { quantity: random.whole(1, 220) },
          { held_by: random.pick(['account', 'merchant', null] as const) },
          { is_cancelled: random.chance(0.6) },
          { ship_window_start: addDays(start, random.whole(0, 90)) },
          { product_id: random.pick(products) },
          { verdict: 'accepted' },
          { unit_price_cents: random.whole(500, 5_000) },
        ]),
      }
      made.push(state)
    }
  }
  return made
}

/** The last state of each line of a season at the end of a day. */
function bookAt(history: readonly PastRevision[], season_code: string, day: string): PastRevision[] {
  const last = new Map<string, PastRevision>()
  for (const one of history)
    if (one.season_code === season_code && one.recorded_at.slice(0, 10) <= day) last.set(one.line, one)
  return [...last.values()]
}
const live = (book: readonly PastRevision[]) => book.filter(({ is_cancelled }) => !is_cancelled)
const sum = (book: readonly PastRevision[]) => book.reduce((all, { quantity }) => all + quantity, 0)
const valueOf = (book: readonly PastRevision[]) => {
  const centsIn = (currency: string) =>
    book.reduce((all, one) => all + (one.currency === currency ? one.quantity * one.unit_price_cents! : 0), 0)
  return (centsIn('USD') + Math.round(centsIn('EUR') * dollarsPerEuro)) / 100
}
const firstOf = (book: readonly PastRevision[]) =>
  live(book)
    .flatMap(({ ship_window_start }) => ship_window_start ?? [])
    .toSorted()[0]!

/** The first day by which more than a twentieth of the dated units may ship. */
function startOf(book: readonly PastRevision[]): string {
  const dated = live(book).filter(({ ship_window_start }) => ship_window_start !== null)
  const days = dated.map(({ ship_window_start }) => ship_window_start!).toSorted()
  return days.find((day) => sum(dated.filter((one) => one.ship_window_start! <= day)) > sum(dated) / 20) ?? days[0]!
}

async function pastMerchant() {
  const merchant = await bookMerchant()
  const { tenant, account } = merchant
  const accounts = [
    {
      id: await account('Northgate', { cancellation_term: 'notice_period', cancellation_notice_days: 100 }),
      currency: 'USD',
    },
    { id: await account('Southgate', { cancellation_term: 'not_cancellable', currency: 'EUR' }), currency: 'EUR' },
    { id: await account('Eastgate', { cancellation_term: 'until_shipped' }), currency: 'USD' },
  ]
  const { sql } = tenant.service.database
  await sql`
    insert into exchange_rates (organization_id, currency, rate_date, organization_currency_per_unit)
    values (${tenant.organization_id}, 'EUR', '2025-01-01', ${dollarsPerEuro})`
  const history = randomHistory(merchant, accounts)
  await writeHistory(tenant, history)
  return { ...merchant, accounts, history }
}

const days = ['2026-07-20', '2026-09-01', '2026-10-15', '2026-11-21']

test('summary, accounts and firmness are what the revisions add up to on any day, next to the prior season', async () => {
  const { tenant, accounts, history } = await pastMerchant()
  for (const as_of of days) {
    const [book, whole] = [bookAt(history, 'SS27', as_of), bookAt(history, 'SS26', as_of)]
    const [start, prior_start] = [startOf(book), startOf(whole)]
    const prior_as_of = addDays(prior_start, -daysBetween(as_of, start))
    const prior = live(bookAt(history, 'SS26', prior_as_of))
    const booked = live(book)
    const isPrebook = ({ line }: PastRevision) =>
      history.find((one) => one.line === line)!.recorded_at.slice(0, 10) < start
    const summary = await dataOf(tenant, 'summary', { season_code: 'ss27', as_of })
    const predicted = (all: number, before: number, end: number) =>
      before > 0 ? Math.max(0, Math.round((all * (end - before)) / before)) : null
    expect(summary).toMatchObject({
      season_code: 'SS27',
      as_of,
      season_start: start,
      season_source: 'first_ship_window',
      lines: booked.length,
      lines_undated: booked.filter(({ ship_window_start }) => ship_window_start === null).length,
      booked_qty: sum(booked),
      booked_value_usd: valueOf(booked),
      held_qty: sum(booked.filter(({ held_by }) => held_by !== null)),
      cancelled_qty: sum(book.filter(({ is_cancelled }) => is_cancelled)),
      prebook_qty: sum(booked.filter(isPrebook)),
      prior: { booked_qty: sum(prior), booked_value_usd: valueOf(prior) },
      predicted_qty: predicted(sum(booked), sum(prior), sum(live(whole))),
      comparison: {
        prior_season_code: 'SS26',
        prior_season_start: prior_start,
        prior_as_of,
        basis: 'same_days_before_start',
      },
    })
    const compared = await dataOf(tenant, 'accounts', { season_code: 'SS27', as_of })
    const of = (book_: readonly PastRevision[], id: string) => book_.filter((one) => one.account === id)
    for (const { id } of accounts) {
      const row = compared.accounts.find((one: any) => one.trading_partner_id === id)
      expect(row).toMatchObject({
        booked_qty: sum(of(booked, id)),
        booked_value_usd: valueOf(of(booked, id)),
        prior: { booked_qty: sum(of(prior, id)), booked_value_usd: valueOf(of(prior, id)) },
        predicted_qty: predicted(sum(of(booked, id)), sum(of(prior, id)), sum(of(live(whole), id))),
      })
    }
    const firmness = await dataOf(tenant, 'firmness', { season_code: 'SS27', as_of })
    const held = booked.filter(({ held_by }) => held_by !== null)
    const firm = booked.filter(({ held_by, account, ship_window_start }) => {
      if (held_by !== null) return false
      if (account === accounts[1]!.id) return true
      return account === accounts[0]!.id && ship_window_start != null && addDays(ship_window_start, -100) < as_of
    })
    expect(firmness.total).toMatchObject({
      booked_qty: sum(booked),
      firm_qty: sum(firm),
      firm_value_usd: valueOf(firm),
      held_qty: sum(held),
      held_value_usd: valueOf(held),
      cancellable_qty: sum(booked) - sum(firm) - sum(held),
      walkable_qty: sum(booked) - sum(firm),
    })
    const added = (field: string) => firmness.accounts.reduce((all: number, one: any) => all + one[field], 0)
    expect([added('firm_qty'), added('held_qty')]).toEqual([sum(firm), sum(held)])
  }
}, 60_000)

test('each point of the curve is the book at the end of its day, as many days before the start as in the prior season', async () => {
  const { tenant, history } = await pastMerchant()
  for (const as_of of days) {
    const curve = await dataOf(tenant, 'curve', { season_code: 'SS27', as_of, step_days: '9' })
    const [start, prior_start] = [startOf(bookAt(history, 'SS27', as_of)), startOf(bookAt(history, 'SS26', as_of))]
    expect(curve.points.length).toBeGreaterThan(5)
    const firstDay = curve.points[0].days_before_start
    expect(firstDay % 9).toBe(0)
    expect(curve.points.some(({ date }: any) => date === as_of)).toBe(true)
    for (const point of curve.points) {
      const date = addDays(start, -point.days_before_start)
      const prior_date = addDays(prior_start, -point.days_before_start)
      const own = live(bookAt(history, 'SS27', date))
      const prior = live(bookAt(history, 'SS26', prior_date))
      expect(point).toEqual({
        days_before_start: point.days_before_start,
        date,
        booked_qty: date > as_of ? null : sum(own),
        booked_value_usd: date > as_of ? null : valueOf(own),
        prior_date,
        prior_booked_qty: prior_date > as_of ? null : sum(prior),
        prior_booked_value_usd: prior_date > as_of ? null : valueOf(prior),
      })
    }
  }
}, 60_000)

test('signals are the lines that changed within the window, are held or are unconfirmed, the largest value first', async () => {
  const { tenant, accounts, history } = await pastMerchant()
  const notice = (one: PastRevision) =>
    one.ship_window_start == null ? null : addDays(one.ship_window_start, one.account === accounts[0]!.id ? -100 : 0)
  for (const [as_of, since] of [
    ['2026-10-15', '2026-08-15'],
    ['2026-11-21', '2026-10-01'],
    ['2026-11-21', '2026-07-01'],
  ] as const) {
    const expected: [string, string, number, number][] = []
    for (const one of bookAt(history, 'SS27', as_of)) {
      const own = history.filter(({ line }) => line === one.line)
      const before = own.filter(({ recorded_at }) => recorded_at.slice(0, 10) < since).at(-1) ?? own[0]!
      const units = (state: PastRevision) => (state.is_cancelled ? 0 : state.quantity)
      const add = (kind: string, quantity: number, price: number) =>
        expected.push([one.line, kind, quantity, valueOf([{ ...one, quantity, unit_price_cents: price }])])
      if (units(before) > units(one)) add('cut', units(before) - units(one), before.unit_price_cents!)
      if (one.is_cancelled) continue
      if (before.ship_window_start != null && one.ship_window_start! > before.ship_window_start)
        add('moved', one.quantity, one.unit_price_cents!)
      if (one.held_by != null) add('held', one.quantity, one.unit_price_cents!)
      const due = notice(one)
      if (one.verdict == null && due !== null && due < as_of) add('unconfirmed', one.quantity, one.unit_price_cents!)
    }
    const query = { season_code: 'SS27', as_of, since }
    const { rows, filtered_max_size, totals } = await dataOf(tenant, 'signals', { ...query, limit: '100' })
    const found = rows.map((row: any) => [row.line_reference, row.kind, row.signal_qty, row.signal_value_usd])
    expect(found.toSorted()).toEqual(expected.toSorted() as never)
    expect(found.map((one: any) => one[3])).toEqual(expected.map((one) => one[3]).toSorted((a, b) => b - a))
    expect(filtered_max_size).toBe(expected.length)
    const cuts = expected.filter(([, kind]) => kind === 'cut')
    expect(totals.cut).toEqual({ lines: cuts.length, units: cuts.reduce((all, one) => all + one[2], 0) })
    const page = await dataOf(tenant, 'signals', { ...query, kind: 'cut', offset: '1', limit: '2' })
    expect(page.rows.every(({ kind }: any) => kind === 'cut')).toBe(true)
    expect([page.size, page.filtered_max_size]).toEqual([Math.max(0, Math.min(2, cuts.length - 1)), cuts.length])
  }
}, 60_000)

test('styles of an account and its size curve are what its revisions add up to', async () => {
  const { tenant, accounts, history, ids } = await pastMerchant()
  for (const as_of of days)
    for (const { id } of accounts) {
      const book = bookAt(history, 'SS27', as_of).filter(({ account }) => account === id)
      const booked = live(book)
      const start = startOf(book) ?? null
      const { styles, split } = await dataOf(tenant, 'account-styles', {
        trading_partner_id: id,
        season_code: 'SS27',
        as_of,
      })
      expect(split).toMatchObject({
        anchor: { season_start: start, source: start === null ? 'not_known' : 'first_ship_window' },
        lines_dated: booked.filter(({ ship_window_start }) => ship_window_start !== null).length,
      })
      for (const product_id of Object.values(ids.products)) {
        const own = booked.filter((one) => one.product_id === product_id)
        const style = styles.find((one: any) => one.product_id === product_id)
        if (book.every((one) => one.product_id !== product_id)) {
          expect(style).toBeUndefined()
          continue
        }
        expect(style).toMatchObject({
          booked_qty: sum(own),
          booked_value_usd: valueOf(own),
          held_qty: sum(own.filter(({ held_by }) => held_by !== null)),
          held_qty_from_account: sum(own.filter(({ held_by }) => held_by === 'account')),
          has_cancelled: book.some((one) => one.product_id === product_id && one.is_cancelled),
          first_ship_window_start: firstOf(own) ?? null,
        })
      }
      const sizes = await dataOf(tenant, 'account-size-curve', { trading_partner_id: id, season_code: 'SS27', as_of })
      const sized = booked.filter(({ size }) => size !== null)
      expect([sizes.units, sizes.lines, sizes.unsized_units]).toEqual([
        sum(sized),
        sized.length,
        sum(booked) - sum(sized),
      ])
      const shares = Object.entries(sizes.shares_bp as Record<string, number>)
      expect(shares.reduce((all, [, share]) => all + share, 0)).toBe(sized.length === 0 ? 0 : 10_000)
      for (const [size, share] of shares) {
        const exact = (sum(sized.filter((one) => one.size === size)) * 10_000) / sum(sized)
        expect(Math.abs(share - exact)).toBeLessThan(1)
      }
    }
}, 60_000)
