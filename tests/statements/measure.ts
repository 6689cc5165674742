/** How many statements each request of daily work sends, and how often it waits for PostgreSQL. */
import { endProcess } from '../support/at_end.ts'
import { openDailyWork, type Work } from './daily_work.ts'
import { type SentStatement, sentWhile } from './sent_statements.ts'

export interface Measured {
  name: string
  statements: number
  /** How often statements are sent and waited for. */
  round_trips: number
  sent: SentStatement[]
}

/** Requests before the measured one fill what is remembered: keys, prepared statements, the shapes of answers. */
const warming = 2
/** Usage is written in batches some time after requests and belongs to none of them: what is least, twice, has none of it. */
const triesMax = 8

type Prepared = Awaited<ReturnType<Work['prepare']>>

async function sendOne(name: string, send: Prepared): Promise<void> {
  const answer = await send()
  if (answer.status >= 300) throw new Error(`${name}: ${answer.text}`)
}

async function measureOnce({ name, prepare }: Work): Promise<Measured> {
  const send = await prepare()
  const sent = await sentWhile(() => sendOne(name, send))
  return { name, statements: sent.length, round_trips: (sent.at(-1)?.group ?? -1) + 1, sent }
}

const isEqual = (one: Measured, other: Measured) =>
  one.statements === other.statements && one.round_trips === other.round_trips

async function measureLeast(work: Work): Promise<Measured> {
  let least = await measureOnce(work)
  for (let i = 1; i < triesMax; i++) {
    const next = await measureOnce(work)
    if (isEqual(next, least)) return least
    if (next.statements < least.statements || next.round_trips < least.round_trips) least = next
  }
  return least
}

export async function measureStatements(shown: (measured: Measured) => void = () => {}): Promise<Measured[]> {
  const all: Measured[] = []
  for (const work of await openDailyWork()) {
    for (let i = 0; i < warming; i++) await sendOne(work.name, await work.prepare())
    const least = await measureLeast(work)
    shown(least)
    all.push(least)
  }
  return all
}

const shortened = (text: string) => text.replaceAll(/\s+/g, ' ').trim().slice(0, 150)

/** A line for each request, with its statements where its name holds the text. */
export async function printStatements(matching: string, print: (line: string) => void): Promise<string[]> {
  print(
    `${'request'.padEnd(36)}${'statements'.padStart(12)}${'round trips'.padStart(13)}${'in the database'.padStart(17)}`,
  )
  await measureStatements(({ name, statements, round_trips, sent }) => {
    // Statements of a group are answered one after another; the last answer has them all.
    const took = [...Map.groupBy(sent, ({ group }) => group).values()]
      .map((group) => Math.max(...group.map(({ took_ms }) => took_ms)))
      .reduce((sum, ms) => sum + ms, 0)
    const figures = [statements, round_trips].map(String)
    print(
      `${name.padEnd(36)}${figures[0]!.padStart(12)}${figures[1]!.padStart(13)}${`${took.toFixed(1)} ms`.padStart(17)}`,
    )
    if (matching === '' || !name.includes(matching)) return
    for (const { group, text } of sent) print(`  ${String(group + 1).padStart(2)}  ${shortened(text)}`)
  })
  await endProcess()
  return []
}
