import type { UserInfo } from '../protocol/types.ts'
import { t } from './spoken.ts'

const USER_KEY = 'anju.user'
/** A browser tab that looks as another role has a token of its own, which the other tabs know nothing of. */
const VIEW_KEY = 'anju.view'
const TABS_KEY = 'anju.tabs'
const listeners = new Set<() => void>()
const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('anju.session')

/** True while this browser tab looks as another role. */
export const isViewing = (): boolean => sessionStorage.getItem(VIEW_KEY) !== null

/** Gives the token of this browser tab's view, or that which the cookie holds, or ''. */
export const getToken = (): string => sessionStorage.getItem(VIEW_KEY) ?? /(?:^|;\s*)token=([^;]+)/.exec(document.cookie)?.[1] ?? ''

const userStore = (): Storage => (isViewing() ? sessionStorage : localStorage)

const readUser = (): UserInfo | null => {
  try {
    const kept = JSON.parse(userStore().getItem(USER_KEY) ?? 'null') as UserInfo | null
    // What an earlier version kept says nothing of them.
    return kept && { ...kept, closed: kept.closed ?? [] }
  } catch {
    return null
  }
}

let user: UserInfo | null = readUser()
let message = ''

const tell = (): void => {
  for (const listener of listeners) listener()
}

/** Who is logged in, as the client keeps it in local storage (spec.md section 6): access keys, permission codes, hidden sidebar ids. */
export const currentUser = (): UserInfo | null => (getToken() === '' ? null : user)

const codes = new WeakMap<UserInfo, ReadonlySet<string>>()

/** True where the user's permission list has this code. Asked for every button of every row, so the cookie is not read for it. */
export const hasCode = (code: string): boolean => {
  if (!user) return false
  const known = codes.get(user) ?? new Set(user.permission)
  codes.set(user, known)
  return known.has(code)
}

const refused = new Set<string>()
const refusalListeners = new Set<() => void>()

/** Hears of calls that were refused for want of a right: each once, as long as the rights that this browser knows of stay the same. */
export const onRefusal = (listener: () => void): (() => void) => {
  refusalListeners.add(listener)
  return () => refusalListeners.delete(listener)
}

/** Notes that the server refused a call for want of a right. */
export const noteRefusal = (path: string): void => {
  if (!user || refused.has(path)) return
  refused.add(path)
  for (const listener of refusalListeners) listener()
}

/** The codes that the user holds: the same list as long as nothing about the user has changed. */
export const currentRights = (): readonly string[] | null => user?.permission ?? null

export const onSession = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const setToken = (token: string, days: number): void => {
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  // biome-ignore lint/suspicious/noDocumentCookie: the token is a cookie by the spec, and CookieStore has no SameSite=Strict over plain http
  document.cookie = `token=${token}; path=/; SameSite=Strict; max-age=${days * 86_400}${secure}`
}

/**
 * Says in the other tabs of this browser who has logged in in this one: they share its cookie, so that what another person goes on doing there would be done, and
 * written down, as theirs.
 */
export const tellBegun = ({ user_id }: UserInfo): void => channel?.postMessage({ begun: user_id })

/** Keeps who is logged in; nobody is told of what they know already, for the shell would draw itself anew. */
export const setUser = (next: UserInfo): void => {
  const kept = JSON.stringify(next)
  userStore().setItem(USER_KEY, kept)
  if (JSON.stringify(user) === kept) return
  user = next
  refused.clear()
  tell()
}

const forget = (): void => {
  user = null
  refused.clear()
  // biome-ignore lint/suspicious/noDocumentCookie: see setToken
  document.cookie = 'token=; path=/; SameSite=Strict; max-age=0'
  localStorage.removeItem(USER_KEY)
}

const forgetView = (): void => {
  for (const key of [VIEW_KEY, USER_KEY]) sessionStorage.removeItem(key)
}

/** Makes a token this browser tab's own. */
export const beginView = (token: string): void => {
  forgetView()
  sessionStorage.setItem(VIEW_KEY, token)
}

/** Starts this browser tab anew at its first page. The pages that were open are another role's, so none of them stays. */
const startAnew = (): void => {
  sessionStorage.removeItem(TABS_KEY)
  history.replaceState(null, '', '#/')
  location.reload()
}

/** Goes on as the role that this browser tab's view has. Nobody here is told: the shell that is still drawn belongs to the other role. */
export const showView = (seen: UserInfo): void => {
  userStore().setItem(USER_KEY, JSON.stringify(seen))
  startAnew()
}

/** Goes back from a view to the session of the browser. */
export const endView = (): void => {
  forgetView()
  startAnew()
}

/**
 * Ends the session in this browser; `why` is what the login page says. Other tabs of the browser follow. `token` says which session is
 * meant: the answer to a call of an earlier one ends nothing and says nothing.
 */
export const endSession = (why = '', token = getToken()): void => {
  if (token !== getToken() || user === null) return
  if (isViewing()) {
    endView()
    return
  }
  forget()
  message = why
  channel?.postMessage('ended')
  tell()
}

/** Gives, once, why the last session ended. */
export const takeEndMessage = (): string => {
  const said = message
  message = ''
  return said
}

channel?.addEventListener('message', ({ data }: MessageEvent<'ended' | { begun: number }>) => {
  if (data !== 'ended') {
    if (isViewing() || user === null || user.user_id === data.begun) return
    message = t`这个浏览器已换了账号登录，这里不再用原来的账号`
  } else if (isViewing()) forgetView()
  user = null
  tell()
})
