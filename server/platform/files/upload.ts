import { uuidv7 } from 'uuidv7'
import { limits } from '../../contract/limits.ts'
import { counted } from '../../contract/outcome.ts'
import { sessionOperation } from '../../contract/operation.ts'
import { refuse, refuseField } from '../../contract/refusals.ts'
import { Line, Type } from '../../contract/schema.ts'
import { Upload } from './model.ts'

export const uploadFile = sessionOperation({
  id: 'session.upload_file',
  route: 'POST /api/v1/files',
  summary: 'Upload a file',
  desc: ({ file_name, byte_count }) => `File ${file_name} uploaded, ${counted(byte_count, 'byte')}.`,
  description: `Uploads a file. The request body is the file itself, not a form, of 1 to ${limits.upload_bytes_max.toLocaleString('en-US')} bytes. The Content-Type is recorded; operations that read the file detect its format from the content. Only this organisation can use the key. An organisation can have at most ${limits.uploads_at_once_max} uploads in progress (\`rate_limited\`) and store at most ${limits.upload_space_bytes.toLocaleString('en-US')} bytes (\`upload_space_full\`). Until it completes, an upload without Content-Length counts as the maximum size. A file is deleted after ${limits.upload_days} days; one that names people is deleted when its import has ended, and at the latest after ${limits.personal_upload_days} days without work on it.`,
  service: 'files',
  query: Type.Object(
    { file_name: Line('Name of the file.', { maxLength: 255, examples: ['count.xlsx'] }) },
    { additionalProperties: false },
  ),
  body: 'bytes',
  body_bytes_max: limits.upload_bytes_max,
  answer: Upload,
  status: 201,
  refusals: ['upload_space_full'],
  async prepare({ caller, query, body, content_type, files }) {
    const file_name = baseName(query.file_name)
    const type = checkType(content_type)
    const file_key = `uploads/${uuidv7()}/${safeName(file_name)}`
    const stored = await files.receive(caller.organization_id, file_key, body)
    return { file_key, file_name, content_type: type, ...stored }
  },
  async run({ sql, caller: { organization_id, ...caller }, now, prepared }) {
    const { file_key, file_name, content_type, byte_count, sha256 } = prepared
    const uploaded_by = caller.kind === 'session' ? caller.user_id : null
    const { count } = await sql`
      delete from staged_uploads where organization_id = ${organization_id} and file_key = ${file_key} and ends_at > now()`
    if (count === 0) refuse('body_too_slow')
    const [stored] = await sql<{ expires_at: string }[]>`
      insert into uploads (organization_id, file_key, file_name, content_type, byte_count, sha256, uploaded_by, uploaded_at)
      values (${organization_id}, ${file_key}, ${file_name}, ${content_type}, ${byte_count}, ${sha256}, ${uploaded_by},
        ${now})
      returning uploaded_at + make_interval(days => ${limits.upload_days}) as expires_at`
    return { file_key, file_name, content_type, byte_count, sha256, uploaded_at: now, expires_at: stored!.expires_at }
  },
})

/** Strips the sender's folders, with either path separator. */
function baseName(name: string): string {
  const base = name.split(/[/\\]/).at(-1)!.trim()
  if (base === '' || base === '.' || base === '..') refuseField('file_name', 'must contain a file name')
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
  if (/^multipart\//i.test(type))
    refuseField('Content-Type', 'must not be multipart; send the bytes of the file as the body')
  if (type.length > 255) refuseField('Content-Type', 'must be at most 255 characters')
  return type
}
