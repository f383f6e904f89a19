import type { AuthProvider } from '@refinedev/core'
import { CallFailure } from './call.ts'
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
  onError: async (error) => (error instanceof CallFailure && error.code === 302 ? { logout: true } : {}),
  getIdentity: async () => currentUser(),
  getPermissions: async () => currentUser()?.permission ?? [],
}
