/** Commands for the operator of the service. Each is one transaction. */
import { recordOfOperator, recordOfUser } from '../../audit/record.ts'
import { type Role, roles } from '../../contract/resources.ts'
import { organizations } from '../../../db/schema/organizations.ts'
import { type RowOf, selection } from '../../../db/sql/selection.ts'
import type { Sql } from '../../contract/call.ts'
import { limits } from '../../contract/limits.ts'
import { isCurrency } from '../../contract/money.ts'
import { type SubscriptionPlan, subscriptionPlans } from '../../contract/resources.ts'
import { isLine, isSignInAddress, signInAddressRule, lineRuleText, nilId, uuidPattern } from '../../contract/schema.ts'
import type { SecretBox } from '../../secrets/secret_box.ts'
import { checkAdminRemains, insertMembership, insertOrganization } from '../organizations/store.ts'
import { passwordRule } from '../sign_in/passwords.ts'
import { CommandFault } from './command_fault.ts'
import type { AuthKey } from '../sign_in/auth_keys.ts'
import { reencrypt, reencryptArrived, reencryptReport, reencryptTwoFactor } from './reencrypt.ts'
import { hashPassword, insertUser, makePassword, replacePassword } from '../sign_in/store.ts'

interface Option {
  about: string
  required?: true
  /** Has no value. */
  flag?: true
  one_of?: readonly string[]
}

interface Run {
  sql: Sql
  values: Record<string, string>
  region: 'us' | 'eu'
  secrets: SecretBox
  auth_keys: readonly AuthKey[]
  prepared: unknown
}

export interface Command {
  name: string
  summary: string
  options: Record<string, Option>
  /** Slow work without the database, before the transaction. */
  prepare?: (values: Record<string, string>) => Promise<unknown>
  /** Returns the text to print. */
  run: (run: Run) => Promise<string>
}

interface Person {
  id: string
  name: string
}

const organizationColumns = selection(organizations, 'o', ['organization_id', 'name', 'plan'])

export async function findOrganization(sql: Sql, named: string): Promise<RowOf<typeof organizationColumns>> {
  const [row] = await sql<RowOf<typeof organizationColumns>[]>`
    select ${organizationColumns} from organizations o
    where organization_id = ${uuidPattern.test(named) ? named : nilId} for update`
  if (row === undefined)
    throw new CommandFault(`There is no organisation with the id ${named}; list-organizations lists all.`)
  return row
}

async function findPerson(sql: Sql, email: string): Promise<Person> {
  const [row] = await sql<Person[]>`select id, name from "user" where email = ${email.toLowerCase()} for key share`
  if (row === undefined)
    throw new CommandFault(`There is no user with the e-mail address ${email}; create one with create-user.`)
  return row
}

function checkName(name: string): void {
  if (name.trim().length > limits.name_length_max || !isLine(name))
    throw new CommandFault(`A name must have 1 to ${limits.name_length_max} characters ${lineRuleText}.`)
}

interface Password {
  password: string
  password_hash: string
  is_made: boolean
}

async function preparePassword(values: Record<string, string>): Promise<Password> {
  const password = values.password ?? makePassword()
  const rule = passwordRule(password, values.email)
  if (rule !== null) throw new CommandFault(`The password ${rule}.`)
  return { password, password_hash: await hashPassword(password), is_made: values.password === undefined }
}

const passwordText = ({ password, is_made }: Password) =>
  is_made ? `Password (shown only once): ${password}` : 'The password is the one that you specified.'

/** Aligned text columns. */
export type Row = Record<string, string | number>
export function table(rows: readonly Row[], nothing: string): string {
  const [first] = rows
  if (first === undefined) return nothing
  const names = Object.keys(first)
  const texts = [names, ...rows.map((row) => names.map((name) => String(row[name])))]
  const widths = names.map((_, column) => Math.max(...texts.map((text) => text[column]!.length)))
  return texts
    .map((text) =>
      text
        .map((cell, column) => cell.padEnd(widths[column]!))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

export const organizationOption: Option = { about: 'id of the organisation', required: true }
const emailOption: Option = { about: 'e-mail address of the user', required: true }
const passwordOption: Option = {
  about: `password, at least ${limits.password_length_min} characters (default: generated)`,
}

const createOrganization: Command = {
  name: 'create-organization',
  summary: 'Create an organisation',
  options: {
    name: { about: 'its name', required: true },
    plan: { about: 'its plan (default: essentials)', one_of: subscriptionPlans },
    currency: { about: 'its currency, as an ISO 4217 code (default: USD)' },
    sandbox: { about: 'a sandbox, which can be filled with starter data', flag: true },
    admin: { about: 'e-mail address of the user who becomes its administrator' },
  },
  async run({ sql, values, region }) {
    const { name = '', plan = 'essentials', currency = 'USD', sandbox, admin } = values
    checkName(name)
    if (!isCurrency(currency)) throw new CommandFault('--currency must be an ISO 4217 code in capitals, such as EUR.')
    const person = admin === undefined ? null : await findPerson(sql, admin)
    const organization = {
      name: name.trim(),
      region,
      plan: plan as SubscriptionPlan,
      currency,
      sandbox: sandbox === 'true',
    }
    const organization_id = await insertOrganization(sql, organization)
    if (person) await insertMembership(sql, organization_id, person.id, 'admin')
    const kind = organization.sandbox ? 'sandbox organisation' : 'organisation'
    const who = person ? `${person.name} is its administrator.` : 'It has no members yet; add one with add-member.'
    return `Created the ${kind} ${organization.name} on the plan ${plan}: ${organization_id}\n${who}`
  },
}

const createUser: Command = {
  name: 'create-user',
  summary: 'Create a user',
  options: {
    email: emailOption,
    name: { about: 'name of the user', required: true },
    password: passwordOption,
  },
  prepare: preparePassword,
  async run({ sql, values, prepared }) {
    const { email = '', name = '' } = values
    checkName(name)
    if (!isSignInAddress(email)) throw new CommandFault(`"${email}" ${signInAddressRule}.`)
    const password = prepared as Password
    const user_id = await insertUser(sql, { email, name: name.trim(), password_hash: password.password_hash })
    if (user_id === null) throw new CommandFault(`Another user already has the e-mail address ${email}.`)
    return `Created ${name.trim()} <${email.toLowerCase()}>: ${user_id}\n${passwordText(password)}`
  },
}

const setPassword: Command = {
  name: 'set-password',
  summary: "Set a user's password and end all their sessions",
  options: { email: emailOption, password: passwordOption },
  prepare: preparePassword,
  async run({ sql, values, prepared }) {
    const password = prepared as Password
    const { id, name } = await findPerson(sql, values.email!)
    if (!(await replacePassword(sql, values.email!, password.password_hash)))
      throw new CommandFault(`${name} does not sign in with a password.`)
    await recordOfUser(sql, id, {
      kind: 'user.password_reset',
      address: null,
      by: 'operator',
      sentence: 'Password set by the operator of the service; every session ended.',
    })
    return `Set the password of ${name} and ended all sessions.\n${passwordText(password)}`
  },
}

const resetTwoFactor: Command = {
  name: 'reset-two-factor',
  summary: "Remove a user's second factor, after a loss of the app and the recovery codes",
  options: { email: emailOption },
  async run({ sql, values }) {
    const { id, name } = await findPerson(sql, values.email!)
    const [removed] = await sql`
      with gone as (delete from two_factor where "userId" = ${id} returning true)
      update "user" set "twoFactorEnabled" = false
      where id = ${id} and ("twoFactorEnabled" or exists (select from gone)) returning true`
    if (removed === undefined) throw new CommandFault(`${name} has not set up two-factor sign-in.`)
    await sql`delete from session where "userId" = ${id}`
    await recordOfUser(sql, id, {
      kind: 'user.two_factor_reset',
      address: null,
      by: 'operator',
      sentence: 'Two-factor sign-in removed by the operator of the service; every session ended.',
    })
    return `${name} signs in with the password alone now, and every session has ended.`
  },
}

const setPlan: Command = {
  name: 'set-plan',
  summary: 'Set the plan of an organisation, effective from its next request',
  options: {
    organization: organizationOption,
    plan: { about: 'the new plan', required: true, one_of: subscriptionPlans },
  },
  async run({ sql, values }) {
    const { organization_id, name, plan } = await findOrganization(sql, values.organization!)
    if (plan === values.plan) return `The plan of ${name} is ${plan} already.`
    await sql`update organizations set plan = ${values.plan!} where organization_id = ${organization_id}`
    const sentence = `Plan changed from ${plan} to ${values.plan}.`
    const event = { kind: 'organization.plan_changed', subject_id: organization_id, subject: name, sentence } as const
    await recordOfOperator(sql, organization_id, event)
    return `Changed the plan of ${name} from ${plan} to ${values.plan}.`
  },
}

const addMember: Command = {
  name: 'add-member',
  summary: 'Add a user to an organisation, or change their role',
  options: {
    organization: organizationOption,
    email: emailOption,
    role: { about: 'role of the user', required: true, one_of: roles },
  },
  async run({ sql, values }) {
    const { organization_id, name } = await findOrganization(sql, values.organization!)
    const person = await findPerson(sql, values.email!)
    const role = values.role as Role
    const subject = { subject_id: person.id, subject: values.email!.toLowerCase() }
    if (await insertMembership(sql, organization_id, person.id, role)) {
      const sentence = `Added ${person.name} as ${role}.`
      await recordOfOperator(sql, organization_id, { kind: 'member.added', ...subject, sentence })
      return `Added ${person.name} to ${name} as ${role}.`
    }
    if (role !== 'admin') await checkAdminRemains(sql, organization_id, person.id)
    await sql`
      update memberships set role = ${role} where organization_id = ${organization_id} and user_id = ${person.id}`
    const sentence = `Role of ${person.name} set to ${role}.`
    await recordOfOperator(sql, organization_id, { kind: 'member.role_changed', ...subject, sentence })
    return `${person.name} is already in ${name}; the role is now ${role}.`
  },
}

const removeMember: Command = {
  name: 'remove-member',
  summary: 'Remove a user from an organisation',
  options: { organization: organizationOption, email: emailOption },
  async run({ sql, values }) {
    const { organization_id, name } = await findOrganization(sql, values.organization!)
    const person = await findPerson(sql, values.email!)
    const [row] = await sql`
      select role from memberships where organization_id = ${organization_id} and user_id = ${person.id}`
    if (row === undefined) throw new CommandFault(`${person.name} is not a member of ${name}.`)
    await checkAdminRemains(sql, organization_id, person.id)
    await sql`delete from memberships where organization_id = ${organization_id} and user_id = ${person.id}`
    await recordOfOperator(sql, organization_id, {
      kind: 'member.removed',
      subject_id: person.id,
      subject: values.email!.toLowerCase(),
      sentence: `Removed ${person.name}.`,
    })
    return `Removed ${person.name} from ${name}.`
  },
}

const listOrganizations: Command = {
  name: 'list-organizations',
  summary: 'List organisations with their plans',
  options: {},
  async run({ sql }) {
    const rows = await sql<Row[]>`
      select o.organization_id, o.name, o.region, o.plan, case when o.sandbox then 'sandbox' else 'live' end as kind,
        (select count(*)::int from memberships m where m.organization_id = o.organization_id) as people
      from organizations o order by o.name, o.organization_id`
    return table(rows, 'There are no organisations yet; create one with create-organization.')
  },
}

const listUsers: Command = {
  name: 'list-users',
  summary: 'List all users',
  options: {},
  async run({ sql }) {
    const rows = await sql<Row[]>`
      select u.id as user_id, u.name, u.email,
        (select count(*)::int from memberships m where m.user_id = u.id) as organizations
      from "user" u order by u.email`
    return table(rows, 'There are no users yet; create one with create-user.')
  },
}

const listMembers: Command = {
  name: 'list-members',
  summary: 'List the members of an organisation',
  options: { organization: organizationOption },
  async run({ sql, values }) {
    const { organization_id, name } = await findOrganization(sql, values.organization!)
    const rows = await sql<Row[]>`
      select u.name, u.email, m.role from memberships m join "user" u on u.id = m.user_id
      where m.organization_id = ${organization_id} order by u.name, u.id`
    return table(rows, `${name} has no members yet.`)
  },
}

const reencryptSecrets: Command = {
  name: 'reencrypt-secrets',
  summary: 'Encrypt stored secrets with the current SECRET_KEY',
  options: {},
  async run({ sql, secrets, auth_keys }) {
    const parts = [
      await reencrypt(sql, secrets),
      await reencryptArrived(sql, secrets),
      await reencryptTwoFactor(sql, auth_keys),
    ]
    const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0)
    return reencryptReport({
      moved: sum(parts.map(({ moved }) => moved)),
      current: sum(parts.map(({ current }) => current)),
    })
  },
}

export const peopleCommands: readonly Command[] = [
  listOrganizations,
  createOrganization,
  setPlan,
  listUsers,
  createUser,
  setPassword,
  resetTwoFactor,
  listMembers,
  addMember,
  removeMember,
  reencryptSecrets,
]
