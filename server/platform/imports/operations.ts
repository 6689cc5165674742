/** Imports, of the kinds and profiles that boot/imports.ts joins. */
import type { Operation } from '../../contract/operation.ts'
import type { ImportCatalogue } from '../../imports/kind.ts'
import { createImport } from './create_import.ts'
import { deleteImportProfile, getImportProfile, listImportProfiles } from './profiles.ts'
import { getImport, getImportReport, listImportKinds, listImports } from './read_imports.ts'
import { answerImport, setImportMapping } from './set_mapping.ts'
import { cancelImport, previewImport, runImport, undoImport } from './steps.ts'

export const importOperations = (catalogue: ImportCatalogue): readonly Operation[] => [
  listImportKinds(catalogue),
  listImportProfiles(catalogue),
  getImportProfile,
  deleteImportProfile,
  listImports,
  createImport(catalogue),
  getImport,
  setImportMapping(catalogue),
  answerImport,
  previewImport,
  runImport,
  cancelImport,
  undoImport(catalogue),
  getImportReport,
]
