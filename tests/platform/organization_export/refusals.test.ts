/** What an import refuses, and that it then writes nothing. */
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { gunzipSync, gzipSync } from 'node:zlib'
import { exportedTables } from '../../../server/platform/organization_export/declaration.ts'
import { readArchive } from '../../../server/platform/organization_export/read_export.ts'
import { tarEnd, tarFile } from '../../../server/platform/organization_export/tar.ts'
import { createRecords } from '../../support/fixtures/records/create_records.ts'
import { newTenant, type Tenant } from '../../support/service/tenant.ts'
import { exportTo, importFrom, newFolder } from './support.ts'

setDefaultTimeout(120_000)

const folder = newFolder()
const whole = `${folder}/whole.tar.gz`
let source: Tenant
let files: { path: string; text: string }[]

beforeAll(async () => {
  source = await newTenant()
  await createRecords(source)
  await exportTo(source, whole)
  files = []
  for await (const { path, content } of readArchive(whole)) files.push({ path, text: content.toString() })
})

afterAll(() => rmSync(folder, { recursive: true, force: true }))

type Change = (path: string, text: string) => string

/** The archive with changed files; the manifest's checksums are those of the changed files where `mends` is true. */
function changed(change: Change, mends: boolean): string {
  const all = files.map(({ path, text }) => ({ path, text: change(path, text) }))
  const manifest = JSON.parse(all.at(-1)!.text)
  if (mends)
    for (const file of manifest.files) {
      const { text } = all.find(({ path }) => path === file.path)!
      file.bytes = Buffer.byteLength(text)
      file.sha256 = createHash('sha256').update(text).digest('hex')
      file.rows = text.split('\n').length - 1
    }
  if (mends) all.at(-1)!.text = JSON.stringify(manifest)
  const path = `${folder}/changed.tar.gz`
  writeFileSync(
    path,
    gzipSync(Buffer.concat([...all.map((one) => tarFile(one.path, Buffer.from(one.text), 0)), tarEnd()])),
  )
  return path
}

const only =
  (name: string, change: (text: string) => string): Change =>
  (path, text) =>
    path === name ? change(text) : text
const manifest = (change: (text: string) => string) => only('manifest.json', change)

async function rowsOf({ organization_id, service: { database } }: Tenant): Promise<string[]> {
  const filled: string[] = []
  for (const { name } of exportedTables) {
    const rows =
      await database.sql`select 1 from ${database.sql(name)} where organization_id = ${organization_id} limit 1`
    if (rows.length > 0) filled.push(name)
  }
  return filled
}

async function expectRefused(path: string, sentence: RegExp): Promise<void> {
  const tenant = await newTenant()
  await expect(importFrom(tenant, path)).rejects.toThrow(sentence)
  expect(await rowsOf(tenant)).toEqual([])
}

test('the archive is one that tar reads, and its manifest lists what is left out with reasons', () => {
  const listed = spawnSync('tar', ['-tzf', whole], { encoding: 'utf8' })
  expect(listed.stderr).toBe('')
  expect(listed.stdout.trim().split('\n')).toEqual(files.map(({ path }) => path))
  const read = spawnSync('tar', ['-xzOf', whole, 'products/00001.jsonl'], { encoding: 'utf8' })
  expect(read.stdout).toBe(files.find(({ path }) => path === 'products/00001.jsonl')!.text)
  const { left_out, format_version } = JSON.parse(files.at(-1)!.text)
  expect(format_version).toBe(2)
  expect(left_out.tables.api_keys).toContain('create it again')
  expect(left_out.columns.stock_movements.entry).toContain('order of the rows')
})

test('damaged and truncated archives are refused', async () => {
  await expectRefused(
    changed(
      only('variants/00001.jsonl', (text) => text.replace('CARDIGAN-M', 'CARDIGAN-N')),
      false,
    ),
    /variants\/00001\.jsonl is damaged: its checksum/,
  )
  const bytes = readFileSync(whole)
  const cut = `${folder}/cut.tar.gz`
  writeFileSync(cut, bytes.subarray(0, bytes.length / 2))
  await expectRefused(cut, /damaged or truncated/)
  writeFileSync(cut, gzipSync(gunzipSync(bytes).subarray(0, 20_480)))
  await expectRefused(cut, /damaged: it is not a complete archive/)
  // In the rows: the names of columns come first, and one that is not known is refused by its name.
  const flipped = Buffer.from(bytes)
  flipped[Math.floor((bytes.length * 9) / 10)]! ^= 0xff
  writeFileSync(cut, flipped)
  await expectRefused(cut, /damaged/)
  writeFileSync(cut, 'not an archive')
  await expectRefused(cut, /damaged or truncated/)
  await expectRefused(`${folder}/none.tar.gz`, /Cannot read .*none\.tar\.gz: ENOENT/)
})

test('archives with missing, added or unknown content are refused', async () => {
  const path = `${folder}/other.tar.gz`
  const write = (entries: typeof files) =>
    writeFileSync(
      path,
      gzipSync(Buffer.concat([...entries.map((one) => tarFile(one.path, Buffer.from(one.text), 0)), tarEnd()])),
    )
  write(files.slice(0, -1))
  await expectRefused(path, /has no manifest/)
  write(files.slice(1))
  await expectRefused(path, /The archive has \d+ files, and its manifest \d+/)
  write([{ path: 'more/00001.jsonl', text: '{}\n' }, ...files])
  await expectRefused(path, /The archive has \d+ files, and its manifest \d+/)
  await expectRefused(
    changed(
      only('products/00001.jsonl', (text) => text.replace('{', '{"hook":1,')),
      true,
    ),
    /products\/00001\.jsonl has an unknown column hook/,
  )
  await expectRefused(
    changed(
      manifest((text) => text.replace('"handle",', '"handle","hook",')),
      false,
    ),
    /column products\.hook that this release does not import/,
  )
  await expectRefused(
    changed(
      manifest((text) => text.replace('"table": "products"', '"table": "wishes"')),
      false,
    ),
    /table wishes that this release does not import/,
  )
})

test('another format and another format version are refused', async () => {
  await expectRefused(
    changed(
      manifest((text) => text.replace('"format_version": 2', '"format_version": 1')),
      false,
    ),
    /format version 1; this release imports version 2/,
  )
  await expectRefused(
    changed(
      manifest(() => '{}\n'),
      false,
    ),
    /is not an export of an organisation/,
  )
})

test('a manifest with a forged time zone or currency is refused, and its rows are not imported', async () => {
  const forged = (setting: string, value: string) =>
    changed(
      manifest((text) => text.replace(new RegExp(`"${setting}": "[^"]+"`), `"${setting}": "${value}"`)),
      true,
    )
  for (const zone of ['US/Pacific-New', 'Factory', 'Etc/Foo+3', "'; --"])
    await expectRefused(forged('time_zone', zone), /has the time zone ".+", which this service does not know/)
  await expectRefused(forged('currency', 'ZZZ'), /has the currency ZZZ, which is no ISO 4217 code/)
})

test('a failure after the last row was imported undoes the whole import', async () => {
  const tenant = await newTenant()
  const { sql } = tenant.service.database
  const [before] = await sql`select * from organizations where organization_id = ${tenant.organization_id}`
  await sql.unsafe(`
    create function refuse_imported_sums() returns trigger language plpgsql as $$ begin raise exception 'disk is odd'; end $$;
    create trigger refuse_imported_sums before insert on stock_value_totals for each row
      when (new.organization_id = '${tenant.organization_id}') execute function refuse_imported_sums()`)
  try {
    await expect(importFrom(tenant, whole)).rejects.toThrow('disk is odd')
  } finally {
    await sql`drop function refuse_imported_sums cascade`
  }
  expect(await rowsOf(tenant)).toEqual([])
  expect((await sql`select * from organizations where organization_id = ${tenant.organization_id}`)[0]).toEqual(before)
  await importFrom(tenant, whole)
  expect((await rowsOf(tenant)).length).toBeGreaterThan(0)
})

test('a row that the database refuses undoes the whole import', async () => {
  const tenant = await newTenant()
  const path = changed(
    only('stock_levels/00001.jsonl', (text) => text.replace('"committed":0', '"committed":-1')),
    true,
  )
  await expect(importFrom(tenant, path)).rejects.toThrow(
    /^stock_levels\/00001\.jsonl has a row that cannot be imported: .*stock_levels_committed_not_negative.* Nothing was imported\.$/,
  )
  expect(await rowsOf(tenant)).toEqual([])
})

test('an organisation with records and an unknown one are refused', async () => {
  await expect(importFrom(source, whole)).rejects.toThrow(/Test organisation \(.*\) is not empty: it has rows in /)
  const nobody = { ...source, organization_id: '00000000-0000-4000-8000-000000000000' }
  await expect(importFrom(nobody, whole)).rejects.toThrow('There is no organisation with the id 00000000-0000-4000')
  await expect(exportTo(nobody, `${folder}/nobody.tar.gz`)).rejects.toThrow('There is no organisation with the id')
})
