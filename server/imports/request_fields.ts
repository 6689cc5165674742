/** Fields of the requests and responses of operations that import a file at once. */
import { Text, Type } from '../contract/schema.ts'

export const UploadKey = (file_name: string, more = '') =>
  Text(`Key of an uploaded CSV, XLSX or XLS file${more}.`, {
    minLength: 1,
    maxLength: 500,
    examples: [`uploads/019a9f3e-7c10-7a52-8f0e-3b1d5c2e9a41/${file_name}`],
  })

export const Header = (description: string, example: string) =>
  Text(description, { minLength: 1, maxLength: 200, examples: [example] })

export const IgnoredColumns = Type.Array(Text('Header of a column that was not read.'), {
  description: 'Columns of the file that were not read.',
  examples: [['Remarks']],
})
