/**
 * Exchanges files with the SFTP server of an account. The server is known by the fingerprint of its host key, and its
 * address is checked like a webhook's and connected to as checked. A file is written under a name that its reader
 * ignores and renamed when it is whole; a fetched file is moved or deleted once it is stored.
 */
import { createHash, timingSafeEqual } from 'node:crypto'
import type SftpClient from 'ssh2-sftp-client'
import { limits } from '../../contract/limits.ts'
import type { SendResult } from '../../documents/channel.ts'
import { AddressRefused, type AddressRules, chooseTarget } from '../../http_client/address.ts'
import { verdictOf } from './complete.rules.ts'
import { standardPort } from './destination.rules.ts'
import { isWriterFile, patience } from './folder.ts'
import type { SftpSettings } from './settings.ts'
import { type Connection, notSent, sent, type Transport } from './transport.ts'

const connectSeconds = 10

const fingerprintOf = (key: Uint8Array) => createHash('sha256').update(key).digest()

/** `SHA256:` and unpadded Base64, as ssh-keygen prints it. */
export const hostKeyText = (key: Uint8Array): string =>
  `SHA256:${fingerprintOf(key).toString('base64').replace(/=+$/, '')}`

function isExpectedKey(key: Uint8Array, host_key: string): boolean {
  const expected = Buffer.from(host_key.slice('SHA256:'.length), 'base64')
  const fingerprint = fingerprintOf(key)
  return expected.length === fingerprint.length && timingSafeEqual(fingerprint, expected)
}

const inFolder = (folder: string, name: string) => `${folder.replace(/\/+$/, '')}/${name}`

class WrongHostKey extends Error {}

/** Runs the work on a connection of its own, which is closed in every case. */
async function withClient<T>(
  rules: AddressRules,
  { settings, secret }: Connection,
  work: (client: SftpClient) => Promise<T>,
): Promise<T> {
  const { host, port = standardPort, user_name, host_key } = settings as SftpSettings
  const { address } = await chooseTarget(`https://${host.includes(':') ? `[${host}]` : host}`, rules)
  const credential = secret() ?? ''
  // Loaded for the first connection: with its ciphers it takes some 20 MB.
  const { default: Client } = await import('ssh2-sftp-client')
  const client: SftpClient = new Client()
  const refused: string[] = []
  // An error after the connection has ended has no operation that it could fail.
  client.on('error', () => {})
  try {
    await client.connect({
      host: address,
      port,
      username: user_name,
      ...(credential.startsWith('-----BEGIN') ? { privateKey: credential } : { password: credential }),
      readyTimeout: connectSeconds * 1_000,
      hostVerifier: (key: Uint8Array) => {
        if (isExpectedKey(key, host_key)) return true
        refused.push(hostKeyText(key))
        return false
      },
    })
    return await work(client)
  } catch (error) {
    if (refused.length > 0) throw new WrongHostKey(`the server has the host key ${refused[0]}, not ${host_key}`)
    throw error
  } finally {
    await client.end().catch(() => {})
  }
}

function failureOf(error: unknown): SendResult {
  if (error instanceof AddressRefused) return notSent(error.failure)
  if (error instanceof WrongHostKey) return notSent(error.message)
  return notSent(error instanceof Error ? error.message : String(error))
}

/** The rename of OpenSSH replaces a file of the same name; other servers need it gone first. */
async function replace(client: SftpClient, from: string, to: string): Promise<void> {
  try {
    await client.posixRename(from, to)
  } catch {
    if (await client.exists(to)) await client.delete(to)
    await client.rename(from, to)
  }
}

async function putAside(client: SftpClient, path: string, name: string, done_folder: string | null): Promise<void> {
  if (done_folder === null) {
    await client.delete(path)
    return
  }
  const to = inFolder(done_folder, name)
  const free = (await client.exists(to)) ? inFolder(done_folder, `${Date.now()}_${name}`) : to
  await client.rename(path, free)
}

async function fetchAll(
  client: SftpClient,
  { in_folder, done_folder = null }: SftpSettings,
  store: Parameters<NonNullable<Transport['fetch']>>[1],
): Promise<boolean> {
  const files = (await client.list(in_folder!))
    .filter(({ type, name }) => type === '-' && !isWriterFile(name))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
  let receivedFiles = 0
  for (const { name, size, modifyTime } of files) {
    if (receivedFiles >= limits.edi_files_per_poll_max) return true
    const path = inFolder(in_folder!, name)
    const is_too_large = size > limits.edi_file_bytes_max
    const bytes = is_too_large ? Buffer.from(`${name} ${size} ${modifyTime}`) : ((await client.get(path)) as Buffer)
    const after = await client.stat(path)
    if ((bytes.length !== size && !is_too_large) || after.size !== size || after.modifyTime !== modifyTime) continue
    const state = { bytes: size, quiet_seconds: (Date.now() - modifyTime) / 1_000 }
    if (verdictOf(state, bytes.toString('latin1'), patience) === 'wait') continue
    await store({ file_name: name, bytes, is_too_large })
    await putAside(client, path, name, done_folder)
    receivedFiles++
  }
  return false
}

export const sftpTransport = (rules: AddressRules): Transport => ({
  async send({ file_name, bytes }, connection) {
    const { out_folder } = connection.settings as SftpSettings
    try {
      return await withClient(rules, connection, async (client) => {
        const part = inFolder(out_folder, `.${file_name}.part`)
        await client.put(Buffer.from(bytes), part)
        await replace(client, part, inFolder(out_folder, file_name))
        return sent
      })
    } catch (error) {
      return failureOf(error)
    }
  },
  async fetch(connection, store) {
    const settings = connection.settings as SftpSettings
    if ((settings.in_folder ?? null) === null) return false
    return withClient(rules, connection, (client) => fetchAll(client, settings, store))
  },
})
