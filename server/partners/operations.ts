/** Operations on trading accounts: their figures, EDI documents, sell-out, order book and price lists. */
import type { Operation } from '../contract/operation.ts'
import { archiveAccount, restoreAccount } from './accounts/archive.ts'
import { createAccountContact, deleteAccountContact, updateAccountContact } from './accounts/contacts.ts'
import { createAccount } from './accounts/create.ts'
import { createDoors, listDoors, updateDoor } from './accounts/doors.ts'
import { deleteEdiProfile, setEdiProfile } from './accounts/edi_profile.ts'
import { getAccount } from './accounts/get.ts'
import { listAccounts } from './accounts/list.ts'
import { updateAccount } from './accounts/update.ts'
import { listAccountItems, setAccountItems } from './account_items/items.ts'
import { listEdiGuides } from './accounts/list_edi_guides.ts'
import { listEdiDeadlines } from './edi/deadlines/list_deadlines.ts'
import { previewEdiDocument } from './edi/preview_document.ts'
import { correctEdiDocument } from './edi/correct_document.ts'
import { downloadEdiDocument, resendEdiDocument } from './edi/documents.ts'
import {
  discardEdiInterchange,
  getEdiInterchangeFile,
  listEdiInterchanges,
  receiveEdiInterchanges,
  releaseEdiInterchange,
} from './edi/interchanges.ts'
import { discardEdiDocument, readEdiDocumentAgain, readEdiInterchangeAgain } from './edi/read_again.ts'
import { listEdiDocuments } from './edi/list_edi_documents.ts'
import { orderBookOperations } from './order_book/operations.ts'
import { getRetailerOverview } from './retailers/get_overview.ts'
import { listRetailerContacts } from './retailers/list_contacts.ts'
import { listAccountProductFilters } from './retailers/list_product_filters.ts'
import { listAccountProducts } from './retailers/list_products.ts'
import { listReplenishmentRecommendations } from './retailers/list_replenishment_recommendations.ts'
import { listRetailers } from './retailers/list_retailers.ts'
import { portalOperations } from './portal/seats.ts'
import { createPriceList, getPriceList, listPriceLists, updatePriceList } from './price_lists/price_lists.ts'
import { listPrices, setPrices } from './price_lists/prices.ts'
import { getCoverage } from './sell_out/figures/get_coverage.ts'
import { getDeclaration } from './sell_out/declaration/get_declaration.ts'
import { getDoors as getSellOutDoors } from './sell_out/figures/get_doors.ts'
import { importReport } from './sell_out/import.ts'
import { previewReport } from './sell_out/preview.ts'
import { listRefusedRows } from './sell_out/list_refused_rows.ts'
import { confirmMapping, listProfiles } from './sell_out/profiles_operations.ts'
import { replayRefused } from './sell_out/replay.ts'
import { undoSellOut } from './sell_out/undo_import.ts'
import { setDeclaration } from './sell_out/declaration/set_declaration.ts'

export const partnersOperations: readonly Operation[] = [
  listEdiDocuments,
  downloadEdiDocument,
  resendEdiDocument,
  correctEdiDocument,
  previewEdiDocument,
  listEdiGuides,
  listEdiDeadlines,
  readEdiDocumentAgain,
  discardEdiDocument,
  receiveEdiInterchanges,
  listEdiInterchanges,
  getEdiInterchangeFile,
  releaseEdiInterchange,
  discardEdiInterchange,
  readEdiInterchangeAgain,
  ...orderBookOperations,
  listRetailers,
  listRetailerContacts,
  getRetailerOverview,
  listAccountProducts,
  listAccountProductFilters,
  listReplenishmentRecommendations,
  listAccounts,
  createAccount,
  getAccount,
  updateAccount,
  archiveAccount,
  restoreAccount,
  listDoors,
  createDoors,
  updateDoor,
  createAccountContact,
  updateAccountContact,
  deleteAccountContact,
  ...portalOperations,
  setEdiProfile,
  deleteEdiProfile,
  listAccountItems,
  setAccountItems,
  listPriceLists,
  createPriceList,
  getPriceList,
  updatePriceList,
  listPrices,
  setPrices,
  getCoverage,
  getDeclaration,
  setDeclaration,
  getSellOutDoors,
  importReport,
  previewReport,
  listProfiles,
  confirmMapping,
  replayRefused,
  undoSellOut,
  listRefusedRows,
]
