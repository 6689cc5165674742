/** The file of a paper as it was filed. It is stored under its hash, so that storing it again changes nothing. */
import type { StoredFile } from '../../tables/exports.ts'
import type { Format } from './reading/format.rules.ts'

export const sourceKey = (sha256: string): string => `order_documents/${sha256}`

const contentTypes: Record<Format, string> = {
  pdf: 'application/pdf',
  jpeg: 'image/jpeg',
  png: 'image/png',
  csv: 'text/csv',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  xls: 'application/vnd.ms-excel',
}
export const contentTypeOf = (format: Format): string => contentTypes[format]

const extensions: Record<Format, string> = { pdf: 'pdf', jpeg: 'jpg', png: 'png', csv: 'csv', xlsx: 'xlsx', xls: 'xls' }

/** A name that needs no quoting in a URL or a header, with the extension of what the file is. */
export const linkName = (file_name: string, format: Format): string => {
  const base = file_name
    .normalize('NFKD')
    .replace(/\.[^.]*$/, '')
    .replaceAll(/[^A-Za-z0-9_-]+/g, '_')
    .slice(0, 80)
  return `${base || 'order'}.${extensions[format]}`
}

export const orderPaperFile: StoredFile = {
  name: 'order_document',
  async find(sql, organization_id, { document_id }) {
    const [row] = await sql<{ sha256: string; format: Format }[]>`
      select sha256, format from order_documents
      where organization_id = ${organization_id} and document_id = ${String(document_id)}::uuid`
    return row === undefined ? null : { file_key: sourceKey(row.sha256), content_type: contentTypeOf(row.format) }
  },
}
