/** Accounts with their doors and contacts in bulk, as imports bring them: compared, written and undone by batches. */
import { uuidv7 } from 'uuidv7'
import type { Sql } from '../../contract/call.ts'
import { limits } from '../../contract/limits.ts'
import { refuse } from '../../contract/refusals.ts'
import { recordFault } from '../../imports/record_fault.ts'
import type { DiffRecords, RecordDiff, UndoOutcome, WriteContext, WriteRecords } from '../../imports/record_diff.ts'
import { endUnknownDoors } from '../../selling/orders/ended_questions.ts'
import type { AccountValues } from '../accounts/account.model.ts'
import { type AccountRecord, type AccountWrite, diffAccounts, writeAccounts } from '../accounts/diff_accounts.ts'
import {
  contactKind,
  type ContactValues,
  doorKind,
  type DoorValues,
  isSame,
  type Part,
  type PartWrite,
  diffParts,
  type Stated,
} from './account_parts.rules.ts'
import {
  deleteAccounts,
  deleteContacts,
  deleteDoors,
  findAccounts,
  lockAccounts,
  readAccounts,
  readContacts,
  readDoors,
  readReportedDoors,
  readUsed,
  writeContacts,
  writeDoors,
} from './account_parts.store.ts'

export interface AccountImportRecord {
  account: AccountRecord & { name: string }
  doors: readonly Stated<DoorValues>[]
  contacts: readonly Stated<ContactValues>[]
}

export interface AccountImportWrite {
  trading_partner_id: string
  account: AccountWrite | null
  doors: readonly PartWrite<DoorValues>[]
  contacts: readonly PartWrite<ContactValues>[]
}

const byAccount = <V>(parts: readonly Part<V>[]) => Map.groupBy(parts, ({ trading_partner_id }) => trading_partner_id)

export const diffAccountImport: DiffRecords<AccountImportRecord, AccountImportWrite> = async (
  sql,
  context,
  records,
) => {
  const { organization_id } = context
  const accounts = records.map(({ account }) => account)
  const [diffs, ids] = await Promise.all([
    diffAccounts(sql, context, accounts),
    findAccounts(
      sql,
      organization_id,
      accounts.map(({ name, account_reference = null }) => ({ name, account_reference })),
    ),
  ])
  const known = ids.filter((id) => id !== null)
  const [doors, contacts] = await Promise.all([
    readDoors(sql, organization_id, known),
    readContacts(sql, organization_id, known),
  ])
  const [doorsOf, contactsOf] = [byAccount(doors), byAccount(contacts)]
  return records.map((record, i): RecordDiff<AccountImportWrite> => {
    const diff = diffs[i]!
    if (diff.outcome === 'refused') return diff
    const trading_partner_id = 'write' in diff ? diff.write.trading_partner_id : ids[i]!
    const owner = { trading_partner_id, newId: uuidv7 }
    const existingContacts = contactsOf.get(trading_partner_id) ?? []
    const ofDoors = diffParts(doorKind, record.doors, doorsOf.get(trading_partner_id) ?? [], owner)
    const ofContacts = diffParts(contactKind, record.contacts, existingContacts, owner)
    const faults = [...ofDoors.faults, ...ofContacts.faults]
    const added = ofContacts.writes.filter(({ previous }) => previous === null).length
    if (existingContacts.length + added > limits.account_contacts_max)
      faults.push(recordFault('contact_name', `would make more than ${limits.account_contacts_max} contacts`, null))
    if (faults.length > 0) return { outcome: 'refused', faults }
    const write = {
      trading_partner_id,
      account: 'write' in diff ? diff.write : null,
      doors: ofDoors.writes,
      contacts: ofContacts.writes,
    }
    if (diff.outcome === 'created') return { outcome: 'created', write }
    const changes = [...(diff.outcome === 'changed' ? diff.changes : []), ...ofDoors.changes, ...ofContacts.changes]
    return changes.length === 0 ? { outcome: 'unchanged' } : { outcome: 'changed', changes, write }
  })
}

const isAsCompared = <V extends object>(writes: readonly PartWrite<V>[], existingParts: ReadonlyMap<string, Part<V>>) =>
  writes.every(({ id, previous }) => {
    const part = existingParts.get(id)
    return previous === null ? part === undefined : part !== undefined && isSame(previous, part.values)
  })

const byId = <V>(parts: readonly Part<V>[]) => new Map(parts.map((part) => [part.id, part]))

/** `undo` of each write is the write itself. Refuses `conflict` where something changed since its diff. */
export const writeAccountImport: WriteRecords<AccountImportWrite> = async (sql, context, writes) => {
  const { organization_id } = context
  const ids = writes.map(({ trading_partner_id }) => trading_partner_id)
  await lockAccounts(sql, organization_id, ids)
  const [accounts, doors, contacts] = await Promise.all([
    readAccounts(sql, organization_id, ids),
    readDoors(sql, organization_id, ids),
    readContacts(sql, organization_id, ids),
  ])
  const [doorsThere, contactsThere] = [byId(doors), byId(contacts)]
  const isCurrent = writes.every(({ trading_partner_id, account, doors: ofDoors, contacts: ofContacts }) => {
    const values = accounts.get(trading_partner_id)
    const isKnown = account === null ? values !== undefined : isPrevious(account, values)
    return isKnown && isAsCompared(ofDoors, doorsThere) && isAsCompared(ofContacts, contactsThere)
  })
  if (!isCurrent) refuse('conflict', { desc: 'An account was changed meanwhile.' })
  await writeAccounts(
    sql,
    context,
    writes.flatMap(({ account }) => account ?? []),
  )
  await writeDoors(
    sql,
    context,
    writes.flatMap((write) => write.doors),
  )
  const doored = writes.filter(({ doors }) => doors.length > 0)
  await endUnknownDoors(
    sql,
    context,
    doored.map(({ trading_partner_id }) => trading_partner_id),
  )
  await writeContacts(
    sql,
    context,
    writes.flatMap((write) => write.contacts),
  )
  return writes.map((undo) => ({ undo }))
}

const isPrevious = ({ previous }: AccountWrite, values: AccountValues | undefined) =>
  previous === null ? values === undefined : values !== undefined && isSame(previous, values)

const refused = (rule: string): UndoOutcome => ({ outcome: 'refused', faults: [recordFault('name', rule, null)] })

interface Current {
  accounts: ReadonlyMap<string, AccountValues>
  doors: ReadonlyMap<string, Part<DoorValues>>
  contacts: ReadonlyMap<string, Part<ContactValues>>
  used: ReadonlySet<string>
  reported_doors: ReadonlySet<string>
}

const isAsWritten = <V extends object>(writes: readonly PartWrite<V>[], existingParts: ReadonlyMap<string, Part<V>>) =>
  writes.every(({ id, values }) => existingParts.has(id) && isSame(values, existingParts.get(id)!.values))

const hasOthers = <V>(id: string, writes: readonly PartWrite<V>[], existingParts: ReadonlyMap<string, Part<V>>) => {
  const ours = new Set(writes.map((write) => write.id))
  return [...existingParts.values()].some((part) => part.trading_partner_id === id && !ours.has(part.id))
}

function undoOf({ trading_partner_id: id, account, doors, contacts }: AccountImportWrite, now: Current): UndoOutcome {
  const values = now.accounts.get(id)
  const isNew = account !== null && account.previous === null
  if (values === undefined) return isNew ? { outcome: 'unchanged' } : refused('is an account that was deleted since')
  if (account === null || isNew || !isSame(account.previous!, values))
    if (account !== null && !isSame(account.values, values)) return refused('is an account that was changed since')
  if (isAsCompared(doors, now.doors) && isAsCompared(contacts, now.contacts))
    if (!isNew && (account === null || isSame(account.previous!, values))) return { outcome: 'unchanged' }
  if (!isAsWritten(doors, now.doors) || !isAsWritten(contacts, now.contacts))
    return refused('has doors or contacts that were changed since')
  if (doors.some((door) => door.previous === null && now.reported_doors.has(door.id)))
    return refused('has doors that have reported sell-out since')
  if (isNew && (now.used.has(id) || hasOthers(id, doors, now.doors) || hasOthers(id, contacts, now.contacts)))
    return refused('is an account that something refers to since')
  return { outcome: 'undone' }
}

async function readCurrent(sql: Sql, organization_id: string, ids: readonly string[]): Promise<Current> {
  const [accounts, doors, contacts, used, reported_doors] = await Promise.all([
    readAccounts(sql, organization_id, ids),
    readDoors(sql, organization_id, ids),
    readContacts(sql, organization_id, ids),
    readUsed(sql, organization_id, ids),
    readReportedDoors(sql, organization_id, ids),
  ])
  return { accounts, doors: byId(doors), contacts: byId(contacts), used, reported_doors }
}

const created = <V>(writes: readonly PartWrite<V>[]) =>
  writes.flatMap(({ id, previous }) => (previous === null ? id : []))
const restored = <V>(writes: readonly PartWrite<V>[]) =>
  writes.flatMap(({ previous, ...part }) => (previous === null ? [] : [{ ...part, values: previous }]))

/** Deletes what the import created, unless something refers to the account since, and restores what it changed. */
export async function undoAccountImport(
  sql: Sql,
  context: WriteContext,
  undos: readonly AccountImportWrite[],
): Promise<readonly UndoOutcome[]> {
  const { organization_id } = context
  const ids = undos.map(({ trading_partner_id }) => trading_partner_id)
  await lockAccounts(sql, organization_id, ids)
  const current = await readCurrent(sql, organization_id, ids)
  const outcomes = undos.map((undo) => undoOf(undo, current))
  const undone = undos.filter((_, i) => outcomes[i]!.outcome === 'undone')
  const doors = undone.flatMap((undo) => undo.doors)
  const contacts = undone.flatMap((undo) => undo.contacts)
  await deleteDoors(sql, organization_id, created(doors))
  await deleteContacts(sql, organization_id, created(contacts))
  await writeDoors(sql, context, restored(doors))
  await writeContacts(sql, context, restored(contacts))
  const accounts = undone.flatMap(({ account }) => account ?? [])
  await writeAccounts(
    sql,
    context,
    accounts.flatMap(({ trading_partner_id, values, previous }) =>
      previous === null ? [] : [{ trading_partner_id, values: previous, previous: values }],
    ),
  )
  await deleteAccounts(
    sql,
    organization_id,
    accounts.flatMap(({ trading_partner_id, previous }) => (previous === null ? [trading_partner_id] : [])),
  )
  return outcomes
}
