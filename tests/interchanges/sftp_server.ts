/** An SFTP server over a folder, made of ssh2's own server; it answers as OpenSSH does. */
import { generateKeyPairSync } from 'node:crypto'
import * as fs from 'node:fs'
import { join, normalize } from 'node:path'
import { type Attributes, type Connection, Server, type SFTPWrapper, utils } from 'ssh2'
import { hostKeyText } from '../../server/interchanges/transports/sftp.ts'

const { OPEN_MODE, STATUS_CODE } = utils.sftp

export interface SftpServer {
  port: number
  host_key: string
  /** Ends the connection when the file is opened to be read or written, as a failing network does. */
  breaks_on: ((name: string, act: 'open' | 'rename' | 'remove') => boolean) | null
  logins: number
  /** Passwords that clients offered, let in or not. */
  offered: string[]
  stop: () => Promise<void>
}

const attributesOf = (stat: fs.Stats): Attributes => ({
  mode: stat.mode,
  uid: stat.uid,
  gid: stat.gid,
  size: stat.size,
  atime: Math.floor(stat.atimeMs / 1000),
  mtime: Math.floor(stat.mtimeMs / 1000),
})

function flagsOf(flags: number): string {
  if (flags & OPEN_MODE.TRUNC || flags & OPEN_MODE.CREAT) return flags & OPEN_MODE.READ ? 'w+' : 'w'
  return flags & OPEN_MODE.WRITE ? 'r+' : 'r'
}

function serve(sftp: SFTPWrapper, root: string, client: Connection, server: SftpServer): void {
  const handles = new Map<number, { fd: number } | { names: string[] | null; path: string }>()
  let last = 0
  const at = (path: string) => join(root, normalize(`/${path}`))
  const handleOf = (handle: Buffer) => handles.get(handle.readUInt32BE(0))
  const open = (one: { fd: number } | { names: string[] | null; path: string }) => {
    const handle = Buffer.alloc(4)
    handle.writeUInt32BE(++last)
    handles.set(last, one)
    return handle
  }
  const guard = (id: number, work: () => void) => {
    try {
      work()
    } catch (error) {
      const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT'
      sftp.status(id, isMissing ? STATUS_CODE.NO_SUCH_FILE : STATUS_CODE.FAILURE)
    }
  }
  const isBroken = (path: string, act: 'open' | 'rename' | 'remove') => {
    if (!server.breaks_on?.(path, act)) return false
    client.end()
    return true
  }
  const stat = (id: number, path: string) => guard(id, () => sftp.attrs(id, attributesOf(fs.statSync(at(path)))))
  sftp.on('REALPATH', (id, path) => {
    const attrs = {} as Attributes
    sftp.name(id, [{ filename: normalize(`/${path}`), longname: path, attrs }])
  })
  sftp.on('STAT', stat)
  sftp.on('LSTAT', stat)
  sftp.on('FSTAT', (id, handle) =>
    guard(id, () => sftp.attrs(id, attributesOf(fs.fstatSync((handleOf(handle) as { fd: number }).fd)))),
  )
  sftp.on('OPENDIR', (id, path) =>
    guard(id, () => sftp.handle(id, open({ names: fs.readdirSync(at(path)), path: at(path) }))),
  )
  sftp.on('READDIR', (id, handle) =>
    guard(id, () => {
      const folder = handleOf(handle) as { names: string[] | null; path: string }
      if (folder.names === null) {
        sftp.status(id, STATUS_CODE.EOF)
        return
      }
      const names = folder.names.map((filename) => {
        const found = fs.statSync(join(folder.path, filename))
        const kind = found.isDirectory() ? 'd' : '-'
        return { filename, longname: `${kind}rw-r--r-- 1 a a 0 Jan 1 00:00 ${filename}`, attrs: attributesOf(found) }
      })
      folder.names = null
      sftp.name(id, names)
    }),
  )
  sftp.on('OPEN', (id, path, flags) => {
    if (isBroken(path, 'open')) return
    guard(id, () => sftp.handle(id, open({ fd: fs.openSync(at(path), flagsOf(flags)) })))
  })
  sftp.on('READ', (id, handle, offset, length) =>
    guard(id, () => {
      const data = Buffer.alloc(length)
      const count = fs.readSync((handleOf(handle) as { fd: number }).fd, data, 0, length, offset)
      if (count === 0) sftp.status(id, STATUS_CODE.EOF)
      else sftp.data(id, data.subarray(0, count))
    }),
  )
  sftp.on('WRITE', (id, handle, offset, data) =>
    guard(id, () => {
      fs.writeSync((handleOf(handle) as { fd: number }).fd, data, 0, data.length, offset)
      sftp.status(id, STATUS_CODE.OK)
    }),
  )
  sftp.on('CLOSE', (id, handle) => {
    const one = handleOf(handle)
    if (one !== undefined && 'fd' in one) fs.closeSync(one.fd)
    handles.delete(handle.readUInt32BE(0))
    sftp.status(id, STATUS_CODE.OK)
  })
  sftp.on('FSETSTAT', (id) => sftp.status(id, STATUS_CODE.OK))
  sftp.on('SETSTAT', (id) => sftp.status(id, STATUS_CODE.OK))
  sftp.on('REMOVE', (id, path) => {
    if (isBroken(path, 'remove')) return
    guard(id, () => {
      fs.rmSync(at(path))
      sftp.status(id, STATUS_CODE.OK)
    })
  })
  sftp.on('RENAME', (id, from, to) => {
    if (isBroken(from, 'rename')) return
    guard(id, () => {
      if (fs.existsSync(at(to))) throw new Error('exists')
      fs.renameSync(at(from), at(to))
      sftp.status(id, STATUS_CODE.OK)
    })
  })
}

/** `user` with `password` is let in. */
export async function startSftpServer(root: string): Promise<SftpServer> {
  const { privateKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    privateKeyEncoding: { type: 'pkcs1', format: 'pem' },
    publicKeyEncoding: { type: 'pkcs1', format: 'pem' },
  })
  const parsed = utils.parseKey(privateKey)
  if (parsed instanceof Error) throw parsed
  const open = new Set<Connection>()
  const listening = new Server({ hostKeys: [privateKey] }, (client) => {
    open.add(client)
    client.on('error', () => {})
    client.on('close', () => open.delete(client))
    client.on('authentication', (context) => {
      if (context.method === 'password') server.offered.push(context.password)
      const isKnown = context.method === 'password' && context.username === 'user' && context.password === 'password'
      if (!isKnown) return context.reject(['password'])
      server.logins++
      context.accept()
    })
    client.on('session', (accept) => {
      accept().on('sftp', (acceptSftp) => serve(acceptSftp(), root, client, server))
    })
  })
  const server: SftpServer = {
    port: 0,
    host_key: hostKeyText((parsed as { getPublicSSH: () => Buffer }).getPublicSSH()),
    breaks_on: null,
    logins: 0,
    offered: [],
    stop: () =>
      new Promise((resolve) => {
        for (const client of open) client.end()
        listening.close(() => resolve())
      }),
  }
  await new Promise<void>((resolve) => {
    listening.listen(0, '127.0.0.1', () => resolve())
  })
  server.port = (listening.address() as { port: number }).port
  return server
}
