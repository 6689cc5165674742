/** How many rows PostgreSQL expects of the parts of a large statement. */

/**
 * One row, of which PostgreSQL expects a thousand. Where it has not counted an organisation's rows it expects one of
 * everything, and compares all rows with all others; what is joined to nothing but results of this statement is hashed instead.
 */
export const many = 'cross join generate_series(1, (select 1)) as many (one)'
