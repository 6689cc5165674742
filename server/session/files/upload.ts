import { uuidv7 } from 'uuidv7'
import { limits } from '../../contract/limits.ts'
import { counted } from '../../contract/outcome.ts'
import { sessionOperation } from '../../contract/operation.ts'
import { refuseField } from '../../contract/refusals.ts'
import { Instant, Shape, Text, Type, Whole } from '../../contract/schema.ts'

const Upload = Shape(
  {
    file_key: Text('Names the file to the operations that read one, e.g. as `s3_key`.', {
      examples: ['uploads/019a9f3e-7c10-7a52-8f0e-3b1d5c2e9a41/count.xlsx'],
    }),
    file_name: Text('Its name, without folders.', { examples: ['count.xlsx'] }),
    content_type: Text('As sent.', { examples: ['text/csv'] }),
    byte_count: Whole('Its size.', { examples: [20_480] }),
    sha256: Text('SHA-256 of its bytes, in hex.', { pattern: '^[0-9a-f]{64}$', 'x-rule': 'must be 64 hex digits' }),
    uploaded_at: Instant('When it arrived.'),
  },
  { description: 'An uploaded file.' },
)

export const uploadFile = sessionOperation({
  id: 'session.upload_file',
  route: 'POST /api/v1/files',
  summary: 'Upload a file',
  desc: ({ file_name, byte_count }) => `File ${file_name} uploaded, ${counted(byte_count, 'byte')}.`,
  description: `The body is the file itself, not a form, of 1 to ${limits.upload_bytes_max.toLocaleString('en-US')} bytes; its Content-Type is recorded. What it is is found out by whoever reads it, from its content. The key answers for this organisation alone.`,
  service: 'files',
  needs: 'member',
  query: Type.Object(
    { file_name: Text('Name of the file.', { minLength: 1, maxLength: 255, examples: ['count.xlsx'] }) },
    { additionalProperties: false },
  ),
  body: 'bytes',
  body_bytes_max: limits.upload_bytes_max,
  answer: Upload,
  status: 201,
  async prepare({ caller, query, body, content_type, files }) {
    const file_name = baseName(query.file_name)
    if (body.byteLength === 0) refuseField('body', 'is empty; send the bytes of the file')
    const type = checkType(content_type)
    const digest = await crypto.subtle.digest('SHA-256', body as Uint8Array<ArrayBuffer>)
    const file_key = `uploads/${uuidv7()}/${safeName(file_name)}`
    await files.stage(caller.organization_id, file_key, body)
    return { file_key, file_name, content_type: type, sha256: Buffer.from(digest).toString('hex') }
  },
  async run({ sql, caller, body, now, prepared }) {
    const upload = { ...prepared, byte_count: body.byteLength, uploaded_at: now }
    await sql`
      insert into uploads (organization_id, file_key, file_name, content_type, byte_count, sha256, uploaded_by, uploaded_at)
      values (${caller.organization_id}, ${upload.file_key}, ${upload.file_name}, ${upload.content_type},
        ${upload.byte_count}, ${upload.sha256}, ${caller.kind === 'session' ? caller.user_id : null}, ${now})`
    return upload
  },
})

/** Without the folders of whoever sent it, of either kind of system. */
function baseName(name: string): string {
  const base = name.split(/[/\\]/).at(-1)!.trim()
  if (base === '' || base === '.' || base === '..') refuseField('file_name', 'names no file')
  return base
}

/** Letters, digits, dots, dashes and underscores, so that a key needs no quoting anywhere. */
const safeName = (name: string) =>
  name
    .normalize('NFKD')
    .replaceAll(/[^A-Za-z0-9._-]+/g, '_')
    .replace(/^\.+/, '_')
    .slice(-100)

function checkType(content_type: string | null): string {
  const type = content_type?.trim() || 'application/octet-stream'
  if (/^multipart\//i.test(type)) refuseField('Content-Type', 'is a form; send the bytes of the file as the body')
  if (type.length > 255) refuseField('Content-Type', 'is longer than 255 characters')
  return type
}
