import DownOutlined from '@ant-design/icons-svg/es/asn/DownOutlined'
import { useLogout, useTranslation } from '@refinedev/core'
import Dropdown from 'antd/es/dropdown'
import { Suspense, useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import type { ThemeChoice } from '../../protocol/preferences.ts'
import type { UserInfo } from '../../protocol/types.ts'
import { said, t } from '../../providers/i18nProvider.ts'
import { useRunAction } from '../action/useRunAction.ts'
import { localeWords, themeChoice, themeWords } from '../hooks/preferences.ts'
import { useStore } from '../hooks/useStore.ts'
import { lazily } from '../later/lazily.ts'
import { Icon } from '../look/Icon.tsx'
import { Picture } from '../look/Picture.tsx'
import { ErrorBoundary } from '../tab/ErrorBoundary.tsx'
import { MESSAGE_CENTER } from '../tab/shownPlace.ts'
import { mayRedraw } from '../tab/tabs.ts'
import { closeDownloads, openDownloads, useDownloadsOpen } from './downloads/downloads.ts'
import { begunAnywhere } from './everywhere.ts'

const DownloadsDialog = lazily(() => import('./downloads/DownloadsDialog.tsx'))
const PasswordDialog = lazily(() => import('./PasswordDialog.tsx'))

/** The person's own menu; `unread` is how many messages he has not read. */
export const UserMenu = ({ user, unread }: { user: UserInfo; unread: number }) => {
  const run = useRunAction()
  const navigate = useNavigate()
  const { mutate: logout } = useLogout()
  const theme = useStore(themeChoice)
  const { getLocale, changeLocale } = useTranslation()
  const locale = getLocale()
  const downloads = useDownloadsOpen()
  const [isChanging, setChanging] = useState(false)
  // Whoever logs in next has not opened it.
  useEffect(() => closeDownloads, [])
  const [portrait] = JSON.parse(user.avatar) as number[]
  const offered = begunAnywhere()
  const items = [
    ...offered.map(({ key, action }) => ({ key, label: action.label })),
    ...(offered.length > 0 ? [{ type: 'divider' as const }] : []),
    { key: 'messages', label: unread > 0 ? t`消息中心（${unread}）` : t`消息中心` },
    { key: 'info', label: t`个人信息` },
    { key: 'downloads', label: t`下载记录` },
    { key: 'password', label: t`修改密码` },
    {
      key: 'theme',
      label: t`外观`,
      children: Object.entries(themeWords).map(([key, label]) => ({
        key: `theme.${key}`,
        label: theme === key ? `${said(label)} ✓` : said(label),
      })),
    },
    {
      key: 'locale',
      // Who reads only one of the two still finds it.
      label: t`语言 Language`,
      children: Object.entries(localeWords).map(([key, label]) => ({ key: `locale.${key}`, label: locale === key ? `${label} ✓` : label })),
    },
    { key: 'logout', label: t`退出登录` },
  ]
  const choose = ({ key }: { key: string }): void => {
    const chosen = offered.find((entry) => entry.key === key)
    if (chosen) run(chosen.resource, chosen.action)
    else if (key === 'info') void navigate('/userInfo')
    else if (key === 'downloads') openDownloads()
    else if (key === 'messages') void navigate(MESSAGE_CENTER)
    else if (key === 'password') setChanging(true)
    else if (key === 'logout') logout()
    else if (key.startsWith('theme.')) themeChoice.set(key.slice(6) as ThemeChoice)
    else if (key.startsWith('locale.') && mayRedraw()) changeLocale(key.slice(7))
  }
  return (
    <>
      <Dropdown menu={{ items, onClick: choose }} trigger={['click']}>
        <button type="button" className="user" aria-label={t`用户菜单：${user.name}${unread > 0 ? t`，${unread} 条未读消息` : ''}`}>
          <span className="avatar" aria-hidden="true">
            {portrait === undefined ? [...user.nickname].at(-1) : <Picture of={portrait} alt="" />}
            {unread > 0 && <span className="avatar-dot" />}
          </span>
          {user.nickname}
          <Icon of={DownOutlined} />
        </button>
      </Dropdown>
      {downloads !== null && (
        <ErrorBoundary onClose={closeDownloads}>
          <Suspense fallback={null}>
            <DownloadsDialog type={downloads === 'all' ? null : downloads} onAll={() => openDownloads()} onClose={closeDownloads} />
          </Suspense>
        </ErrorBoundary>
      )}
      {isChanging && (
        <ErrorBoundary onClose={() => setChanging(false)}>
          <Suspense fallback={null}>
            <PasswordDialog onClose={() => setChanging(false)} />
          </Suspense>
        </ErrorBoundary>
      )}
    </>
  )
}
