/** Addresses as they are printed, in the elements of X12: what is not understood stays in the lines. */
import { expect, test } from 'bun:test'
import { addressOf } from '../../../server/selling/edi_orders/outbound/addresses.rules.ts'

const place = (text: string) => {
  const { lines, city, region, postal_code, country } = addressOf(text)!
  return [lines.join('|'), city, region, postal_code, country]
}

test('city, region, postal code and country are read in the forms that are known', () => {
  expect(place('1 Main St\nColumbus, OH 43215')).toEqual(['1 Main St', 'Columbus', 'OH', '43215', null])
  expect(place('1 Main St\nSuite 2\nColumbus, OH 43215-1234\nUnited States')).toEqual([
    '1 Main St|Suite 2',
    'Columbus',
    'OH',
    '43215-1234',
    'US',
  ])
  expect(place('9 King St\nToronto, ON M5V 2T6\nCA')).toEqual(['9 King St', 'Toronto', 'ON', 'M5V 2T6', 'CA'])
  expect(place('Rua 12\n4800-019 Guimarães\nPortugal')).toEqual(['Rua 12', 'Guimarães', null, '4800-019', 'PT'])
  expect(place('Weg 1\nD-20095 Hamburg\nGermany')).toEqual(['Weg 1', 'Hamburg', null, '20095', 'DE'])
  expect(place('Gracht 1\n1017 CT Amsterdam\nNetherlands')).toEqual(['Gracht 1', 'Amsterdam', null, '1017 CT', 'NL'])
})

test('a line that has no known form stays a line', () => {
  expect(place('12 High Street\nLeeds LS1 4AP\nUnited Kingdom')).toEqual([
    '12 High Street|Leeds LS1 4AP',
    null,
    null,
    null,
    'GB',
  ])
  expect(place('Portugal')).toEqual(['Portugal', null, null, null, null])
  expect(place('Dock 4\nAtlantis')).toEqual(['Dock 4|Atlantis', null, null, null, null])
})

test('no address, and more lines than X12 has, are none', () => {
  expect([addressOf(null), addressOf(' \n ')]).toEqual([null, null])
  expect(addressOf('a\nb\nc\nd')?.lines).toEqual(['a', 'b', 'c', 'd'])
  expect(addressOf('a\nb\nc\nd\ne')).toBeNull()
  expect(addressOf('a\nb\nc\nd\nColumbus, OH 43215\nUS')?.lines).toEqual(['a', 'b', 'c', 'd'])
})
