import { expect, test } from 'bun:test'
import {
  deepestPath,
  readOptionTexts,
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
  for (const text of ['Colour: blue', '', 'Type=Rectangle', 'x Type=Rectangle|Name=Size|Value=M'])
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
