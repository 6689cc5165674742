/** The destination of a connection as one text: a stored secret belongs to it and is sent nowhere else. Pure. */
import type { ConnectionTransport } from '../known_values.ts'
import type { HttpSettings, SftpSettings } from './settings.ts'

export const standardPort = 22

const sftpDestination = ({ host, port = standardPort, user_name, host_key }: SftpSettings): string =>
  JSON.stringify([host.toLowerCase(), port, user_name, host_key.replace(/=$/, '')])

/** HTTP: scheme, host and port. SFTP: host, port, user name and host key. Another spelling of them is the same text. */
export function destinationOf(transport: ConnectionTransport, settings: object): string {
  if (transport === 'http') return new URL((settings as HttpSettings).url).origin
  return transport === 'sftp' ? sftpDestination(settings as SftpSettings) : ''
}
