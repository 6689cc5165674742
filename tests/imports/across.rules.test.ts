/** Which columns hold one value each for a size, a store or a week, and their cells. */
import { describe, expect, test } from 'bun:test'
import {
  cellsAcross,
  daysAcross,
  isSeveral,
  namesPlace,
  placesAcross,
  sizesAcross,
  turnedHeaders,
  turnedRows,
} from '../../server/imports/reading/across.rules.ts'

describe('a store', () => {
  test('is known by its number, with any word for a place before it', () => {
    const headers = ['Store 0101', 'Shop #12', 'DC: 9001', 'Loc no. 7', 'Filiale Nr 3', 'magasin n° 4', ' Door A1 ', 'Warehouse.5']
    expect(placesAcross(headers)).toEqual(['0101', '12', '9001', '7', '3', '4', 'A1', '5'])
    expect(placesAcross(['Boutique 2', 'Lager 1', 'Branch 8', 'Outlet 9', 'Location 10'])).toEqual(['2', '1', '8', '9', '10'])
    expect(placesAcross(['Store 0101 Berlin'])).toEqual(['0101 Berlin'])
  })

  test('is none without a number, or with a word before it', () => {
    const headers = ['Store', 'Store name', 'Store city', 'Shop margin', 'Location zone', 'My store 5', 'Storefront 5', 'Depot 3', '']
    expect(placesAcross(headers)).toEqual(headers.map(() => null))
    expect(placesAcross([`Store ${'1'.repeat(40)}`, `Store ${'1'.repeat(41)}`])).toEqual(['1'.repeat(40), null])
  })

  test('is a bare number of three to six digits where no header has a word, and not one that may be a year', () => {
    expect(placesAcross(['SKU', '0101', ' 102 ', '123456', '12', '1234567', '10a'])).toEqual([null, '0101', '102', '123456', null, null, null])
    expect(placesAcross(['Store 7', '0101'])).toEqual(['7', null])
    expect(placesAcross(['2026', '2027', '1999'])).toEqual([null, null, null])
    expect(placesAcross(['2026', '2127'])).toEqual(['2026', '2127'])
    expect(placesAcross(['2026', '20261'])).toEqual(['2026', '20261'])
  })
}) // prettier-ignore

test('sheets of stock name places by any word', () => {
  expect(['Main warehouse', 'Oakland shop', 'Depot', 'SITE 2', 'Showroom'].every(namesPlace)).toBe(true)
  expect(['Storefront', 'On hand', 'Websites', ''].some(namesPlace)).toBe(false)
})

test('a size is a letter, a number of clothes or shoes, or of children', () => {
  const sizes = ['XXS', 's', ' M ', 'XXL', '3XL', 'One size', 'OS', 'TU', '38', '8.5', 'EU 42', 'W32', '32/34', '6 M', '2T', '3-4Y']
  expect(sizesAcross(sizes)).toEqual(sizes.map((size) => size.trim()))
  const others = ['Size', 'Qty', '0101', 'SM', '138', 'L1', '', 'M total', '7XL', '24.00', ' 12,50 ', '9.95']
  expect(sizesAcross(others)).toEqual(others.map(() => null))
}) // prettier-ignore

describe('a week', () => {
  test('is the day of its header, in the one format that all of them have', () => {
    expect(daysAcross(['SKU', 'W/E 25/10/2026', 'w/e 01/11/2026'])).toEqual([null, '2026-10-25', '2026-11-01'])
    expect(daysAcross(['Week ending: 2026-11-01', 'Units 2026-11-08'])).toEqual(['2026-11-01', '2026-11-08'])
  })

  test('has none where the days have two readings, or none', () => {
    expect(daysAcross(['01/11/2026', '02/11/2026'])).toEqual([null, null])
    expect(daysAcross(['SKU', 'Units'])).toEqual([null, null])
  })
})

test('several columns are two or more', () => {
  expect([[], ['1'], [null, '1'], ['1', null, '2']].map((values) => isSeveral({ values }))).toEqual([false, false, false, true])
}) // prettier-ignore

test('a row has each cell of such columns apart, with what its column says and its place', () => {
  const values = [null, '0101', null, '0102', '0103']
  expect(cellsAcross(['J-M', '5', 'x', null, '7'], { values })).toEqual([
    { value: '0101', cell: '5', place: 1 },
    { value: '0103', cell: '7', place: 4 },
  ])
  expect(cellsAcross(['J-M'], { values })).toEqual([])
})

test('a turned sheet has the other columns and a row for each cell, each of which has a number of its own', () => {
  const values = [null, '0101', null, '0102']
  expect(turnedHeaders(['SKU', 'a', 'Colour', 'b'], { values }, ['Store', 'Units'])).toEqual(['SKU', 'Colour', 'Store', 'Units'])
  expect(turnedHeaders(['SKU', 'a', 'Colour', 'b', 'Late'], { values }, ['Store', 'Units'])).toEqual(['SKU', 'Colour', 'Late', 'Store', 'Units'])
  expect(turnedRows({ row_number: 3, cells: ['J-M', '5', 'red', '7'] }, { values })).toEqual([
    { row_number: 10, cells: ['J-M', 'red', '0101', '5'] },
    { row_number: 12, cells: ['J-M', 'red', '0102', '7'] },
  ])
  expect(turnedRows({ row_number: 1, cells: ['J-M', null, null, '7'] }, { values })).toEqual([
    { row_number: 4, cells: ['J-M', null, '0102', '7'] },
  ])
  expect(turnedRows({ row_number: 1, cells: ['J-M'] }, { values })).toEqual([])
}) // prettier-ignore
