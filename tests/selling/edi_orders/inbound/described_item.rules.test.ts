/** Sizes and colours by which a line describes its item, by the rules alone. */
import { describe, expect, test } from 'bun:test'
import {
  type DescribedItem,
  describedOtherwise,
  describesOf,
} from '../../../../server/selling/edi_orders/described_item.rules.ts'

const item = (values: Record<string, string>, options: DescribedItem['options'] = []): DescribedItem => ({
  values,
  options,
})
const jumper = item({ Size: 'M', Colour: 'Navy' }, [
  { name: 'Size', values: ['M', '38', 'One-Size'] },
  { name: 'Colour', values: ['Navy', 'Red', 'R2'] },
])
const of = (pairs: string, about: DescribedItem | undefined = jumper) => {
  const other_ids = pairs.split(' ').map((pair) => ({ qualifier: pair.slice(0, 2), id: pair.slice(3) }))
  const { fault, doubts } = describedOtherwise({ other_ids }, about)
  return fault ?? (doubts.length > 0 ? doubts : null)
}
const size = (id: string, qualifier = 'SZ') => `the size ${id} (${qualifier}) is not that of the item, M`
const colour = (id: string, qualifier = 'BO') => `the colour ${id} (${qualifier}) is not that of the item, Navy`

test('only sizes and colours describe', () => {
  const other_ids = ['SZ', 'IZ', 'BO', 'VE', 'CL', 'ST', 'UP'].map((qualifier) => ({ qualifier, id: 'x' }))
  expect(describesOf({ other_ids }).map(({ qualifier }) => qualifier)).toEqual(['SZ', 'IZ', 'BO', 'VE', 'CL'])
})

describe('a line describes another item', () => {
  test('by a value that the product has for another variant, however it is written', () => {
    for (const [pair, says] of [
      ['SZ*38', size('38')],
      ['IZ*one_size', size('one_size', 'IZ')],
      ['BO*RED', colour('RED')],
      ['VE*r.2', colour('r.2', 'VE')],
      ['CL*Red', colour('Red', 'CL')],
    ])
      expect(of(pair!)).toBe(says!)
    expect(of('SZ*38 BO*RED')).toBe(`${size('38')}, and ${colour('RED')}`)
    expect(of('BO*GREEN SZ*38')).toBe(size('38'))
    const other_ids = [
      { qualifier: 'BO', id: 'GREEN' },
      { qualifier: 'SZ', id: '38' },
    ]
    expect(describedOtherwise({ other_ids }, jumper)).toEqual({ fault: size('38'), doubts: [colour('GREEN')] })
  })
  test('by another size in letters, whether the product has it or not', () => {
    for (const id of ['S', 'L', 'XL', 'xxs', '3XL', 'X-L']) expect(of(`SZ*${id}`)).toBe(size(id))
    expect(of('SZ*S', item({ Size: '38' }))).toBeNull()
    expect(of('SZ*XLT')).toBeNull()
    expect(of('SZ*TXL')).toBeNull()
    expect(of('BO*S', item({ Colour: 'M' }))).not.toBe('the colour S (BO) is not that of the item, M')
  })
})

test('a colour in other words is a doubt, and codes and short forms are none', () => {
  expect(of('BO*GREEN')).toEqual([colour('GREEN')])
  expect(of('BO*GREEN CL*Ivory')).toEqual([colour('GREEN'), colour('Ivory', 'CL')])
  for (const id of ['NVY', 'N', 'NAVY BLUE', '410', 'G12', '1GREEN', 'na-vy'])
    expect(of(`BO*${id.replace(' ', '_')}`)).toBeNull()
  expect(of('BO*YVN')).toEqual([colour('YVN')])
  expect(of('BO*NN')).toEqual([colour('NN')])
  expect(of('SZ*LONG')).toBeNull()
})

test('nothing is said of an item without the option, or whose options are not known', () => {
  expect([of('SZ*L', item({ Colour: 'Navy' })), of('BO*RED', item({ Size: 'M' })), of('SZ*L BO*RED', item({}))]).toEqual([null, null, null]) // prettier-ignore
  expect(describedOtherwise({ other_ids: [{ qualifier: 'SZ', id: 'L' }] }, undefined)).toEqual({ fault: null, doubts: [] }) // prettier-ignore
  for (const [name, pair] of [['Größe', 'SZ*L'], ['taille', 'SZ*L'], ['SIZES', 'SZ*L']]) expect(of(pair!, item({ [name!]: 'M' }))).toBe(size('L')) // prettier-ignore
  for (const name of ['Color', 'Farbe', 'colours', 'Couleur']) expect(of('BO*GREEN', item({ [name]: 'Navy' }))).toEqual([colour('GREEN')]) // prettier-ignore
  expect([of('SZ*L', item({ 'Bottle size': 'M' })), of('SZ*L', item({ 'Size of cup': 'M' }))]).toEqual([null, null])
  expect([of('BO*GREEN', item({ 'Colour of trim': 'Navy' })), of('BO*GREEN', item({ 'Trim colour': 'Navy' }))]).toEqual([null, null]) // prettier-ignore
  expect(of('SZ*L', item({ Size: 'M' }, [{ name: 'Colour', values: ['L'] }]))).toBe(size('L'))
  expect(of('SZ*38', item({ Size: 'M' }, [{ name: 'Waist', values: ['38'] }]))).toBeNull()
})
