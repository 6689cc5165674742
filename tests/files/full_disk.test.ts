/** A full disk is temporary and the operator's responsibility: uploads are refused with 503 instead of 500. */
import { expect } from 'bun:test'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { testUnless } from '../support/needs.ts'
import { startService } from '../support/service/service.ts'
import { newSession } from '../support/service/session.ts'
import { newTenant } from '../support/service/tenant.ts'

const path = mkdtempSync(join(tmpdir(), 'merchant-api-disk-'))
const hasDisk = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', path]).status === 0
if (!hasDisk) rmSync(path, { recursive: true })
const missing = hasDisk ? null : 'a small disk cannot be mounted'

testUnless(missing, 'an upload that does not fit on the disk is refused with 503 and Retry-After', async () => {
  const tenant = await newTenant()
  const session = await newSession(tenant)
  const service = await startService({ DATA_DIR: path })
  try {
    const response = await fetch(`${service.base_url}/api/v1/files?file_name=counts.csv`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${session.user_token}`, 'X-Organization-ID': tenant.organization_id },
      body: Buffer.alloc(2 * 1_048_576, 65),
    })
    const body: any = await response.json()
    expect([response.status, body.code, response.headers.get('retry-after')]).toEqual([
      503,
      'POSTGRES_UNAVAILABLE',
      '2',
    ])
  } finally {
    await service.stop()
    spawnSync('umount', ['-l', path])
    rmSync(path, { recursive: true })
  }
})
