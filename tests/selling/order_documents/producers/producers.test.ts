/** Sixty papers of known content by other producers, in twelve layouts: no wrong line in a draft, and nearly all lines read. */
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { sized } from '../../../support/long.ts'
import { openPaperShop, openReader } from '../paper_shop.ts'
import { type Paper, paperOf } from '../papers.ts'
import { odsPaper, producers } from './layouts.ts'

setDefaultTimeout(sized(300_000, 900_000))

let reader: Awaited<ReturnType<typeof openReader>>
beforeAll(async () => {
  reader = await openReader()
})
afterAll(() => reader.stop())

/** Of every layout five are read in the long run, and two in the suite. */
const papersOfEach = sized(2, 5)
const readShareMin = 0.9

const keysOf = ({ lines }: Paper) => lines.map((line) => `${line.sku} ${line.quantity} ${line.price_cents}`).toSorted()

/** Units of one item for several stores are one line of the paper. */
function ordered(order: any): string[] {
  const groups = Map.groupBy(order.line_items as any[], ({ sku, unit_price }) => `${sku} ${unit_price?.cents ?? null}`)
  return [...groups.values()]
    .map(
      (lines) =>
        `${lines[0].sku} ${lines.reduce((sum, { quantity }) => sum + quantity, 0)} ${lines[0].unit_price?.cents ?? null}`,
    ) // prettier-ignore
    .toSorted()
}

test('no line of a draft is wrong, and nine of ten lines are read', async () => {
  const shop = await openPaperShop()
  const { sql } = shop.tenant.service.database
  await sql`
    insert into account_doors (organization_id, door_id, trading_partner_id, door_reference, name, kind, is_active)
    select ${shop.tenant.organization_id}, gen_random_uuid(), ${shop.account_id}, d, d, 'store', true
    from unnest(array['0101', '0102']) d`
  const results: { name: string; seed: number; state: string; lines: number; read: number; problems: unknown }[] = []
  let seed = 100
  for (const [name, { file_name, make }] of Object.entries(producers))
    for (let i = 0; i < papersOfEach; i++) {
      const paper = paperOf(++seed)
      const filed = await shop.filed(await make(paper), { file_name })
      await reader.settle()
      const { state, order, problems } = await shop.get(filed)
      const draft = state === 'read' ? await shop.order(order.order_id) : null
      if (draft !== null)
        expect([name, seed, draft.reference, ordered(draft)]).toEqual([name, seed, paper.reference, keysOf(paper)])
      const read = draft === null ? 0 : paper.lines.length
      results.push({ name, seed, state, lines: paper.lines.length, read, problems })
    }
  const [lines, read] = (['lines', 'read'] as const).map((field) => results.reduce((sum, one) => sum + one[field], 0))
  const refused = results.filter(({ state }) => state !== 'read')
  if (read! / lines! < readShareMin) expect(refused).toEqual([])
  // A layout that is never read would hide behind the others.
  expect(Object.keys(producers).filter((name) => results.every((one) => one.name !== name || one.read === 0))).toEqual([])
}) // prettier-ignore

test('a spreadsheet of a kind that is not read is refused as a whole, with the kinds that are', async () => {
  const shop = await openPaperShop()
  const filed = await shop.filed(odsPaper(paperOf(7)), { file_name: 'order.ods' })
  await reader.settle()
  const { state, problems, reading } = await shop.get(filed)
  expect([state, reading, problems.map(({ sentence }: any) => sentence)]).toEqual([
    'refused',
    null,
    ['The file is an OpenDocument spreadsheet (ODS), which is not read; save it as XLSX.'],
  ])
})
