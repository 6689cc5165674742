import { type Operation, sessionOperation } from '../../contract/operation.ts'
import {
  type SubscriptionPlan,
  planReaches,
  type Resource,
  resourceNames,
  resources,
  rung_words,
  soldWithTiers,
  type SoldWith,
} from '../../contract/resources.ts'
import { Choice, Count, Flag, Nullable, OpenChoice, Shape, type Static, Text, Type } from '../../contract/schema.ts'

const Gate = Shape({
  capability: Text('Capability that the plan must include.', { examples: ['trading-partner connectivity'] }),
  sold_with: OpenChoice(soldWithTiers, 'Lowest plan tier that includes the capability.'),
  sentence: Text('The plan requirement as a sentence.', { examples: ['Sold with Essentials+ and above.'] }),
  included: Flag("Whether the organisation's plan includes the capability."),
})

const ScopeResource = Shape(
  {
    resource: Choice(resourceNames, 'Resource name as used in scopes.'),
    word: Text('Display name of the resource.', { examples: ['Stock'] }),
    scopes: Type.Array(Text('A scope string.', { examples: ['inventory:read'] })),
    sold_with: OpenChoice(soldWithTiers, 'Lowest plan tier that includes the resource.'),
    operations: Count('Number of operations of the resource.'),
    gate: Nullable(Gate),
    further_gate: Nullable(
      Shape(
        { ...Gate.properties, operations: Count('Number of operations that require the capability.') },
        { description: 'Additional capability that some operations of the resource require; null when none does.' },
      ),
    ),
    included: Flag("Whether the organisation's current plan includes the resource."),
  },
  { $id: 'ScopeResource' },
)

/** Takes the operations of every domain, which the scope matrix counts. */
export const readScopes = (publicOperations: () => readonly Operation[]) =>
  sessionOperation({
    id: 'session.read_scopes',
    route: 'GET /api/v1/developer/scopes',
    summary: 'List scopes',
    description:
      "Returns the scope matrix: every resource with its display name, scopes, number of operations and plan gate, and whether the organisation's plan includes it. Read and write are separate scopes; write includes read.",
    service: 'developer',
    answer: Shape({
      plan: Text("The organisation's plan.", { examples: ['essentials'] }),
      public_api_included: Flag('Whether the plan includes the public API.'),
      resources: Type.Array(ScopeResource),
    }),
    async run({ caller: { plan } }) {
      return {
        plan,
        public_api_included: planReaches(plan, 'every_plan'),
        resources: resourceNames.map((resource) => describe(resource, plan, publicOperations())),
      }
    },
  })

function describe(
  resource: Resource,
  plan: SubscriptionPlan,
  published: readonly Operation[],
): Static<typeof ScopeResource> {
  const { word, verbs, sold_with, capability } = resources[resource]
  const operations = published.filter((operation) => operation.resource === resource)
  const narrower = operations.filter(({ gate }) => gate !== null && gate.capability !== capability)
  const [first] = narrower
  return {
    resource,
    word,
    scopes: verbs.map((verb) => `${resource}:${verb}`),
    sold_with,
    operations: operations.length,
    gate: sold_with === 'every_plan' ? null : describeGate(capability, sold_with, plan),
    further_gate: first?.gate
      ? { ...describeGate(first.gate.capability, first.gate.tier, plan), operations: narrower.length }
      : null,
    included: planReaches(plan, sold_with),
  }
}

const describeGate = (capability: string, sold_with: SoldWith, plan: SubscriptionPlan) => ({
  capability,
  sold_with,
  sentence: `Sold with ${rung_words[sold_with]}${sold_with === 'pro' ? '' : ' and above'}.`,
  included: planReaches(plan, sold_with),
})
