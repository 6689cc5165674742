import { expect, test } from 'bun:test'
import { derivedSku, optionKey } from '../../../server/catalogue/imports/derived_sku.rules.ts'
import {
  deepestPath,
  readOptionTexts,
  rejoin,
  splitList,
  unescapeLines,
} from '../../../server/catalogue/imports/option_texts.rules.ts'

test('options in one text are read in each form that shops write', () => {
  const pairs = [
    ['Colour', 'Light blue'],
    ['Size', 'S|M'],
  ]
  for (const text of [
    'Type=Rectangle|Name=Colour|Value=Light blueType=Rectangle|Name=Size|Value=S|M',
    'Type=Rectangle|Name=Colour|Value=Light blue|Type=Dropdown|Name=Size|Value=S|M',
    'Type=Swatch|Name=Colour|Value=Light blue[#add8e6] || Type=Rectangle|Name=Size|Value=S|M',
    '[S]Colour=Light blue[RT]Size=S|M',
    '[CS]Colour=Light blue:#add8e6,[RT]Size=S|M',
  ])
    expect(readOptionTexts(text), text).toEqual(pairs as never)
  for (const text of ['Colour: blue', '', ' | , ', 'Type=Rectangle', 'x Type=Rectangle|Name=Size|Value=M'])
    expect(readOptionTexts(text)).toBeNull()
})

test('lists, paths and line breaks are unescaped only where texts are escaped', () => {
  expect(splitList('a, b\\, c,,d ', true)).toEqual(['a', 'b, c', 'd'])
  expect(splitList('a, b\\, c', false)).toEqual(['a', 'b\\', 'c'])
  expect(deepestPath('Clothing, Clothing > Shirts > Linen, Sale > Shirts', false)).toEqual({
    category: 'Clothing',
    subcategory: 'Shirts > Linen',
  })
  expect(deepestPath(' , > ', false)).toBeNull()
  expect(unescapeLines('a\\nb\\\\nc')).toBe('a\nb\\nc')
})

test('the colour of a swatch is not part of a value; a hash within the value is', () => {
  const value = (text: string) => readOptionTexts(`[CS]Colour=${text}`)?.[0]?.[1]
  expect(value('Red[#FF0000]')).toBe('Red')
  expect(value('Red[#]')).toBe('Red')
  expect(value('Red:#FFF')).toBe('Red')
  expect(value('Red:#FF0000AA')).toBe('Red')
  // Too short or too long for a colour.
  expect(value('Red:#FF')).toBe('Red:#FF')
  expect(value('Red:#FF0000AAB')).toBe('Red:#FF0000AAB')
  expect(value('Red[#FF] dark')).toBe('Red[#FF] dark')
  expect(value('Red:#FFF dark')).toBe('Red:#FFF dark')
})

test('an option has a name and may have an empty value; letters without a name are no option', () => {
  expect(readOptionTexts('[S]Size=')).toEqual([['Size', '']])
  expect(readOptionTexts('[S] Size = M ')).toEqual([['Size', 'M']])
  expect(readOptionTexts('Type=|Name= Size |Value= M ')).toEqual([['Size', 'M']])
  expect(readOptionTexts('[S]Size=M\n[RT]Fit=Slim\nand long')).toEqual([
    ['Size', 'M'],
    ['Fit', 'Slim\nand long'],
  ])
  for (const none of ['[]Size=M', '[ABCD]Size=M', '[s]Size=M', '[S]=M', 'Type=R|Name=|Value=M'])
    expect([none, readOptionTexts(none)]).toEqual([none, null])
  expect(readOptionTexts('[ABC]Size=M, [S]Fit=Slim , [RT]Cut=x')).toEqual([
    ['Size', 'M'],
    ['Fit', 'Slim'],
    ['Cut', 'x'],
  ])
  expect(readOptionTexts('Type=R|Name=Size|Value=M , Type=R|Name=Fit|Value=x')).toEqual([
    ['Size', 'M'],
    ['Fit', 'x'],
  ])
})

test('items that were split at an escaped comma are put together again', () => {
  expect(rejoin(['a', 'b\\', 'c', 'd'])).toEqual(['a', 'b, c', 'd'])
  expect(rejoin(['a\\', 'b\\', 'c'])).toEqual(['a, b, c'])
  expect(rejoin(['a\\'])).toEqual(['a\\'])
  expect(rejoin([])).toEqual([])
})

test('the first of the deepest paths counts; one of a single part has no subcategory', () => {
  expect(deepestPath('Shoes', false)).toEqual({ category: 'Shoes', subcategory: null })
  expect(deepestPath('A > B, C > D', false)).toEqual({ category: 'A', subcategory: 'B' })
  expect(deepestPath('A >  > B', false)).toEqual({ category: 'A', subcategory: 'B' })
  expect(deepestPath('Men\\, Women > Shoes', true)).toEqual({ category: 'Men, Women', subcategory: 'Shoes' })
  expect(deepestPath('', false)).toBeNull()
})

test('a derived SKU joins the handle and the option values, or else the title of the variant', () => {
  expect(derivedSku('linen-shirt', [' Navy ', 'M'], 'Title')).toBe('linen-shirt/Navy/M')
  expect(derivedSku('linen-shirt', [], 'One size')).toBe('linen-shirt/One size')
  expect(derivedSku('linen-shirt', [], null)).toBe('linen-shirt')
  expect(derivedSku('me\u0301rino', ['S'], null)).toBe('mérino/S')
})

test('the same values of the same options are one key, in any order and form of letters', () => {
  const key = optionKey({ Size: 'M', Colour: 'Navy', Fit: 'x' })
  expect(optionKey({ Fit: 'x', Colour: ' Navy', 'Size ': 'M' })).toBe(key)
  expect(optionKey({ Colour: 'Navy', Size: 'M', Fit: 'x' })).toBe(key)
  expect(optionKey({ Size: 'Navy', Colour: 'M', Fit: 'x' })).not.toBe(key)
  expect(optionKey({ Size: 'M', Colour: 'Navy' })).not.toBe(key)
})
