import { limits } from '../../contract/limits.ts'
import { operation } from '../../contract/operation.ts'
import { refuse } from '../../contract/refusals.ts'
import {
  Count,
  Flag,
  Id,
  Nullable,
  Num,
  OpenChoice,
  OwnId,
  Reason,
  Shape,
  Text,
  Type,
  Whole,
} from '../../contract/schema.ts'
import { runStatement } from '../../tables/page.ts'
import { velocityBases, velocityWeeks } from '../known_values.ts'
import { currentFigures, type Weeks } from './current_figures.ts'
import { ratedUnits, salesByKind } from './in_bundles.sql.ts'
import { reasons, velocityCode, velocityCodes } from './velocity_fields.ts'
import { readWindows, weeksOf, weeksQuery, windowFields } from './windows.ts'

const share = Nullable(
  Num('Share in all units of the variant, in percent, rounded to one decimal; null if there are none.', {
    examples: [37.5],
  }),
)
const pace = (description: string) => Nullable(Num(description, { examples: [1.05] }))

const Source = (description: string) =>
  Shape(
    {
      units: Whole('Units of the variant on the counted days.', { examples: [21] }),
      units_per_day: pace(
        'Their part of the velocity; null if the variant has none. A single wholesale shipment is in the units and in no rate.',
      ),
      share_percentage: share,
    },
    { $id: 'BundleShare', about: 'Units of a variant from one source, and their share in all.', description },
  )

const Contributions = Shape(
  {
    variant_id: OwnId('Id of the variant.'),
    sku: Text('Stock keeping unit.', { examples: ['JUMPER-M'] }),
    product_title: Text('Title of the product.', { examples: ['Merino crew jumper'] }),
    variant_title: Text('Title of the variant.', { examples: ['M, Navy'] }),
    basis: OpenChoice(
      velocityBases,
      "Days that are counted. in_stock_days: units of tracked days, divided by the variant's in-stock days. as_sold: every day of the window.",
    ),
    counted_days: Count('Number of days that units are divided by.', { examples: [20] }),
    own: Source('Units of the variant that were sold on their own.'),
    bundles: Source('Units of the variant that were sold in bundles.'),
    total: Source('All units of the variant.'),
    contributions: Type.Array(
      Shape(
        {
          bundle_variant_id: OwnId('Variant that is sold as a bundle.'),
          sku: Text('Stock keeping unit of the bundle.', { examples: ['SET-M'] }),
          title: Text('Titles of product and variant of the bundle.', { examples: ['Gift set, M'] }),
          is_active: Flag('Whether the bundle is active.'),
          quantity: Whole('Units of the variant in one bundle and the bundles within, as they are now.', {
            examples: [2],
          }),
          bundles_sold: Whole('Bundles sold on the counted days.', { examples: [10] }),
          units: Whole('Units of the variant in them.', { examples: [20] }),
          units_per_day: pace('Their part of the velocity; null if the variant has none.'),
          share_percentage: share,
        },
        { $id: 'BundleContribution' },
      ),
      { description: 'Bundles that contain the variant, the largest contribution first.' },
    ),
    reason_code: Nullable(OpenChoice(velocityCodes, 'Why the variant has no velocity; null if it has one.')),
    reason: Reason,
    ...windowFields,
  },
  { $id: 'BundleContributions' },
)

interface Facts {
  variant_id: string
  sku: string
  product_title: string
  variant_title: string
  basis: string
  counted_days: number
  own_units: number
  /** The velocity of the variant, as the velocity table has it. */
  own_units_per_day: number | null
  reason_code: keyof typeof reasons | null
  contributions: {
    bundle_variant_id: string
    sku: string
    title: string
    is_active: boolean
    quantity: number
    bundles_sold: number
    /** Those that count in the rate. */
    rated: number
  }[]
}

const ofVariant = { variant: { id: '', sku: '', title: '' }, variants: '1', measured: '1' }

/** Counted days begin with the variant's first tracked day: the untracked ones are the first of the window. */
const factsStatement = (weeks: Weeks) => `
  with recursive asked as materialized (
    select variant_id, product_id, sku, title from variants where organization_id = $1 and variant_id = $2
  ), counted as materialized (
    select a.variant_id, coalesce(f.basis, 'as_sold') as basis, ${velocityCode(ofVariant)} as reason_code,
      case when f.units is null then 0 else f.units_per_day end::float8 as own_units_per_day,
      case when f.basis = 'in_stock_days' then f.in_stock_days else ${weeks * 7} end as days,
      $3::date + case when f.basis = 'in_stock_days' then f.untracked_days else 0 end as first_day
    from asked a left join (${currentFigures(weeks, (id) => `${id} = (select variant_id from asked)`)}) f on true
  ), containing (bundle_variant_id, quantity, levels) as (
    select l.bundle_variant_id, l.quantity::bigint, 1 from asked a
    join bundle_components l on l.organization_id = $1 and l.component_variant_id = a.variant_id
    union all
    select l.bundle_variant_id, c.quantity * l.quantity, c.levels + 1 from containing c
    join bundles i on i.organization_id = $1 and i.bundle_variant_id = c.bundle_variant_id and i.is_active
      and i.stocking = 'assembled_when_sold'
    join bundle_components l on l.organization_id = $1 and l.component_variant_id = c.bundle_variant_id
    where c.levels < ${limits.bundle_levels_max}
  )
  select a.variant_id, a.sku, p.title as product_title, a.title as variant_title, c.basis, c.days as counted_days,
    c.reason_code, c.own_units_per_day,
    (select coalesce(sum(s.units), 0)::float8 from sales_daily s
      where s.organization_id = $1 and s.variant_id = a.variant_id and s.day >= c.first_day and s.day <= $4::date)
      as own_units,
    (select coalesce(jsonb_agg(jsonb_build_object('bundle_variant_id', l.bundle_variant_id, 'sku', v.sku,
        'title', q.title || ', ' || v.title, 'is_active', b.is_active, 'quantity', l.quantity,
        'bundles_sold', d.units, 'rated', d.rated)), '[]')
      from (
        select c.bundle_variant_id, sum(c.quantity)::int as quantity from containing c group by c.bundle_variant_id
      ) l
      join bundles b on b.organization_id = $1 and b.bundle_variant_id = l.bundle_variant_id
      cross join lateral (
        select coalesce(sum(y.units), 0) as units, ${ratedUnits} as rated
        from ${salesByKind('y.variant_id = l.bundle_variant_id and y.day >= c.first_day and y.day <= $4::date')}
      ) d
      join variants v on v.organization_id = $1 and v.variant_id = l.bundle_variant_id
      join products q on q.organization_id = $1 and q.product_id = v.product_id) as contributions
  from asked a
  join counted c on c.variant_id = a.variant_id
  join products p on p.organization_id = $1 and p.product_id = a.product_id`

const statements = Object.fromEntries(velocityWeeks.map((weeks) => [weeks, factsStatement(weeks)])) as Record<
  Weeks,
  string
>

const roundTo = (figure: number, decimals: number) => Math.round(figure * 10 ** decimals) / 10 ** decimals

const sum = (figures: readonly number[]) => figures.reduce((total, one) => total + one, 0)

function contributionsOf({ own_units, own_units_per_day, counted_days, contributions, reason_code, ...facts }: Facts) {
  const inBundles = contributions.map(({ bundles_sold, quantity }) => bundles_sold * quantity)
  const ratedInBundles = contributions.map(({ rated, quantity }) => rated * quantity)
  const bundled = sum(inBundles)
  const all = own_units + bundled
  const isKnown = own_units_per_day !== null && counted_days > 0
  const perDay = (units: number) => units / counted_days
  const source = (units: number, rate: number) => ({
    units,
    units_per_day: isKnown ? roundTo(rate, 4) : null,
    share_percentage: all === 0 ? null : roundTo((units * 100) / all, 1),
  })
  const code = isKnown ? null : (reason_code ?? 'out_of_stock')
  return {
    ...facts,
    counted_days,
    own: source(own_units, own_units_per_day ?? 0),
    bundles: source(bundled, perDay(sum(ratedInBundles))),
    total: source(all, (own_units_per_day ?? 0) + perDay(sum(ratedInBundles))),
    contributions: contributions
      .map(({ rated, ...one }, i) => ({ ...one, ...source(inBundles[i]!, perDay(rated * one.quantity)) }))
      .toSorted((a, b) => b.units - a.units || (a.sku < b.sku ? -1 : 1)),
    reason_code: code,
    reason: code === null ? null : reasons[code],
  }
}

export const getBundleContributions = operation({
  id: 'sales.get_bundle_contributions',
  route: 'GET /api/v1/sales/velocity/variants/{variant_id}/bundle-contributions',
  summary: 'Get bundle contributions',
  description:
    'Returns how much of the velocity of a variant comes from bundles that contain it: the units sold on their own and those sold in each bundle, all divided by the same days. A sale of a bundle counts for the bundle in the velocity table; here, it counts with the units of the variant that the bundle contains now. A bundle that contains the variant in a bundle within counts as well. A variant in no bundle has no contributions.',
  account: 'aggregate',
  params: Type.Object({ variant_id: Id('Id of the variant.') }),
  query: Type.Object({ weeks: Type.Optional(weeksQuery) }, { additionalProperties: false }),
  answer: Contributions,
  refusals: ['variant_not_on_file'],
  async run({ sql, caller: { organization_id }, params: { variant_id }, query }) {
    const weeks = weeksOf(query.weeks)
    const { days, fields } = await readWindows(sql, organization_id, weeks)
    const params = [organization_id, variant_id, days.start, days.end]
    const [facts] = await runStatement<Facts>(sql, { text: statements[weeks], params }, true)
    if (facts === undefined) return refuse('variant_not_on_file')
    return { ...contributionsOf(facts), ...fields }
  },
})
