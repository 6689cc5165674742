import { tradeReasons } from './reasons_trade.ts'

/** Survivors that change nothing, with the reason why. A reason that fits no survivor any more fails the run. */
export interface Reason {
  file: string
  original: string
  replacement: string
  why: string
}

export const reasons: readonly Reason[] = [
  ...tradeReasons,
  {
    file: 'server/planning/reports/cash_from_the_buy/cash_report.rules.ts',
    original: 'true',
    replacement: 'false',
    why: 'The rows of orders do not show the open buy, which alone depends on there being a plan.',
  },
  {
    file: 'server/planning/reports/cash_from_the_buy/cash_report.rules.ts',
    original: '[]',
    replacement: '["Stryker was here"]',
    why: 'A month without draws sums no kind of draw, and a text is of no kind.',
  },
  {
    file: 'server/catalogue/product_records/variants.rules.ts',
    original: '[]',
    replacement: '["Stryker was here"]',
    why: 'A record with a fault is refused whole, whatever else was to be written of it.',
  },
  {
    file: 'server/catalogue/variants/variant_overview.rules.ts',
    original: 'aId < bId',
    replacement: 'aId <= bId',
    why: 'The places are keyed by their ids, so no two are equal.',
  },
  {
    file: 'server/catalogue/incoming/incoming.rules.ts',
    original: 'a! < b',
    replacement: 'a! <= b',
    why: 'The months are the keys of a map, so no two are equal.',
  },
  {
    file: 'server/insight/forecasts/levels.rules.ts',
    original: 'week < count',
    replacement: 'week <= count',
    why: 'A typed array ignores what is written beyond its end.',
  },
  {
    file: 'server/insight/forecasts/levels.rules.ts',
    original: 'week < weeks',
    replacement: 'week <= weeks',
    why: 'A typed array ignores what is written beyond its end.',
  },
  {
    file: 'server/insight/forecasts/levels.rules.ts',
    original: 'week < units.length',
    replacement: 'week <= units.length',
    why: 'A typed array ignores what is written beyond its end.',
  },
  {
    file: 'server/insight/forecasts/levels.rules.ts',
    original: 'weighed > 1e-9',
    replacement: 'weighed >= 1e-9',
    why: 'Weights are shares of days times factors, which are nowhere near as small.',
  },
  {
    file: 'server/insight/forecasts/forecast.rules.ts',
    original: 'i < tried.length',
    replacement: 'i <= tried.length',
    why: 'One more error than there are candidates is never read.',
  },
  {
    file: 'server/insight/forecasts/forecast.rules.ts',
    original: 'errors[i]! < errors[0]! * margin',
    replacement: 'errors[i]! <= errors[0]! * margin',
    why: 'Errors are sums of differences, which no other error times 0.95 or 0.5 equals, and where both are zero the candidate is not better.',
  },
  {
    file: 'server/catalogue/price_sensitivity/season.rules.ts',
    original: 'price / 1000',
    replacement: 'price * 1000',
    why: 'A constant added to every logarithm of a price belongs to the level of each product and year.',
  },
  {
    file: 'server/catalogue/price_sensitivity/price_evidence.rules.ts',
    original: 'one.position > variant.position',
    replacement: 'one.position >= variant.position',
    why: 'Positions are unique, and the variant itself was answered before.',
  },
  {
    file: 'server/catalogue/price_sensitivity/price_evidence.rules.ts',
    original: 'members.get(variant)!.length === family.length',
    replacement: 'false',
    why: 'Variants that all have the same siblings are estimated together to save time; apart, the result is the same.',
  },
  {
    file: 'server/catalogue/price_sensitivity/price_evidence.rules.ts',
    original: '(variant) => members.get(variant)!.length === family.length',
    replacement: '() => undefined',
    why: 'Variants that all have the same siblings are estimated together to save time; apart, the result is the same.',
  },
  {
    file: 'server/catalogue/price_sensitivity/price_evidence.rules.ts',
    original: 'requested.length === 0',
    replacement: 'false',
    why: 'Without a requested variant the work is in vain, and answers nothing either way.',
  },
  {
    file: 'server/insight/forecasts/season.rules.ts',
    original: 'week + 0.5',
    replacement: 'week - 0.5',
    why: 'A shift of the start of the year is a turn within each pair of waves, whose priors are equal.',
  },
  {
    file: 'server/insight/forecasts/season.rules.ts',
    original: 'k < size',
    replacement: 'k <= size',
    why: 'The place behind the last of a row is never read.',
  },
  {
    file: 'server/insight/forecasts/season.rules.ts',
    original: 'j < size',
    replacement: 'j <= size',
    why: 'The place behind the last of a row is never read.',
  },
  {
    file: 'server/insight/forecasts/season.rules.ts',
    original: '{ length: size }',
    replacement: '{}',
    why: 'Each place of the solution is set before it is read.',
  },
  {
    file: 'server/insight/forecasts/season.rules.ts',
    original: '() => 0',
    replacement: '() => undefined',
    why: 'Each place of the solution is set before it is read.',
  },
  {
    file: 'server/insight/forecasts/season.rules.ts',
    original: 'i >= 0',
    replacement: 'i > 0',
    why: 'The first unknown is the level, which nothing uses.',
  },
  {
    file: 'server/insight/forecasts/season.rules.ts',
    original: 'units[week]! - expected',
    replacement: 'units[week]! + expected',
    why: 'Twice the first column more on the right is two more of the level, which nothing uses.',
  },
  {
    file: 'server/insight/forecasts/season.rules.ts',
    original: 'matrix[0]![0]! += 1e-6',
    replacement: 'matrix[0]![0]! -= 1e-6',
    why: 'It only keeps the matrix of a category without sales from being singular.',
  },
  {
    file: 'server/insight/forecasts/season.rules.ts',
    original: 'round < rounds',
    replacement: 'round <= rounds',
    why: 'The fit has converged by then.',
  },
  {
    file: 'server/catalogue/price_sensitivity/price_sensitivity.rules.ts',
    original: 'own.units[week]! > 0',
    replacement: 'own.units[week]! >= 0',
    why: 'A week without units adds nothing to either sum of the ratio.',
  },
  {
    file: 'server/catalogue/price_sensitivity/price_sensitivity.rules.ts',
    original: 'own.units[week]! > 0',
    replacement: 'true',
    why: 'A week without units adds nothing to either sum of the ratio.',
  },
  {
    file: 'server/catalogue/price_sensitivity/price_sensitivity.rules.ts',
    original: 'week - week_starts.length / 2',
    replacement: 'week + week_starts.length / 2',
    why: 'A constant added to the trend of every week belongs to the level of each place.',
  },
  {
    file: 'server/catalogue/price_sensitivity/price_sensitivity.rules.ts',
    original: 'week_starts.length / 2',
    replacement: 'week_starts.length * 2',
    why: 'A constant added to the trend of every week belongs to the level of each place.',
  },
  {
    file: 'server/catalogue/price_sensitivity/price_sensitivity.rules.ts',
    original: 'group++',
    replacement: 'group--',
    why: 'Groups are only told apart.',
  },
  {
    file: 'server/catalogue/price_sensitivity/poisson.rules.ts',
    original: 'row < places.length',
    replacement: 'row <= places.length',
    why: 'What is computed of a row behind the last belongs to no group, and is read by nothing.',
  },
  {
    file: 'server/catalogue/price_sensitivity/poisson.rules.ts',
    original: 'j < size',
    replacement: 'j <= size',
    why: 'A typed array ignores what is written beyond its end.',
  },
  {
    file: 'server/catalogue/price_sensitivity/poisson.rules.ts',
    original: 'scores[to + j]! += (x[from + j]! - means[mean + j]!) * off',
    replacement: 'scores[to + j]! -= (x[from + j]! - means[mean + j]!) * off',
    why: 'Scores are only multiplied with each other.',
  },
  {
    file: 'server/catalogue/price_sensitivity/poisson.rules.ts',
    original: 'off[clusters[row]!]! += difference',
    replacement: 'off[clusters[row]!]! -= difference',
    why: 'The sum of a cluster is squared.',
  },
  {
    file: 'server/catalogue/price_sensitivity/poisson.rules.ts',
    original: '(count > 0 ? count * Math.log(count / fitted[row]!) : 0) - (count - fitted[row]!)',
    replacement: '(count > 0 ? count * Math.log(count / fitted[row]!) : 0) + (count - fitted[row]!)',
    why: 'The fitted counts of a group add up to its counts, so these differences cancel out.',
  },
  {
    file: 'server/catalogue/price_sensitivity/poisson.rules.ts',
    original: 'Math.abs(rows[r]![i]!) > Math.abs(rows[pivot]![i]!)',
    replacement: 'Math.abs(rows[r]![i]!) >= Math.abs(rows[pivot]![i]!)',
    why: 'Of two pivots of one size either will do.',
  },
  {
    file: 'server/catalogue/price_sensitivity/poisson.rules.ts',
    original: 'Math.abs(scale) > 1e-12',
    replacement: 'Math.abs(scale) >= 1e-12',
    why: 'No sum of products is exactly the bound.',
  },
  {
    file: 'server/catalogue/price_sensitivity/poisson.rules.ts',
    original: 'factor !== 0',
    replacement: 'true',
    why: 'Nothing times a row is subtracted; leaving it out saves time.',
  },
]
