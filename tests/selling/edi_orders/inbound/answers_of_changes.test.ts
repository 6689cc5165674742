/** What the 865 says of a change that is taken or declined. */
import { expect, setDefaultTimeout, test } from 'bun:test'
import { write865 } from '../../../../server/edi/documents/change_acknowledgement_865.ts'
import { acceptAll, openEdiShop, order850 } from '../edi_shop.ts'

setDefaultTimeout(60_000)

const ordered = order850('PO-30', 'PO1*1*4*EA*25.00*PE*SK*771-S', 'PO1*2*3*EA*30.00*PE*SK*771-M')
const change = (header: readonly string[], ...lines: string[]): string[] => [
  '860',
  'BCH*04*SA*PO-30**2*20261101',
  ...header,
  ...lines,
  `CTT*${lines.filter((line) => line.startsWith('POC')).length}`,
]
const cancellation = ['860', 'BCH*01*SA*PO-30**3*20261101', 'CTT*0']

async function confirmed() {
  const shop = await openEdiShop()
  const order = await shop.drafted(...ordered)
  expect((await shop.act(order, 'confirm', acceptAll(order))).status).toBe(200)
  /** BCA02, and of each line its change (POC02) and its answer (ACK01). */
  const answered = async () => {
    const { segments } = write865((await shop.queued('865')).at(-1)!.record)
    return [
      segments.find(([tag]) => tag === 'BCA')![2],
      ...segments.filter(([tag]) => tag === 'POC' || tag === 'ACK').map(([tag, ...all]) => (tag === 'POC' ? all[1] : all[0])),
    ]
  } // prettier-ignore
  return { shop, order, answered }
}

test('a cancellation of a draft is accepted (AD), by an 860 and by an 850', async () => {
  for (const sent of [cancellation, ['850', 'BEG*01*SA*PO-30**20261101', 'CUR*BY*USD', 'CTT*0']]) {
    const shop = await openEdiShop()
    await shop.drafted(...ordered)
    expect((await shop.receive(sent))[0]!.state).toBe('processed')
    const [answer] = await shop.queued('865')
    expect(write865(answer!.record).segments[0]!.slice(0, 3)).toEqual(['BCA', '00', 'AD'])
  }
})

test('lines and orders that a change takes off are accepted, and a decline alone is a rejection', async () => {
  const one = await confirmed()
  await one.shop.receive(change([], 'POC*2*DI*0*0*EA*30.00*PE*SK*771-M'))
  expect((await one.shop.decide('860', 'take')).status).toBe(200)
  expect(await one.answered()).toEqual(['AD', 'DI', 'ID'])
  await one.shop.receive(cancellation)
  expect((await one.shop.decide('860', 'take')).status).toBe(200)
  expect(await one.answered()).toEqual(['AD', 'DI', 'ID', 'DI', 'ID'])
  const other = await confirmed()
  await other.shop.receive(cancellation)
  expect((await other.shop.decide('860', 'decline')).status).toBe(200)
  expect(await other.answered()).toEqual(['RD', 'DI', 'IR', 'DI', 'IR'])
})

test('a change of days alone is answered with all lines as unchanged (NC)', async () => {
  const { shop, answered } = await confirmed()
  await shop.receive(change(['DTM*038*20261220']))
  expect((await shop.decide('860', 'take')).status).toBe(200)
  expect(await answered()).toEqual(['AC', 'NC', 'IA', 'NC', 'IA'])
  const [type, beg, ...rest] = change(['DTM*038*20261224'])
  await shop.receive([type!, beg!.replace('**2*', '**3*'), ...rest])
  expect((await shop.decide('860', 'decline')).status).toBe(200)
  expect(await answered()).toEqual(['RD', 'NC', 'IR', 'NC', 'IR'])
})
