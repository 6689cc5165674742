/** Ids or known values as one array parameter, e.g. `any(${arrayLiteral(ids)}::uuid[])`. Other texts would need quotes. */
export const arrayLiteral = (values: readonly string[]): string => `{${values.join(',')}}`
