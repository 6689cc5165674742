/**
 * The eighteen resources of the scope matrix. Scope strings, plan gates and the names in errors are derived from
 * this table. Source: the platform contract, 'Scopes' and 'Plan checks'.
 */
import { named } from './openapi/named.ts'

export const subscriptionPlans = ['starter', 'essentials', 'essentials_plus', 'pro'] as const
export type SubscriptionPlan = (typeof subscriptionPlans)[number]

/** Each region has its own service and database. */
export const regions = named('Region', ['us', 'eu'])

export const soldWithTiers = named('SoldWith', ['every_plan', 'essentials_plus', 'pro'])
export type SoldWith = (typeof soldWithTiers)[number]

export interface ResourceFacts {
  /** Display name, as in scope_missing. */
  word: string
  verbs: readonly ('read' | 'write')[]
  sold_with: SoldWith
  /** Name of the capability in plan_excludes. */
  capability: string
  /** message.service of a success, unless the operation sets another. */
  service: string
}

const every = (word: string, service: string, write = false): ResourceFacts => ({
  word,
  verbs: write ? ['read', 'write'] : ['read'],
  sold_with: 'every_plan',
  capability: 'the public API',
  service,
})
const plus = (word: string, service: string, capability: string, write = false): ResourceFacts => ({
  ...every(word, service, write),
  sold_with: 'essentials_plus',
  capability,
})
const pro = (word: string, service: string, capability: string): ResourceFacts => ({
  ...every(word, service),
  sold_with: 'pro',
  capability,
})

const tradingPartnerConnectivity = 'trading-partner connectivity'

/** Capabilities that single operations require beyond their resource, and their tier. */
export const capabilities = {
  [tradingPartnerConnectivity]: 'essentials_plus',
  'the commitments plan of record': 'pro',
} as const satisfies Record<string, SoldWith>
export type Capability = keyof typeof capabilities

export const resources = {
  products: every('Products', 'product'),
  pim: plus('Product data', 'product', 'product data'),
  inventory: every('Stock', 'inventory'),
  suppliers: every('Suppliers', 'contacts', true),
  purchase_orders: every('Purchase orders', 'purchase_order', true),
  sales: every('Sales', 'sales'),
  orders: every('Orders', 'sales', true),
  returns: every('Returns', 'sales', true),
  stocktakes: every('Stocktakes', 'stocktakes', true),
  sandbox: every('Sandbox', 'sandbox', true),
  movements: every('Movements', 'inventory'),
  accounts: plus('Accounts', 'wholesale', tradingPartnerConnectivity),
  order_book: plus('Order book', 'order_book', tradingPartnerConnectivity, true),
  sell_out: plus('Sell-out', 'sell_out', tradingPartnerConnectivity, true),
  planning: pro('Planning', 'mfp', 'planning and the commitments plan of record'),
  cash: pro('Cash', 'commitments', 'cash'),
  reports: pro('Reports', 'commitments', 'trade reports'),
  metrics: every('Metrics', 'metrics'),
} as const satisfies Record<string, ResourceFacts>

export type Resource = keyof typeof resources
export type Verb = 'read' | 'write'
export type Scope = `${Resource}:${Verb}`

export const resourceNames = Object.keys(resources) as Resource[]

/** Every scope string of the matrix; others are refused when a key is created. */
export const scopes: readonly Scope[] = resourceNames.flatMap((resource) =>
  resources[resource].verbs.map((verb): Scope => `${resource}:${verb}`),
)

export const isScope = (text: string): text is Scope => (scopes as readonly string[]).includes(text)

/** resource:write includes resource:read. */
export const scopeAllows = (scopes: readonly string[], resource: Resource, verb: Verb): boolean =>
  scopes.includes(`${resource}:write`) || (verb === 'read' && scopes.includes(`${resource}:read`))

const rung: Record<SoldWith, number> = { every_plan: 1, essentials_plus: 2, pro: 3 }
export const rung_words: Record<SoldWith, string> = {
  every_plan: 'Essentials',
  essentials_plus: 'Essentials+',
  pro: 'Pro',
}

/** Whether a plan includes a tier; starter includes none, and so has no public API. */
export const planReaches = (plan: SubscriptionPlan, tier: SoldWith): boolean =>
  subscriptionPlans.indexOf(plan) >= rung[tier]

/** Roles of members, from the most to the least; each may do what the roles after it may do. */
export const roles = named('Role', ['admin', 'member', 'viewer'])
export type Role = (typeof roles)[number]

export const includesRole = (role: Role, least: Role): boolean => roles.indexOf(role) <= roles.indexOf(least)

/** The role in a sentence. */
export const roleWords: Record<Role, string> = { admin: 'an administrator', member: 'a member', viewer: 'a viewer' }
