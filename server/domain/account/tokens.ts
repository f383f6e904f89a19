import { createHash, randomBytes } from 'node:crypto'

/** Gives what the store keeps of a token: its hash, so that who reads the table cannot log in. */
export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest()

/** Gives 256 random bits. */
export const newToken = (): string => randomBytes(32).toString('hex')
