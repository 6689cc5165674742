/** Uploaded files as the app is shown them. */
import { limits } from '../../contract/limits.ts'
import { Instant, Shape, type Static, Text, Whole } from '../../contract/schema.ts'

export const FileKey = Text('The file, as its upload named it.', {
  minLength: 1,
  maxLength: 300,
  examples: ['uploads/019a9f3e-7c10-7a52-8f0e-3b1d5c2e9a41/count.xlsx'],
})

export const Upload = Shape(
  {
    file_key: Text('Names the file to the operations that read one, e.g. as `s3_key`.', {
      examples: ['uploads/019a9f3e-7c10-7a52-8f0e-3b1d5c2e9a41/count.xlsx'],
    }),
    file_name: Text('Its name, without folders.', { examples: ['count.xlsx'] }),
    content_type: Text('As sent.', { examples: ['text/csv'] }),
    byte_count: Whole('Its size.', { examples: [20_480] }),
    sha256: Text('SHA-256 of its bytes, in hex.', { pattern: '^[0-9a-f]{64}$', 'x-rule': 'must be 64 hex digits' }),
    uploaded_at: Instant('When it arrived.'),
    expires_at: Instant(`When it is deleted: ${limits.upload_days} days after it arrived.`),
  },
  { description: 'An uploaded file.' },
)
export type Upload = Static<typeof Upload>
