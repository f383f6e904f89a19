import CloseOutlined from '@ant-design/icons-svg/es/asn/CloseOutlined'
import LeftOutlined from '@ant-design/icons-svg/es/asn/LeftOutlined'
import RightOutlined from '@ant-design/icons-svg/es/asn/RightOutlined'
import { type KeyboardEvent, type MouseEvent, useEffect, useRef, useState } from 'react'
import { said, t } from '../../providers/i18nProvider.ts'
import { useStore } from '../hooks/useStore.ts'
import { Dropdown } from '../later/libraryParts.ts'
import { Icon } from '../look/Icon.tsx'
import { placeOf } from './screens.ts'
import { isGuarded, openTabs, type Tab } from './tabs.ts'

/** How far an arrow moves the strip (spec.md section 9). */
const SCROLL_STEP = 240

interface Props {
  active: string
  home: string
  onShow: (tab: Tab) => void
  onClose: (paths: readonly string[]) => void
}

const labelOf = (path: string): string => {
  const { screen } = placeOf(path)
  return screen ? said(screen.label) : t`页面不存在`
}

const confirmed = (paths: readonly string[]): boolean => !paths.some(isGuarded) || window.confirm(t`确定要关闭这个页面吗`)

export const TabStrip = ({ active, home, onShow, onClose }: Props) => {
  const tabs = useStore(openTabs)
  const strip = useRef<HTMLDivElement>(null)
  const [menu, setMenu] = useState<{ path: string; left: number; top: number } | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the shown tab is brought into view whenever another is shown, or has just got its place
  useEffect(() => {
    strip.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [active, tabs.length])
  const scroll = (way: 1 | -1) => () => strip.current?.scrollBy({ left: way * SCROLL_STEP, behavior: 'smooth' })
  const close = (paths: readonly string[]): void => {
    const closable = paths.filter((path) => path !== home)
    if (closable.length > 0 && confirmed(closable)) onClose(closable)
  }
  const others = (path: string): string[] => tabs.filter((tab) => tab.path !== path).map((tab) => tab.path)
  const menuFor = (path: string) => ({
    items: [
      { key: 'one', label: t`关闭`, disabled: path === home },
      { key: 'others', label: t`关闭其他` },
      { key: 'all', label: t`关闭全部` },
    ],
    onClick: ({ key }: { key: string }) => {
      setMenu(null)
      close(key === 'one' ? [path] : key === 'others' ? others(path) : tabs.map((tab) => tab.path))
    },
  })
  const openMenu = (tab: Tab) => (event: MouseEvent) => {
    event.preventDefault()
    setMenu({ path: tab.path, left: event.clientX, top: event.clientY })
  }
  const onKey = (tab: Tab, index: number) => (event: KeyboardEvent) => {
    const next = event.key === 'ArrowRight' ? tabs[index + 1] : event.key === 'ArrowLeft' ? tabs[index - 1] : undefined
    if (next) onShow(next)
    else if (event.key === 'Delete') close([tab.path])
    else if (event.key === 'Enter' || event.key === ' ') onShow(tab)
  }
  return (
    <div className="tabs">
      <button type="button" className="tabs-arrow" aria-label={t`标签向左`} onClick={scroll(-1)}>
        <Icon of={LeftOutlined} />
      </button>
      <div className="tabs-strip" role="tablist" aria-label={t`打开的页面`} ref={strip}>
        {tabs.map((tab, index) => (
          <div
            key={tab.path}
            className="tab"
            role="tab"
            tabIndex={tab.path === active ? 0 : -1}
            aria-selected={tab.path === active}
            aria-keyshortcuts={tab.path === home ? undefined : 'Delete'}
            onClick={() => onShow(tab)}
            onKeyDown={onKey(tab, index)}
            onContextMenu={openMenu(tab)}
          >
            {labelOf(tab.path)}
            {tab.path !== home && (
              // For the mouse alone: a control within a tab is lost to a screen reader, and by keyboard Delete closes the tab.
              <span
                aria-hidden="true"
                className="tab-close"
                title={t`关闭${labelOf(tab.path)}`}
                onClick={(event) => {
                  event.stopPropagation()
                  close([tab.path])
                }}
              >
                <Icon of={CloseOutlined} />
              </span>
            )}
          </div>
        ))}
      </div>
      <button type="button" className="tabs-arrow" aria-label={t`标签向右`} onClick={scroll(1)}>
        <Icon of={RightOutlined} />
      </button>
      {menu && (
        <Dropdown open menu={menuFor(menu.path)} trigger={['click']} onOpenChange={(isOpen) => !isOpen && setMenu(null)}>
          <span className="tabs-menu" style={{ left: menu.left, top: menu.top }} />
        </Dropdown>
      )}
    </div>
  )
}
