import { test } from 'vitest'

/** Whether this is `npm run prove`, which goes through all of what npm test takes its part of (docs/decisions/041-prove.md). */
export const isProof = process.env.ANJU_PROVE === '1'

/** A test that only `npm run prove` runs: npm test has another of the same way of staff, or of the same fault. */
export const proof = (name: string, run: () => void | Promise<void>, patience?: number): void => {
  if (isProof) test(name, run, patience)
}

/** How often something is gone through: in npm test, and in `npm run prove`. */
export const rounds = (inTest: number, inProof: number): number => (isProof ? inProof : inTest)

/** Every `nth` of these in npm test, and each of them in `npm run prove`. */
export const partOf = <T>(all: readonly T[], nth: number): T[] => (isProof ? [...all] : all.filter((_, index) => index % nth === 0))
