/** The app's operations on trading accounts and price lists. */
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
import { createPriceList, getPriceList, listPriceLists, updatePriceList } from './price_lists/price_lists.ts'
import { listPrices, setPrices } from './price_lists/prices.ts'

export const partnersOperations: readonly Operation[] = [
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
]
