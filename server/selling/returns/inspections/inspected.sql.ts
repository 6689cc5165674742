/** The outcome of the units of a receipt, as SQL: what the receipt says, and of units in quarantine what inspections decided. */

/** Units of receipt line l that were inspected, by disposition. */
export const inspectedUnits = `
  select coalesce(sum(x.quantity), 0)::int as inspected,
    coalesce(sum(x.quantity) filter (where x.disposition = 'restock'), 0)::int as restock,
    coalesce(sum(x.quantity) filter (where x.disposition = 'write_off'), 0)::int as write_off,
    coalesce(sum(x.quantity) filter (where x.disposition = 'return_to_supplier'), 0)::int as return_to_supplier
  from return_inspections x
  where x.organization_id = l.organization_id and x.return_id = l.return_id and x.receipt_number = l.receipt_number
    and x.line_id = l.line_id and x.reverted_at is null`

/**
 * Joins receipt line l to the outcome of its units: a row for each disposition, with units and how many of them were
 * restocked. `units` are those that are divided: inspected ones first, the rest has the disposition of the receipt.
 */
export const fates = (units: string): string => `
  cross join lateral (${inspectedUnits}) q
  cross join lateral (select ${units} as units) c
  cross join lateral (select least(q.restock, c.units) as restock) a
  cross join lateral (select least(q.write_off, c.units - a.restock) as write_off) b
  cross join lateral (select least(q.return_to_supplier, c.units - a.restock - b.write_off) as to_supplier) s
  cross join lateral (select c.units - a.restock - b.write_off - s.to_supplier as units) k
  cross join lateral (select z.disposition, z.units, z.restocked from (values
      (true, l.disposition, k.units, least(l.restocked_quantity, k.units)), (false, 'restock', a.restock, a.restock),
      (false, 'write_off', b.write_off, 0), (false, 'return_to_supplier', s.to_supplier, 0)
    ) z (is_rest, disposition, units, restocked) where z.units > 0 or (z.is_rest and c.units = 0)) u`
