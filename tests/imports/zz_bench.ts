import { addKind, openImporter } from './rig.ts'
import { bigKind } from './zz_bench_kind.ts'
import { stopTestService } from '../support/service/service.ts'
import { testDatabase } from '../support/database.ts'
const importer = await openImporter()
addKind(bigKind)
const n = Number(process.argv[2] ?? 1_000_000)
const lines = ['date,channel,sku,units,gross,discount,tax,location']
for (let i = 0; i < n; i++)
  lines.push(
    `2026-01-${String(1 + (i % 28)).padStart(2, '0')},Web shop,SKU-${i},${i % 9},${i % 1000}.50,0.00,1.25,"Main, warehouse"`,
  )
const made = await importer.create(lines.join('\n') + '\n', { kind: 'big' })
lines.length = 0
const db = await testDatabase()
for (const step of ['preview', 'run'] as const) {
  await importer.step(made.import_id, step)
  const p = Bun.spawn([process.execPath, 'tests/imports/zz_bench_worker.ts'], {
    env: { ...process.env, DATABASE_URL: db.url, DATA_DIR: db.data_dir },
    stdout: 'inherit',
    stderr: 'inherit',
    stdin: 'ignore',
  })
  await p.exited
  const one = await importer.get(made.import_id)
  console.log(step, one.state, one.fault, one.progress, one.result?.records)
}
const t = performance.now()
const { export_url } = (await importer.session.get(`/api/v1/imports/${made.import_id}/report`)).body.data
const r = await fetch(importer.tenant.service.base_url + new URL(export_url).pathname)
const text = await r.text()
console.log('report', r.status, text.length, text.split('\n').length, (performance.now() - t) / 1000)
console.log(await db.sql`select pg_size_pretty(pg_total_relation_size('import_batches')) as size`)
await stopTestService()
process.exit(0)
