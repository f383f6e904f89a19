/** What the rest of the server may use of applying by telephone. */

export { sealDraftsAnew } from './sealDraftsAnew.ts'
