/** Labels with several values, dates that cannot both be meant, and sections between lines. */
import { describe, expect, test } from 'bun:test'
import {
  contradictions,
  dateProblems,
} from '../../../../server/selling/order_documents/reading/contradictions.rules.ts'
import type { Cell, Problem, ReadRow } from '../../../../server/selling/order_documents/reading/reading.ts'
import { labelsIn } from '../../../../server/selling/order_documents/reading/labels.rules.ts'
import { sectionOf } from '../../../../server/selling/order_documents/reading/table/sections.rules.ts'

const cell = (text: string, at: string | null = null): Cell => ({
  text,
  confidence: 1,
  place: { page: null, box: null, cell: at },
})
const row = (...texts: (string | null)[]): ReadRow => texts.map((text) => (text === null ? null : cell(text)))
const sentences = (problems: Problem[]) => problems.map(({ code, line_number, sentence }) => `${code} ${line_number ?? '-'} ${sentence}`) // prettier-ignore

describe('labels of one meaning', () => {
  const found = (name: 'reference' | 'door_reference' | 'cancel_date', ...cells: Cell[]) =>
    sentences(contradictions({ found: cells.map((one) => ({ name, cell: one })) }, []))

  test('must have one value, whatever its letter case and spaces', () => {
    expect(found('door_reference', cell('DC  1'), cell('dc 1'))).toEqual([])
    expect(found('door_reference', cell('DC-1'))).toEqual([])
    expect(found('door_reference', cell('DC-1', 'B1'), cell('DC-2'))).toEqual([
      'columns_disagree - door_reference is stated as “DC-1” (B1) and “DC-2”.',
    ])
    expect(found('reference', cell('A'), cell('a'), cell('B'), cell('C'))).toEqual([
      'columns_disagree - reference is stated as “A” and “B” and “C”: the file has several orders, and each is filed by itself.',
    ])
    expect(found('reference', ...['1', '2', '3', '4', '5', '6'].map((text) => cell(text)))[0]).not.toContain('“6”')
    expect(found('reference', cell('1'.repeat(70)), cell('2'))[0]).toContain(`“${'1'.repeat(60)}” and`)
  })

  test('of dates must have one day, however they are written', () => {
    expect(found('cancel_date', cell('2027-01-10'), cell('10 Jan 2027'), cell('10.01.2027'))).toEqual([])
    expect(found('cancel_date', cell('2027-01-10'), cell('11.01.2027'))).toHaveLength(1)
    expect(found('cancel_date', cell('2027-01-10'), cell('10 Jan 2027'), cell('soon'))).toHaveLength(1)
    expect(found('reference', cell('2027-01-10'), cell('10 Jan 2027'))).toHaveLength(1)
  })
})

describe('dates', () => {
  const dated = (dates: object, lines: object[] = []) => {
    const all = lines.map((line, i) => ({ line_number: i + 1, requested_ship_date: null, cancel_date: null, ...line }))
    return sentences(dateProblems({ dates, lines: all as never }))
  }
  const [one, two, three] = ['2027-01-01', '2027-01-02', '2027-01-03']

  test('of one day, or in their order, are no problem', () => {
    expect(dated({ order_date: one, requested_ship_date: one, ship_window_start: one, ship_window_end: one, cancel_date: one })).toEqual([])
    expect(dated({ order_date: one, requested_ship_date: two, ship_window_start: one, ship_window_end: three, cancel_date: three })).toEqual([])
    expect([dated({}), dated({ cancel_date: one }), dated({ order_date: three })]).toEqual([[], [], []])
    expect(dated({ order_date: one, cancel_date: three }, [{ requested_ship_date: three }, { cancel_date: one }, {}])).toEqual([])
  })

  test('that cannot both be meant are named, with their field first', () => {
    expect(dated({ requested_ship_date: two, cancel_date: one })).toEqual([`date_unreadable - cancel_date ${one} is before the requested ship date ${two}.`])
    expect(dated({ ship_window_end: two, cancel_date: one })).toEqual([`date_unreadable - cancel_date ${one} is before the ship window ends on ${two}.`])
    const outside = (start: string, end: string) => `date_unreadable - requested_ship_date ${two} is outside the ship window from ${start} to ${end}.`
    expect(dated({ requested_ship_date: two, ship_window_start: three })).toEqual([outside(three, 'no day')])
    expect(dated({ requested_ship_date: two, ship_window_end: one })).toEqual([outside('no day', one)])
    for (const name of ['requested_ship_date', 'ship_window_end', 'cancel_date'])
      expect(dated({ order_date: two, [name]: one })).toEqual([`date_unreadable - ${name} ${one} is before the date of the order, ${two}.`])
  })

  test('of a line are compared with its own and those of the order', () => {
    expect(dated({}, [{ requested_ship_date: two, cancel_date: one }])).toEqual([`date_unreadable 1 Line 1: its cancel date ${one} is before its ship date ${two}.`])
    expect(dated({ cancel_date: one }, [{}, { requested_ship_date: two }])).toEqual([`date_unreadable 2 Line 2: its cancel date ${one} is before its ship date ${two}.`])
    expect(dated({ requested_ship_date: two }, [{ cancel_date: one }])).toHaveLength(1)
    expect(dated({ order_date: two }, [{ requested_ship_date: one }])).toEqual([`date_unreadable 1 Line 1: its ship date ${one} is before the date of the order, ${two}.`])
  })
}) // prettier-ignore

describe('a row between lines', () => {
  const section = (isPaper: boolean, ...texts: (string | null)[]) => {
    const found = sectionOf(row(...texts), isPaper)
    return found === null ? null : [...found].map(([column, { text }]) => `${column}=${text}`).join(' ')
  }

  test('is a section with a store or a date', () => {
    expect(section(false, 'Store 0101', null)).toBe('door=0101')
    expect(section(false, null, 'Filiale Nr. 12:')).toBe('door=12')
    expect(section(false, 'Store: 0101')).toBe('door=0101')
    expect(section(false, 'Store', '0101')).toBe('door=0101')
    expect([section(false, 'Store 0101 –'), section(false, 'Store 0101::'), section(false, 'Store 01-02')]).toEqual(['door=0101', 'door=0101', 'door=01-02'])
    expect(section(false, 'Delivery 15.01.2027')).toBe('ship_date=15.01.2027')
    expect(section(false, 'Delivery date', '2027-01-15')).toBe('ship_date=2027-01-15')
    expect(section(false, 'Cancel date: 2027-02-15')).toBe('cancel_date=2027-02-15')
    expect(section(true, 'Store', null, '0101')).toBe('door=0101')
    expect(section(true, 'Delivery', 'date:', '15', 'Jan')).toBe('ship_date=15 Jan')
  })

  test('is none where it says something else, or more', () => {
    for (const texts of [['Ladies'], ['0101'], ['12345'], ['PO Number: 7'], ['Store 0101', '5'], ['Store 0101', '5', '24.00'], ['Store: 1', 'x'], ['Cancel date'], [null], ['Store: 1', 'PO Number: 7'], ['Store 1 and 2'], ['Ship window: mid season', 'Store: 1']])
      expect([texts, section(false, ...texts)]).toEqual([texts, null])
    expect(section(true, 'Store', '0101', 'a', 'b', 'c')).toBeNull()
  })
}) // prettier-ignore

describe('labels', () => {
  const at = (text: string, place: string): Cell => cell(text, place)
  const values = (...rows: ReadRow[]) => labelsIn(rows).found.map(({ name, cell: { text } }) => `${name}=${text}`)
  const heads = [at('Order No', 'A1'), at('Order Date', 'B1'), at('Currency', 'C1')]

  test('that stand beside each other have their values below', () => {
    expect(values(heads, [at('4711', 'A2'), at('2026-11-20', 'B2'), at('USD', 'C2')])).toEqual(['reference=4711', 'order_date=2026-11-20', 'currency=USD'])
    expect(values(heads, [at('4711', 'A3'), at('USD', 'C3')])).toEqual([])
    expect(values([at('Cancel date', 'A1')], [at('Currency: USD', 'A2')])).toEqual(['currency=USD'])
    expect(values([at('Ship to', 'A1'), at('Bill to', 'B1')], [at('DC-1', 'A2'), at('HQ', 'B2')])).toEqual(['door_reference=DC-1'])
    expect(values([at('Store', 'Other!A1')], [at('0101', 'A2')])).toEqual([])
  })

  test('of a page have them right below, at the same edge', () => {
    const onPage = (text: string, left: number, top: number, page = 1): Cell => ({ text, confidence: 1, place: { page, box: { left, top, width: 0.1, height: 0.01 }, cell: null } })
    const two = (below: Cell) => values([onPage('Ship to', 0.1, 0.1), onPage('Bill to', 0.5, 0.1)], [below])
    expect(two(onPage('DC-1', 0.11, 0.13))).toEqual(['door_reference=DC-1'])
    for (const far of [onPage('DC-1', 0.2, 0.13), onPage('DC-1', 0.1, 0.2), onPage('DC-1', 0.1, 0.05), onPage('DC-1', 0.1, 0.13, 2)]) expect(two(far)).toEqual([])
    const { unread, used } = labelsIn([[onPage('Ship to', 0.1, 0.1)]])
    expect([unread.length, used.size]).toEqual([1, 1])
    expect(labelsIn([[onPage('Currency', 0.1, 0.1)]]).unread).toEqual([])
    expect(labelsIn([row('Ship to')]).unread).toEqual([])
    expect(labelsIn([row('Ship window: mid season')]).unread).toHaveLength(1)
  })
}) // prettier-ignore
