/** Tokens sent by e-mail: 256 random bits, stored only as their SHA-256. */
import { randomBytes } from 'node:crypto'
import { hashSecret } from '../pipeline/credential.ts'

/** Beginning of the tokens of each kind: an invitation, a password reset, an invitation to the portal. */
export type TokenKind = 'inv' | 'rst' | 'prt'

export const newToken = (kind: TokenKind): string => `${kind}_${randomBytes(32).toString('base64url')}`
export const tokenHash = hashSecret
