/** Values that examples of several domains share. */
export type Values = Record<string, unknown>

/** A field that the response to the sample request does not have. */
export const absent = Symbol('absent')

/** A list that is read without `updated_since`. */
export const unfollowed = { watermark: absent, deleted: absent }

/** A page of rows, of a table that can be exported. */
export const notExported = {
  'data.export_url': null,
  'data.file_name': absent,
  'data.row_count': absent,
  'data.expires_at': absent,
}

export const now = '2026-11-21T09:30:00+00:00'
export const connection: Values = { created_by: 'Ada Merchant' }
