/** Settings of a connection of each transport. Secrets are stored apart, encrypted, and never returned. */
import { Nullable, Shape, type Static, Text, Type, Whole } from '../../contract/schema.ts'

const url = Text('URL of the gateway of the account, to which each interchange is posted.', {
  minLength: 1,
  maxLength: 2_000,
  examples: ['https://edi.meridian.example/interchanges'],
})
const host = Text('Host name or IP address of the SFTP server.', {
  minLength: 1,
  maxLength: 253,
  pattern: '^[A-Za-z0-9.:-]+$',
  'x-rule': 'must be a host name or an IP address',
  examples: ['sftp.meridian.example'],
})
const user_name = Text('User name at the SFTP server.', { minLength: 1, maxLength: 200, examples: ['harbour'] })
const host_key = Text(
  "SHA-256 fingerprint of the server's host key, as `ssh-keygen -l` prints it. A server with another key is refused.",
  {
    pattern: '^SHA256:[A-Za-z0-9+/]{43}=?$',
    'x-rule': 'must begin with SHA256: and have 43 characters of Base64 after it',
    examples: ['SHA256:nThbg6kXUpJWGl7E1IGOCspRomTxdCARLviKw6E5SY8'],
  },
)
const folder = (description: string, example: string) =>
  Text(description, {
    minLength: 1,
    maxLength: 500,
    pattern: '^[^\\x00-\\x1f]+$',
    'x-rule': 'must be a path without control characters',
    examples: [example],
  })

export const HttpSettings = Shape({ url })
export type HttpSettings = Static<typeof HttpSettings>

export const SftpSettings = Shape(
  {
    host,
    port: Type.Optional(
      Whole('Port of the SFTP server; 22 unless stated.', { minimum: 1, maximum: 65_535, examples: [22] }),
    ),
    user_name,
    host_key,
    out_folder: folder('Folder at the server to which interchanges are written.', '/inbound'),
    in_folder: Type.Optional(
      Nullable(folder('Folder at the server from which interchanges are fetched; null if none are.', '/outbound')),
    ),
    done_folder: Type.Optional(
      Nullable(
        folder(
          'Folder at the server to which fetched files are moved; null deletes them once they are stored.',
          '/done',
        ),
      ),
    ),
  },
  { $id: 'SftpSettings' },
)
export type SftpSettings = Static<typeof SftpSettings>

const secretText = { minLength: 1, maxLength: 10_000 }

/** Exactly one of the parts, that of the transport. */
export const ConnectionBody = Shape({
  http: Type.Optional(
    Shape({
      ...HttpSettings.properties,
      bearer_token: Type.Optional(
        Text(
          'Token that the gateway expects after `Authorization: Bearer`. Left out, the present one stays while scheme, host and port of the URL do; otherwise it is deleted.',
          {
            ...secretText,
            pattern: '^[\\x21-\\x7e]+$',
            'x-rule': 'must be ASCII without spaces and control characters',
            examples: ['gw_5mQ2c8Zr1vK9'],
          },
        ),
      ),
    }),
  ),
  sftp: Type.Optional(
    Shape({
      ...SftpSettings.properties,
      password: Type.Optional(
        Text(
          'Password of the user. It and `private_key` can be left out while host, port, user name and host key stay as they are.',
          {
            ...secretText,
            examples: ['correct horse'],
          },
        ),
      ),
      private_key: Type.Optional(
        Text('Private key of the user in OpenSSH or PEM format, without a passphrase; instead of a password.', {
          ...secretText,
          pattern: '^-----BEGIN [A-Z ]*PRIVATE KEY-----',
          'x-rule': 'must begin with the line -----BEGIN … PRIVATE KEY-----',
        }),
      ),
    }),
  ),
})
export type ConnectionBody = Static<typeof ConnectionBody>
