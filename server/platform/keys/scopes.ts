import { type Operation, sessionOperation } from '../../contract/operation.ts'
import {
  type Plan,
  planReaches,
  type Resource,
  resource_names,
  resources,
  rung_words,
  sold_with_tiers,
  type SoldWith,
} from '../../contract/resources.ts'
import { Choice, Flag, Nullable, OpenChoice, Shape, type Static, Text, Type, Whole } from '../../contract/schema.ts'

const Gate = Shape({
  capability: Text('What the plan must include.', { examples: ['trading-partner connectivity'] }),
  sold_with: OpenChoice(sold_with_tiers, 'The lowest rung it is sold with.'),
  sentence: Text('The same for a person.', { examples: ['Sold with Essentials+ and above.'] }),
  included: Flag("Whether the organisation's plan includes it."),
})

const ScopeResource = Shape({
  resource: Choice(resource_names, 'The resource, as scopes spell it.'),
  word: Text('Its display word.', { examples: ['Stock'] }),
  scopes: Type.Array(Text('A scope string.', { examples: ['inventory:read'] })),
  sold_with: OpenChoice(sold_with_tiers, 'The rung that the resource is sold with.'),
  operations: Whole('How many operations it has.'),
  gate: Nullable(Gate),
  further_gate: Nullable(
    Shape(
      { ...Gate.properties, operations: Whole('How many of the operations ask for it.') },
      { description: 'What some operations of the resource ask for beyond its own gate; null where none does.' },
    ),
  ),
  included: Flag("Whether the organisation's plan includes the resource today."),
})

/** The scope matrix counts the operations of every domain, so it is given them. */
export const readScopes = (publicOperations: () => readonly Operation[]) =>
  sessionOperation({
    id: 'session.read_scopes',
    route: 'GET /api/v1/developer/scopes',
    summary: 'Read the scope matrix',
    description:
      'The resources with their display words, scopes, number of operations and plan gates, and whether the plan of the organisation includes each: what the scope matrix is drawn from. Read and write are two scopes; write includes read.',
    service: 'developer',
    needs: 'member',
    answer: Shape({
      plan: Text("The organisation's plan.", { examples: ['essentials'] }),
      public_api_included: Flag('Whether that plan includes the public API at all.'),
      resources: Type.Array(ScopeResource),
    }),
    async run({ caller: { plan } }) {
      return {
        plan,
        public_api_included: planReaches(plan, 'every_plan'),
        resources: resource_names.map((resource) => describe(resource, plan, publicOperations())),
      }
    },
  })

function describe(
  resource: Resource,
  plan: Plan,
  public_operations: readonly Operation[],
): Static<typeof ScopeResource> {
  const { word, verbs, sold_with, capability } = resources[resource]
  const operations = public_operations.filter((operation) => operation.resource === resource)
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

const describeGate = (capability: string, sold_with: SoldWith, plan: Plan) => ({
  capability,
  sold_with,
  sentence: `Sold with ${rung_words[sold_with]}${sold_with === 'pro' ? '' : ' and above'}.`,
  included: planReaches(plan, sold_with),
})
