import DownOutlined from '@ant-design/icons-svg/es/asn/DownOutlined'
import { useEffect, useId, useRef, useState } from 'react'
import { type MenuEntry, menuOf, partsOf } from '../../../derive/menu.ts'
import type { UserInfo } from '../../../protocol/types.ts'
import { said, t } from '../../../providers/i18nProvider.ts'
import { menuCollapsed } from '../../hooks/preferences.ts'
import { useStore } from '../../hooks/useStore.ts'
import { Icon } from '../../look/Icon.tsx'
import { MenuIcon } from './MenuIcon.tsx'
import './sideMenu.css'
import { screens } from '../../tab/screens.ts'

/** The menu shows this many characters of the system's name (spec.md section 2). */
const NAME_LENGTH = 6

export interface SystemInfo {
  logo_name: string
  logo_img: string
}

const shortName = (name: string): string => ([...name].length > NAME_LENGTH ? `${[...name].slice(0, NAME_LENGTH).join('')}…` : name)

const Entry = ({ entry, active }: { entry: MenuEntry; active: string }) => {
  const isShown = entry.path === active
  const link = useRef<HTMLAnchorElement>(null)
  // The page may have been opened from elsewhere: a link, a tab, the palette.
  useEffect(() => {
    if (isShown) link.current?.scrollIntoView({ block: 'nearest' })
  }, [isShown])
  return (
    <li>
      <a ref={link} href={`#${entry.path}`} title={said(entry.label)} aria-current={isShown ? 'page' : undefined}>
        <MenuIcon word={entry.icon} />
        <span>{said(entry.label)}</span>
      </a>
    </li>
  )
}

/** A few entries of a long group, beneath a small heading, of which a collapsed menu keeps the line. */
const Part = ({ label, entries, active }: { label: string; entries: readonly MenuEntry[]; active: string }) => {
  const id = useId()
  return (
    <li className="side-part">
      <span id={id}>{said(label)}</span>
      <ul aria-labelledby={id}>
        {entries.map((child) => (
          <Entry key={child.id} entry={child} active={active} />
        ))}
      </ul>
    </li>
  )
}

const Entries = ({ entry, active }: { entry: MenuEntry; active: string }) => (
  <ul>
    {partsOf(entry.children).map((part) =>
      part.label === null ? (
        part.entries.map((child) => <Entry key={child.id} entry={child} active={active} />)
      ) : (
        <Part key={part.label} label={part.label} entries={part.entries} active={active} />
      ),
    )}
  </ul>
)

const Group = ({ entry, active }: { entry: MenuEntry; active: string }) => {
  const [isOpen, setOpen] = useState(true)
  return (
    <li>
      <button type="button" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <MenuIcon word={entry.icon} />
        <span>{said(entry.label)}</span>
        <Icon of={DownOutlined} />
      </button>
      {isOpen && <Entries entry={entry} active={active} />}
    </li>
  )
}

/** How high an entry of a flyout is, in px: it stays within the window. */
const ENTRY = 40

/** A group of the collapsed menu: its icon, beside which its name and entries fly out for who points at it, or presses it. */
const Flyout = ({ entry, active }: { entry: MenuEntry; active: string }) => {
  const [top, setTop] = useState<number | null>(null)
  const item = useRef<HTMLLIElement>(null)
  const isOpen = top !== null
  const open = (): void => setTop(item.current?.getBoundingClientRect().top ?? 0)
  const close = (): void => setTop(null)
  const height = (entry.children.length + partsOf(entry.children).length + 1) * ENTRY
  return (
    <li
      ref={item}
      onMouseEnter={open}
      onMouseLeave={close}
      onBlur={({ relatedTarget }) => relatedTarget && !item.current?.contains(relatedTarget) && close()}
      onKeyDown={({ key }) => key === 'Escape' && close()}
    >
      <button
        type="button"
        aria-label={said(entry.label)}
        aria-expanded={isOpen}
        aria-current={entry.children.some(({ path }) => path === active) ? 'true' : undefined}
        onClick={({ detail }) => (isOpen && detail === 0 ? close() : open())}
      >
        <MenuIcon word={entry.icon} />
      </button>
      {isOpen && (
        <div className="side-flyout" style={{ top: `max(8px, min(${top}px, 100vh - ${height}px))` }}>
          <strong>{said(entry.label)}</strong>
          <Entries entry={entry} active={active} />
        </div>
      )}
    </li>
  )
}

/** The side menu: links, so that a screen can be opened in a browser tab of its own and the keyboard needs nothing special. */
export const SideMenu = ({ user, info, active }: { user: UserInfo; info: SystemInfo; active: string }) => {
  const isCollapsed = useStore(menuCollapsed)
  const GroupEntry = isCollapsed ? Flyout : Group
  return (
    <nav className="side" data-collapsed={isCollapsed} aria-label={t`主菜单`}>
      <div className="side-name" title={info.logo_name}>
        {info.logo_img !== '0' && <img src={info.logo_img} alt="" />}
        {!isCollapsed && <span>{shortName(info.logo_name)}</span>}
        {isCollapsed && info.logo_img === '0' && <span>{[...info.logo_name][0]}</span>}
      </div>
      <ul>
        {menuOf(screens(), user.access, user.sidebar).map((entry) =>
          entry.children.length > 0 ? (
            <GroupEntry key={entry.id} entry={entry} active={active} />
          ) : (
            <Entry key={entry.id} entry={entry} active={active} />
          ),
        )}
      </ul>
    </nav>
  )
}
