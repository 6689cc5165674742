/** Units available of variants and of products over all locations, as SQL; $1 is the organisation. */

export const availableOfVariants = `select l.variant_id, sum(l.available) as available from stock_levels l
        where l.organization_id = $1 group by l.variant_id`

export const availableOfProducts = `select z.product_id, sum(l.available) as available from variants z
        join stock_levels l on l.organization_id = $1 and l.variant_id = z.variant_id
        where z.organization_id = $1 group by z.product_id`
