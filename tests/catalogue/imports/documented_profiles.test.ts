import { expect, test } from 'bun:test'
import { imports } from '../../../server/boot/imports.ts'
import { normalHeader } from '../../../server/imports/mapping/headers.rules.ts'
import { profileMapping } from '../../../server/imports/mapping/profile_mapping.ts'
import { recogniseProfile } from '../../../server/imports/mapping/recognise.ts'
import documented from '../../../docs-site/src/data/import_profiles.json'
import { sample } from './sample_shop.ts'

function headersOf(text: string): string[] {
  const line = text.slice(0, text.indexOf('\r\n'))
  if (line.includes('\t')) return line.split('\t')
  return [...line.matchAll(/("(?:[^"]|"")*"|[^,]*)(?:,|$)/g)].map(([, header]) => header!.replace(/^"|"$/g, ''))
}

test('every built-in profile is documented, and its sample has each column that it maps, or one in its place', async () => {
  const own = imports.profiles.filter(({ kind }) => ['products', 'inventory', 'orders'].includes(kind))
  expect(documented.profiles.map(({ profile }) => profile).toSorted()).toEqual(own.map(({ name }) => name).toSorted())
  for (const { profile: name, sample: file, documentation } of documented.profiles) {
    expect(documentation.length).toBeGreaterThan(0)
    const profile = own.find((one) => one.name === name)!
    const headers = headersOf(await sample(file))
    const sameKind = own.filter(({ kind }) => kind === profile.kind)
    expect(recogniseProfile(sameKind, headers)?.name).toBe(name)
    const { columns } = profileMapping(profile, headers)
    const fields = columns.map(({ field }) => field)
    expect(new Set(fields).size, name).toBe(fields.length)
    const present = new Set(headers.map(normalHeader))
    for (const { header, otherwise = [] } of columns)
      for (const one of [header, ...otherwise.map((other) => other.header)])
        expect(present.has(normalHeader(one))).toBe(true)
  }
})
