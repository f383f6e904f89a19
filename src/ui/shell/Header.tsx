import FullscreenOutlined from '@ant-design/icons-svg/es/asn/FullscreenOutlined'
import MenuFoldOutlined from '@ant-design/icons-svg/es/asn/MenuFoldOutlined'
import MenuUnfoldOutlined from '@ant-design/icons-svg/es/asn/MenuUnfoldOutlined'
import type { UserInfo } from '../../protocol/types.ts'
import { t } from '../../providers/i18nProvider.ts'
import { menuCollapsed } from '../hooks/preferences.ts'
import { useStore } from '../hooks/useStore.ts'
import { Later } from '../later/Later.tsx'
import { part } from '../later/part.tsx'
import { Icon } from '../look/Icon.tsx'
import { SummaryButton } from './downloads/SummaryButton.tsx'
import { ErrorMark } from './ErrorMark.tsx'
import { PaletteHost } from './palette/PaletteHost.tsx'
import { SampleMark } from './SampleMark.tsx'

const ProjectSelector = part((parts) => parts.ProjectSelector)
const PersonTools = part((parts) => parts.PersonTools)

const toggleFullscreen = (): void => {
  if (document.fullscreenElement) void document.exitFullscreen()
  else void document.documentElement.requestFullscreen().catch(() => {})
}

export const Header = ({ user, title, active }: { user: UserInfo; title: string; active: string }) => {
  const isCollapsed = useStore(menuCollapsed)
  return (
    <header className="head">
      <button
        type="button"
        className="icon"
        aria-label={isCollapsed ? t`展开菜单` : t`收起菜单`}
        onClick={() => menuCollapsed.set(!isCollapsed)}
      >
        {isCollapsed ? <Icon of={MenuUnfoldOutlined} /> : <Icon of={MenuFoldOutlined} />}
      </button>
      <span className="head-title">{title}</span>
      {user.sample && <SampleMark />}
      <span className="head-gap" />
      <Later>
        <SummaryButton active={active} />
      </Later>
      <span className="project">
        <Later>
          <ProjectSelector />
        </Later>
      </span>
      <PaletteHost user={user} />
      <Later>
        <ErrorMark />
      </Later>
      <button type="button" className="icon" aria-label={t`全屏`} onClick={toggleFullscreen}>
        <Icon of={FullscreenOutlined} />
      </button>
      <span className="head-user">
        <Later>
          <PersonTools user={user} />
        </Later>
      </span>
    </header>
  )
}
