import type { UserInfo } from '../protocol/types.ts'
import { call, hashed } from './call.ts'
import { clientConfig } from './clientConfig.ts'
import { adoptPreferences, preferencesNow, sendPreferences } from './preferences.ts'
import { beginView, endSession, endView, setToken, setUser, showView, tellBegun } from './session.ts'

/** Asks anew who this is and what they may do, and keeps it. */
export const refreshUser = async (): Promise<UserInfo> => {
  const asked = preferencesNow()
  const user = await call<UserInfo>('/get_info')
  adoptPreferences(user.user_id, user.preferences, asked)
  setUser(user)
  void sendPreferences()
  return user
}

/** Logs in; throws CallFailure with the reason where it is refused. */
export const login = async (userName: string, password: string): Promise<void> => {
  const { token } = await call<{ token: string }>('/login', { userName, password: hashed(password) })
  setToken(token, (await clientConfig()).tokenDays)
  tellBegun(await refreshUser())
}

/** Logs a broker in by phone (spec.md section 7, Broker login); throws CallFailure with the reason where it is refused. */
export const loginBroker = async (phone: string, authToken: string): Promise<void> => {
  const { token } = await call<{ token: string }>('/broker/getAgentsByPhone', { phone, AuthToken: authToken })
  setToken(token, (await clientConfig()).tokenDays)
  tellBegun(await refreshUser())
}

/** Goes on in this browser tab with a session that looks as another role; throws CallFailure, and stays as it was, where that has ended already. */
export const viewAs = async (token: string): Promise<void> => {
  beginView(token)
  try {
    showView(await call<UserInfo>('/get_info'))
  } catch (error) {
    endView()
    throw error
  }
}

/** Logs out here and on the server; a server that cannot be reached does not keep anyone logged in. */
export const logout = async (): Promise<void> => {
  await call('/api/user/logout').catch(() => {})
  endSession()
}
