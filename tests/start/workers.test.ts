/**
 * What workers do beyond mail and webhooks, on Deno and in a bundle on Bun: EDI over every transport, and reading order
 * papers.
 */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, setDefaultTimeout } from 'bun:test'
import { accountFolder } from '../../server/interchanges/transports/folder.ts'
import { startReceiver } from '../interchanges/gateway.ts'
import { advance, advice, archived, orderSet, queue, shop, written } from '../interchanges/rig.ts'
import { startSftpServer } from '../interchanges/sftp_server.ts'
import { openPaperShop } from '../selling/order_documents/paper_shop.ts'
import { fileOf, type Layout, paperOf } from '../selling/order_documents/papers.ts'
import { rigPrograms } from '../support/built.ts'
import { separateDatabase, type TestDatabase } from '../support/database.ts'
import { sized } from '../support/long.ts'
import { testUnless } from '../support/needs.ts'
import { readSettings } from '../../server/settings/settings.ts'
import { testEnvironment, type TestService } from '../support/service/service.ts'
import { startServiceProcess } from '../support/service/service_process.ts'
import { missingRuntime, type Runtime, runtimes } from './support/commands.ts'

setDefaultTimeout(240_000)

const lookMs = 200
const looksMax = 600

/** Looks until it is so, and at last lets the expectations that follow say what is not. */
async function until(isSo: () => Promise<boolean>): Promise<void> {
  for (let look = 0; look < looksMax; look++) {
    if (await isSo()) return
    await Bun.sleep(lookMs)
  }
}

/** A file that its writer left a while ago. */
function put(folder: string, text: string): void {
  mkdirSync(folder, { recursive: true })
  const file = join(folder, 'po.edi')
  writeFileSync(file, text, 'latin1')
  const at = Date.now() / 1_000 - 60
  utimesSync(file, at, at)
}

async function exchangeDocuments(service: TestService): Promise<void> {
  const root = mkdtempSync(join(tmpdir(), 'merchant-api-sftp-'))
  for (const name of ['in', 'out', 'done']) mkdirSync(join(root, name))
  const [server, gateway] = [await startSftpServer(root), await startReceiver()]
  try {
    const merchant = await shop({ service })
    const sftp = {
      host: '127.0.0.1',
      port: server.port,
      user_name: 'user',
      host_key: server.host_key,
      out_folder: '/out',
      in_folder: '/in',
      done_folder: '/done',
      password: 'password',
    }
    const near = await merchant.account('Harbor', { transport: 'folder' })
    const far = await merchant.account('Meridian', { transport: 'sftp', connection: { sftp } })
    const posted = await merchant.account('Nordhaus', {
      transport: 'http',
      connection: { http: { url: `${gateway.url}/edi`, bearer_token: 'gateway-token' } },
    })
    const { organization_id } = merchant.tenant
    const folder = accountFolder(service.database.data_dir, {
      organization_id,
      trading_partner_id: near.trading_partner_id,
    })
    // Larger than what is read at once, so that its thread is tried on each runtime.
    const notes = Array.from({ length: 300 }, () => `MSG*${'x'.repeat(240)}`)
    put(join(folder, 'in'), written(merchant, near, [orderSet('A1', ['N9*L1*NOTES', ...notes])]))
    put(join(root, 'in'), written(merchant, far, [orderSet('B1')]))
    const sent: number[] = []
    for (const partner of [near, far, posted]) sent.push(await queue(merchant, partner, '846', advice()))
    await until(async () => {
      await advance(merchant, 4_000)
      const [out, came] = [
        await merchant.documents('&document_type=846'),
        await merchant.documents('&direction=inbound'),
      ]
      return (
        out.every(({ state }) => state === 'sent') &&
        came.length === 2 &&
        came.every(({ state }) => state !== 'received')
      )
    })
    const texts = await Promise.all(sent.map(async (document_id) => (await archived(merchant, document_id)).text))
    const inFolder = (of: string) => {
      const name = readdirSync(of).find((one) => one.startsWith('846'))
      return name === undefined ? null : readFileSync(join(of, name), 'latin1')
    }
    expect([inFolder(join(folder, 'out')), inFolder(join(root, 'out'))]).toEqual(texts.slice(0, 2))
    expect(gateway.received.map(({ body }) => body)).toContain(texts[2]!)
    const came = await merchant.documents('&direction=inbound')
    // Their item is on file of no account, so a person decides.
    expect(came.map(({ document_type, state }) => [document_type, state])).toEqual([
      ['850', 'held'],
      ['850', 'held'],
    ])
    expect([readdirSync(join(folder, 'done')), readdirSync(join(root, 'done'))]).toEqual([['po.edi'], ['po.edi']])
  } finally {
    await server.stop()
    await gateway.stop()
    rmSync(root, { recursive: true, force: true })
  }
}

async function readPapers(service: TestService, layouts: readonly Layout[]): Promise<void> {
  const papers = await openPaperShop({ service })
  for (const layout of layouts) {
    const paper = paperOf(2)
    const { bytes, file_name } = await fileOf(layout, paper)
    const filed = await papers.filed(bytes, { file_name })
    await until(async () => !['queued', 'reading'].includes((await papers.get(filed)).state))
    const read = await papers.get(filed)
    expect([layout, ['read', 'refused'].includes(read.state), read.reading?.values.reference?.text]).toEqual([
      layout,
      true,
      paper.reference,
    ])
    const right = paper.lines.filter((line) =>
      read.reading.lines.some(({ sku, quantity }: any) => sku === line.sku && quantity === line.quantity),
    )
    expect([layout, right.length >= Math.ceil(paper.lines.length * 0.85)]).toEqual([layout, true])
  }
}

/** Reading an image takes most of the time; a photograph is read like a scan, and both in the thread that reads text. */
const layoutsOn: Record<Runtime, Layout[]> = {
  deno: sized<Layout[]>(['text_pdf', 'csv', 'workbook', 'scan'], ['text_pdf', 'csv', 'workbook', 'scan', 'photo']),
  bun: sized<Layout[]>(['text_pdf', 'workbook'], ['text_pdf', 'workbook', 'scan']),
}

for (const runtime of runtimes) {
  const missing = missingRuntime(runtime)
  const layouts = layoutsOn[runtime]

  describe(runtime === 'deno' ? 'on deno' : 'in a bundle', () => {
    /** With the workers in its own process. Its database is of this file alone, so that no other worker takes its jobs. */
    let service: TestService
    let database: TestDatabase
    beforeAll(async () => {
      if (missing !== null) return
      database = await separateDatabase(`workers_on_${runtime}`)
      const environment = { ...testEnvironment(database), DELIVERIES: 'true' }
      const bundle = runtime === 'bun' ? (await rigPrograms()).service : undefined
      const { base_url, stop } = await startServiceProcess(environment, { runtime, bundle })
      service = { base_url, database, settings: readSettings(environment), running: null, stop }
    })
    afterAll(async () => {
      if (missing !== null) return
      await service.stop()
      await database.stop()
    })

    testUnless(missing, 'documents travel over folders, SFTP and HTTP, and orders arrive', () =>
      exchangeDocuments(service),
    )
    testUnless(missing, `order papers as ${layouts.join(', ')} are read`, () => readPapers(service, layouts))
  })
}
