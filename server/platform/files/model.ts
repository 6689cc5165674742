/** The uploaded file resource. */
import { limits } from '../../contract/limits.ts'
import { Instant, Shape, type Static, Text, Whole } from '../../contract/schema.ts'

export const FileKey = Text('Key of the file, as returned by the upload.', {
  minLength: 1,
  maxLength: 300,
  examples: ['uploads/019a9f3e-7c10-7a52-8f0e-3b1d5c2e9a41/count.xlsx'],
})

export const Upload = Shape(
  {
    file_key: Text('Key of the file, passed to operations that read a file, for example as `s3_key`.', {
      examples: ['uploads/019a9f3e-7c10-7a52-8f0e-3b1d5c2e9a41/count.xlsx'],
    }),
    file_name: Text('File name without folders.', { examples: ['count.xlsx'] }),
    content_type: Text('Content-Type sent with the upload.', { examples: ['text/csv'] }),
    byte_count: Whole('Size of the file, in bytes.', { examples: [20_480] }),
    sha256: Text('SHA-256 of its bytes, in hex.', { pattern: '^[0-9a-f]{64}$', 'x-rule': 'must be 64 hex digits' }),
    uploaded_at: Instant('Time of the upload.'),
    expires_at: Instant(`Time the file is deleted: ${limits.upload_days} days after the upload.`),
  },
  { $id: 'FileUpload', description: 'An uploaded file.' },
)
export type Upload = Static<typeof Upload>
