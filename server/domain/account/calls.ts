import { sql } from 'kysely'
import { CallError } from '../../../src/core/errors.ts'
import { resourceNamed } from '../../../src/declared/declared.ts'
import { form } from '../../../src/derive/callParams.ts'
import type { UserInfo } from '../../../src/protocol/types.ts'
import { type Context, defineCall, noParams } from '../../calls/defineCall.ts'
import { heldCodes } from '../../calls/registry.ts'
import type { Database } from '../../store/connection/database.ts'
import type { Row } from '../../store/connection/rows.ts'
import { type Actor, inTransaction } from '../../store/connection/transaction.ts'
import { changed, epochNow } from '../../store/writing/changed.ts'
import { logDeed } from '../../store/writing/deeds.ts'
import { preferencesOf } from '../preference/index.ts'
import { refuseCommon } from './commonPasswords.ts'
import { hiddenEntries } from './hiddenEntries.ts'
import { rememberBrowser } from './knownBrowsers.ts'
import { giveTryBack, refuseAddress, takeTry } from './loginLimit.ts'
import { hashPassword, inTurn, isPassword } from './passwords.ts'
import { roleCalls } from './roles.ts'
import { closeAllSessions, closeSession, openSession } from './sessions.ts'
import { staffCalls } from './staff.ts'

const group = '会话'

const hashed = (title: string, required: string) =>
  ({ type: 'string', title, pattern: '^[0-9a-f]{32}$', maxLength: 32, 'x-msg': { required, pattern: `${title}须以 MD5 发送` } }) as const

const loginForm = form(
  '登录',
  {
    userName: { type: 'string', title: '账号', maxLength: 60, 'x-msg': { required: '请输入账号' } },
    password: hashed('密码', '请输入密码'),
  },
  ['userName', 'password'],
)

const login = defineCall(
  {
    path: '/login',
    label: '登录',
    group,
    can: 'public',
    writes: 'itself',
    params: loginForm,
    admit: ({ db, address, browser }) => refuseAddress(db, address, browser),
  },
  async ({ db, address, browser, config }, { userName, password }) =>
    inTurn(async () => {
      const guesser = { login: userName, address, browser }
      await takeTry(db, guesser)
      const account = await db
        .selectFrom('account')
        .select(['user_id', 'password', 'is_active'])
        .where('user_name', '=', userName)
        .executeTakeFirst()
      if (!(await isPassword(account?.password ?? null, password)) || !account)
        throw new CallError(400, '账号或密码错误', { field: 'password' })
      await giveTryBack(db, guesser)
      if (!account.is_active) throw new CallError(403, '账号已停用，请联系管理员')
      await db.updateTable('account').set({ last_login_at: epochNow }).where('user_id', '=', account.user_id).execute()
      await rememberBrowser(db, browser, userName, account.user_id)
      return { token: await openSession(db, account.user_id, address, config.tokenDays, { password: account.password }) }
    }),
)

const getInfo = defineCall(
  { path: '/get_info', label: '我的信息', group, can: 'session', params: noParams('我的信息') },
  async ({ tx, session }): Promise<UserInfo> => {
    const { rows } = await sql<UserInfo & { avatar: number[] }>`
      select a.user_id, a.name, a.name as nickname, a.avatar, r.name as role, r.access, r.permission, r.sidebar, exists (select from setting where name = 'sample') as sample,
        ${session.asRole}::integer is not null as is_view, (select at from declared_version) as declared_at, ${preferencesOf()} as preferences
      from account a join role r on r.role_id = coalesce(${session.asRole}::integer, a.role_id) where a.user_id = ${session.userId}
    `.execute(tx)
    const info = rows[0]
    if (!info) throw new CallError(302)
    return { ...info, avatar: JSON.stringify(info.avatar), permission: heldCodes(info), ...hiddenEntries(info) }
  },
)

const logout = (path: `/${string}`) =>
  defineCall(
    { path, label: '退出登录', group, can: 'session', writes: true, leaves: true, params: noParams('退出登录') },
    async ({ tx, session }) => {
      await closeSession(tx, session.tokenHash)
      return null
    },
  )

const resetPath = '/api/admin/resetPassword'

const resetForm = form(
  '修改密码',
  {
    raw_pwd: hashed('原密码', '原密码不能为空'),
    new_pwd: hashed('新密码', '新密码必须至少6位'),
    rep_pwd: {
      ...hashed('确认密码', '密码确认不能为空'),
      'x-same': 'new_pwd',
      'x-msg': { required: '密码确认不能为空', same: '两次输入的密码不一致' },
    },
  },
  ['raw_pwd', 'new_pwd', 'rep_pwd'],
)

/**
 * Not one transaction like other writes: tries are counted whether the rest succeeds or not, and argon2 must not run while a
 * connection is held. Asked twice at once it is done once: the second finds the new password in place, which is what it asked for.
 */
const resetPassword = defineCall(
  { path: resetPath, label: resetForm.title, group, can: 'session', writes: 'itself', params: resetForm },
  async ({ db, session, address, browser }: Context, { raw_pwd, new_pwd }) =>
    inTurn(async () => {
      const account = await accountOf(db, session.userId)
      await refuseCommon(new_pwd, account.user_name, 'new_pwd')
      const guesser = { login: account.user_name, address, browser }
      await takeTry(db, guesser)
      const next = (await isPassword(account.password, raw_pwd)) ? await hashPassword(new_pwd) : null
      const actor = { userId: session.userId, path: resetPath, label: resetForm.title, address }
      if (next && (await replacePassword(db, actor, account.password, next))) {
        await giveTryBack(db, guesser)
        await rememberBrowser(db, browser, account.user_name, session.userId)
        return null
      }
      const now = await accountOf(db, session.userId)
      if (await isPassword(now.password, new_pwd)) {
        await giveTryBack(db, guesser)
        return null
      }
      throw new CallError(400, '原密码错误', { field: 'raw_pwd' })
    }),
)

const accountOf = async (db: Database, userId: number): Promise<Row<'account', 'password' | 'user_name'>> => {
  const own = await db.selectFrom('account').select(['password', 'user_name']).where('user_id', '=', userId).executeTakeFirst()
  if (!own) throw new CallError(302)
  return own
}

/** Puts a new hash in the place of the old one and ends all sessions; false where the old one is there no more. */
const replacePassword = (db: Database, actor: Actor & { userId: number }, old: string, next: string): Promise<boolean> =>
  inTransaction(db, actor, async (tx) => {
    const { userId } = actor
    const { numUpdatedRows } = await tx
      .updateTable('account')
      .set({ password: next, ...changed })
      .where('user_id', '=', userId)
      .where('password', '=', old)
      .executeTakeFirst()
    if (numUpdatedRows !== 1n) return false
    await closeAllSessions(tx, userId)
    await logDeed(tx, { resource: resourceNamed('account'), key: userId })
    return true
  })

export default [login, getInfo, logout('/logout'), logout('/api/user/logout'), resetPassword, ...staffCalls, ...roleCalls]
