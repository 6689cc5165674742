/** Files as large as they may be, and larger: they are read beside the requests, or refused whole with the limit. */
import { mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { limits } from '../../server/contract/limits.ts'
import type { PurchaseOrder850 } from '../../server/edi/documents/purchase_order_850.ts'
import type { EdiDocumentHandler } from '../../server/interchanges/handler.ts'
import { accountFolder } from '../../server/interchanges/transports/folder.ts'
import { testService } from '../support/service/service.ts'
import { advance, type EdiRig, interchangesPath, orderSet, type Shop, shop, startWorkers, written } from './rig.ts'

setDefaultTimeout(120_000)

const numbers: string[] = []
const orders: EdiDocumentHandler = {
  document_type: '850',
  handle: (_sql, _context, { record }) => {
    numbers.push((record as PurchaseOrder850).number)
    return Promise.resolve({ state: 'processed', sentence: 'Taken.' })
  },
}

let rig: EdiRig
beforeAll(async () => {
  rig = await startWorkers([orders])
})
afterAll(async () => {
  await rig.stop()
})

const send = ({ member }: Shop, text: string) =>
  member.post(`${interchangesPath}?file_name=po.edi`, undefined, {
    raw: Buffer.from(text, 'latin1'),
    headers: { 'Content-Type': 'application/edi-x12' },
  })

const stored = async ({ member }: Shop) =>
  (await member.get(`${interchangesPath}?direction=inbound`)).body.data.rows as any[]

/** The longest time for which this process, which serves the requests, did nothing else, as a share of the whole. */
async function shareBlocked(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now()
  let [longest, last] = [0, started]
  const timer = setInterval(() => {
    longest = Math.max(longest, performance.now() - last)
    last = performance.now()
  }, 1)
  await work()
  clearInterval(timer)
  return longest / (performance.now() - started)
}

const tooMany = 'has more than 1,000 interchanges; split it into several files'

test('a file has at most 1,000 interchanges: one of more is refused whole, with the limit, however it arrives', async () => {
  const merchant = await shop()
  const partner = await merchant.account('Meridian', { transport: 'folder' })
  const files = Array.from({ length: limits.edi_interchanges_per_file_max + 1 }, (_, i) =>
    written(merchant, partner, [orderSet(`A${i}`)]),
  )
  const refused = await send(merchant, files.join('\n'))
  expect([refused.status, refused.body.data.field, refused.body.data.rule]).toEqual([400, 'body', tooMany])
  expect(await stored(merchant)).toEqual([])

  const { DATA_DIR } = (await testService()).settings
  const { organization_id } = merchant.tenant
  const folder = accountFolder(DATA_DIR, { organization_id, trading_partner_id: partner.trading_partner_id })
  const put = (name: string, text: string) => {
    mkdirSync(join(folder, 'in'), { recursive: true })
    writeFileSync(join(folder, 'in', name), text, 'latin1')
    utimesSync(join(folder, 'in', name), Date.now() / 1_000 - 60, Date.now() / 1_000 - 60)
  }
  put('many.edi', files.join('\n'))
  put('large.edi', files[0]! + ' '.repeat(limits.edi_file_bytes_max))
  await rig.worker.settle()
  await advance(merchant, 4_000)
  await rig.worker.settle()
  expect((await stored(merchant)).map(({ state, sentence }) => [state, sentence]).toSorted()).toEqual([
    ['rejected', `The file ${tooMany}.`],
    ['rejected', 'The file has more than 10,485,760 bytes.'],
  ])
  expect(readdirSync(join(folder, 'done')).toSorted()).toEqual(['large.edi', 'many.edi'])
  expect((await merchant.exceptions()).map(({ kind, sentence }) => [kind, sentence]).toSorted()).toEqual([
    ['document_unreadable', 'An interchange in large.edi was rejected. The file has more than 10,485,760 bytes.'],
    ['document_unreadable', `An interchange in many.edi was rejected. The file ${tooMany}.`],
  ])

  const whole = await send(merchant, files.slice(1).join('\n'))
  expect([whole.status, whole.body.data.interchanges.length]).toEqual([201, 1_000])
})

test('large files are read beside the requests, also when nearly all of their segments are empty', async () => {
  const merchant = await shop()
  const partner = await merchant.account('Meridian')
  const fill = (piece: string) => piece.repeat(Math.floor((limits.edi_file_bytes_max - 10_000) / piece.length))
  const fillings: [string, string][] = [
    [fill('~'), 'The interchange has over 1,000,000 segments.'],
    [fill('N3*Some street 12*Second floor~'), 'Read: of the documents of Meridian, 1 rejected.'],
  ]
  for (const [filling, sentence] of fillings) {
    const text = written(merchant, partner, [orderSet('A1')])
    const trailer = text.lastIndexOf('GE*')
    const filled = text.slice(0, trailer) + filling + text.slice(trailer)
    let answer: any
    expect(await shareBlocked(async () => (answer = await send(merchant, filled)))).toBeLessThan(0.6)
    expect(answer.status).toBe(201)
    expect(await shareBlocked(() => rig.worker.settle())).toBeLessThan(0.6)
    expect((await stored(merchant))[0].sentence).toContain(sentence)
  }
})

test('an interchange larger than what is read at once is read in a thread, and its documents are the same', async () => {
  const merchant = await shop()
  const partner = await merchant.account('Meridian')
  const note = `MSG*${'x'.repeat(240)}`
  const names = Array.from({ length: 60 }, (_, i) => `LARGE-${i}`)
  const text = written(
    merchant,
    partner,
    names.map((name) => orderSet(name, ['N9*L1*NOTES', ...Array.from({ length: 5 }, () => note)])),
  )
  expect(text.length).toBeGreaterThan(65_536)
  expect((await send(merchant, text)).status).toBe(201)
  numbers.length = 0
  await rig.worker.settle()
  expect(numbers.filter((number) => number.startsWith('LARGE-')).toSorted()).toEqual(names.toSorted())
  expect((await stored(merchant))[0].sentence).toBe('Read: of the documents of Meridian, 60 processed.')
})
