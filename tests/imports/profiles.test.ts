/** Mappings are proposed with reasons, saved in versions, and recognised by their headers. */
import { expect, test } from 'bun:test'
import { addProfile, openImporter } from './rig.ts'

test('every column gets a proposal with a reason, and each field is proposed once', async () => {
  const importer = await openImporter()
  const file_key = await importer.upload('SKU,Total qty,Units,Date,Colour\nA,1,2,2026-01-31,red\n')
  const made = (await importer.session.post('/api/v1/imports', { file_key, kind: 'test_items' })).body.data
  expect(made.state).toBe('needs_mapping')
  const shown = made.columns.map(({ header, field, confidence, reason }: any) => [header, field, confidence, reason])
  expect(shown).toEqual([
    ['SKU', 'item', 'high', 'The header is a usual name of item.'],
    ['Total qty', null, 'none', 'Column 3 ("Units") fits quantity better.'],
    ['Units', 'quantity', 'high', 'The header is a usual name of quantity.'],
    ['Date', 'sold_on', 'high', 'The header is a usual name of sold_on.'],
    ['Colour', null, 'none', 'No field has such a header.'],
  ])
  expect((await importer.step(made.import_id, 'preview')).status).toBe(409)
})

test('a saved mapping recognises the same headers in any order, and a new version replaces it', async () => {
  const importer = await openImporter()
  const { session, upload } = importer
  const create = async (content: string) =>
    (await session.post('/api/v1/imports', { file_key: await upload(content), kind: 'test_items' })).body.data
  const first = await create('Artikel,Menge\nA,1\n')
  expect(first.state).toBe('needs_mapping')
  const save = (import_id: string, fixed_values: object) =>
    session.put(`/api/v1/imports/${import_id}/mapping`, {
      mapping: {
        columns: [
          { header: 'Artikel', field: 'item' },
          { header: 'menge', field: 'quantity' },
        ],
        fixed_values,
      },
      save_as: 'Lager',
    })
  expect((await save(first.import_id, { note: 'one' })).body.data).toMatchObject({
    state: 'ready',
    profile: 'Lager (version 1)',
  })
  const second = await create('Menge,Artikel\n5,B\n')
  expect(second).toMatchObject({
    state: 'ready',
    profile: 'Lager (version 1)',
    mapping: { fixed_values: { note: 'one' } },
  })
  await save(second.import_id, { note: 'two' })
  await importer.step(second.import_id, 'preview')
  await importer.work()
  await importer.step(second.import_id, 'run')
  await importer.work()
  expect(await importer.items()).toMatchObject([{ item: 'B', quantity: 5, note: 'two' }])
  const { profiles } = (await session.get('/api/v1/import-profiles')).body.data
  const saved = profiles.filter(({ profile_id }: any) => profile_id !== null)
  expect(saved).toMatchObject([{ name: 'Lager', version: 2, kind: 'test_items', headers: ['Menge', 'Artikel'] }])
  const read = await session.get(`/api/v1/import-profiles/${saved[0].profile_id}`)
  expect(read.body.data.mapping.fixed_values).toEqual({ note: 'two' })
  expect((await session.delete(`/api/v1/import-profiles/${saved[0].profile_id}`)).status).toBe(204)
  expect((await create('Artikel,Menge\nA,1\n')).state).toBe('needs_mapping')
  expect((await session.get(`/api/v1/import-profiles/${saved[0].profile_id}`)).status).toBe(404)
})

test('a built-in profile recognises an export by its headers, with its replacements, prefixes and fixed values', async () => {
  const importer = await openImporter()
  addProfile({
    name: 'till_items',
    title: 'Till item export',
    kind: 'test_items',
    recognised_by: ['Till Item', 'Till Count'],
    columns: [
      { header: 'Till Item', field: 'item', remove_prefix: "'" },
      { header: 'Till Count', field: 'quantity', replacements: { none: '0' } },
      { header: 'Till Remark', field: 'note' },
    ],
    fixed_values: { price: '9.99' },
  })
  const file_key = await importer.upload("till item,TILL COUNT,Other\n'0017,None,x\n")
  const made = (await importer.session.post('/api/v1/imports', { file_key })).body.data
  expect(made).toMatchObject({ state: 'ready', kind: 'test_items', profile: 'Till item export' })
  await importer.step(made.import_id, 'preview')
  await importer.work()
  await importer.step(made.import_id, 'run')
  await importer.work()
  expect(await importer.items()).toMatchObject([{ item: '0017', quantity: 0, price: '9.99', note: null }])
})

test('profiles of one organisation are not those of another', async () => {
  const [one, other] = [await openImporter(), await openImporter()]
  const file = 'Ware,Anzahl\nA,1\n'
  const made = (await one.session.post('/api/v1/imports', { file_key: await one.upload(file), kind: 'test_items' }))
    .body.data
  await one.session.put(`/api/v1/imports/${made.import_id}/mapping`, {
    mapping: { columns: [{ header: 'Ware', field: 'item' }] },
    save_as: 'Ours',
  })
  const theirs = await other.session.post('/api/v1/imports', { file_key: await other.upload(file), kind: 'test_items' })
  expect(theirs.body.data.state).toBe('needs_mapping')
  expect((await other.session.get(`/api/v1/imports/${made.import_id}`)).status).toBe(404)
  const foreign = await other.session.post('/api/v1/imports', { file_key: made.file_key, kind: 'test_items' })
  expect(foreign.body.data).toMatchObject({ field: 'file_key' })
})
