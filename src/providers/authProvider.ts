import type { AuthProvider } from '@refinedev/core'
import { login, logout } from './login.ts'
import { currentUser } from './session.ts'

/** refine's socket for the session; the rules are in session.ts and login.ts. */
export const authProvider: AuthProvider = {
  login: async ({ userName, password }: { userName: string; password: string }) => {
    await login(userName, password)
    return { success: true }
  },
  logout: async () => {
    await logout()
    return { success: true }
  },
  check: async () => ({ authenticated: currentUser() !== null }),
  // A session that is gone is ended by the call that was told so (call.ts): a logout besides would end the one that began meanwhile.
  onError: async () => ({}),
}
