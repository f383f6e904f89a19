import { hasCode } from './session.ts'

/**
 * True where the user's permission list has the code of a call: its path (spec.md section 6). The server asks again. Asked at once, for
 * every button of every row; refine's own socket for this answers later, so it has none here.
 */
export const mayCall = (path: string): boolean => hasCode(path)
