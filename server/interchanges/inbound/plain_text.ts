/** Text without the character that text in PostgreSQL cannot hold. */
export const plain = (text: string): string => text.replaceAll('\u0000', '')
