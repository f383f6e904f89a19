import type { AccessControlProvider } from '@refinedev/core'
import { hasCode } from './session.ts'

/** True where the user's permission list has the code of a call: its path (spec.md section 6). The server asks again. */
export const mayCall = (path: string): boolean => hasCode(path)

/** refine's socket for permissions: `action` is a call's code. Nothing else in the client asks. */
export const accessControlProvider: AccessControlProvider = {
  can: async ({ action }) => ({ can: mayCall(action) }),
  options: { buttons: { enableAccessControl: true, hideIfUnauthorized: true } },
}
