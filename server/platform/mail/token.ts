/** Tokens sent by e-mail: 256 random bits, stored only as their SHA-256. */
import { randomBytes } from 'node:crypto'
import { hashSecret } from '../../door/credential.ts'

export const newToken = (kind: 'inv' | 'rst'): string => `${kind}_${randomBytes(32).toString('base64url')}`
export const tokenHash = hashSecret
