import { expect } from 'bun:test'
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { copyFileSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { freePort } from '../support/free_port.ts'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { newSubscriber, startDeliveryRig } from '../outbox/rig.ts'
import { testUnless } from '../support/needs.ts'

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const kit = at('../../receiver-kit')
/** The kit has an install and a build of its own; without them there is nothing to pack. */
const isBuilt = existsSync(join(kit, 'dist', 'index.js'))

/** npm pack, and npm install of what it packed, in a folder with nothing else. */
function installPacked(folder: string): void {
  const npm = (cwd: string, ...args: string[]) => execFileSync('npm', args, { cwd, stdio: 'pipe' }).toString()
  npm(kit, 'pack', '--ignore-scripts', '--pack-destination', folder)
  writeFileSync(join(folder, 'package.json'), '{ "name": "shop", "private": true }')
  const packed = execFileSync('ls', [folder])
    .toString()
    .split('\n')
    .find((name) => name.endsWith('.tgz'))!
  npm(folder, 'install', '--no-audit', '--no-fund', `./${packed}`, 'express@5.1.0')
  copyFileSync(at('./receiver.mjs'), join(folder, 'receiver.mjs'))
}

async function startReceiver(
  folder: string,
  env: Record<string, string>,
): Promise<{ child: ChildProcess; lines: string[] }> {
  const child = spawn('node', ['receiver.mjs'], { cwd: folder, env: { ...process.env, ...env } })
  const lines: string[] = []
  await new Promise<void>((resolve, reject) => {
    child.stdout.on('data', (chunk: Buffer) => {
      lines.push(...chunk.toString().trim().split('\n'))
      if (lines.includes('listening')) resolve()
    })
    child.once('exit', (code) => reject(new Error(`the receiver ended with ${code}`)))
  })
  return { child, lines }
}

testUnless(
  isBuilt ? null : 'the receiver kit is not built',
  'a stocktake posted over HTTP is handled exactly once by the packed kit on Express, though it is sent three times',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'merchant-api-kit-'))
    installPacked(folder)
    const rig = await startDeliveryRig()
    const { tenant, admin, subscribe, deliveries } = await newSubscriber()
    await tenant.post('/api/v1/sandbox/seed')
    const port = await freePort()
    const { webhook_id, secret } = await subscribe(`http://127.0.0.1:${port}/hook`)
    const { child, lines } = await startReceiver(folder, { PORT: String(port), WEBHOOK_SECRET: secret })

    const { rows } = (await tenant.get('/api/v1/inventory/table?limit=1')).body.data
    const { variant_id, location_id, on_hand_qty } = rows[0]
    const created = await tenant.post('/api/v1/stocktakes', {
      name: 'Cycle count',
      counted_on: '2026-11-21',
      location_ids: [location_id],
      variant_ids: [variant_id],
    })
    const { id } = created.body.data
    await tenant.patch(`/api/v1/stocktakes/${id}/counts`, {
      counts: [{ variant_id, location_id, counted_quantity: on_hand_qty + 3 }],
    })
    expect((await tenant.post(`/api/v1/stocktakes/${id}/post`)).status).toBe(200)
    await rig.worker.settle()
    const [{ delivery_id }] = await deliveries(webhook_id)
    for (const _again of [1, 2]) {
      await admin.post(`/api/v1/webhooks/${webhook_id}/deliveries/${delivery_id}/redeliver`)
      await rig.worker.settle()
    }

    const handled = lines.filter((line) => line.startsWith('handled '))
    expect(lines.filter((line) => line === `sent ${delivery_id}`)).toHaveLength(3)
    expect(handled).toHaveLength(1)
    expect(JSON.parse(handled[0]!.slice('handled '.length))).toMatchObject({
      kind: 'stocktake',
      quantity_delta: 3,
      variant_id,
      location_id,
      document: { type: 'stocktake', id },
    })
    expect((await deliveries(webhook_id))[0]).toMatchObject({ state: 'delivered', attempts: 3 })
    child.kill('SIGTERM')
    await rig.stop()
    rmSync(folder, { recursive: true, force: true })
  },
  120_000,
)
