import AppstoreOutlined from '@ant-design/icons-svg/es/asn/AppstoreOutlined'
import AuditOutlined from '@ant-design/icons-svg/es/asn/AuditOutlined'
import BankOutlined from '@ant-design/icons-svg/es/asn/BankOutlined'
import BookOutlined from '@ant-design/icons-svg/es/asn/BookOutlined'
import CalendarOutlined from '@ant-design/icons-svg/es/asn/CalendarOutlined'
import CreditCardOutlined from '@ant-design/icons-svg/es/asn/CreditCardOutlined'
import DashboardOutlined from '@ant-design/icons-svg/es/asn/DashboardOutlined'
import FieldTimeOutlined from '@ant-design/icons-svg/es/asn/FieldTimeOutlined'
import FileTextOutlined from '@ant-design/icons-svg/es/asn/FileTextOutlined'
import HistoryOutlined from '@ant-design/icons-svg/es/asn/HistoryOutlined'
import HomeOutlined from '@ant-design/icons-svg/es/asn/HomeOutlined'
import PictureOutlined from '@ant-design/icons-svg/es/asn/PictureOutlined'
import SettingOutlined from '@ant-design/icons-svg/es/asn/SettingOutlined'
import TableOutlined from '@ant-design/icons-svg/es/asn/TableOutlined'
import TeamOutlined from '@ant-design/icons-svg/es/asn/TeamOutlined'
import UnorderedListOutlined from '@ant-design/icons-svg/es/asn/UnorderedListOutlined'
import WalletOutlined from '@ant-design/icons-svg/es/asn/WalletOutlined'
import type { IconDefinition } from '@ant-design/icons-svg/es/types'
import { useEffect, useSyncExternalStore } from 'react'
import { Icon } from '../../look/Icon.tsx'

const icons: Icons = {
  map: AppstoreOutlined,
  home: HomeOutlined,
  list: TableOutlined,
  money: WalletOutlined,
  contract: FileTextOutlined,
  withhold: CreditCardOutlined,
  ledger: BookOutlined,
  queue: FieldTimeOutlined,
  check: AuditOutlined,
  calendar: CalendarOutlined,
  people: TeamOutlined,
  company: BankOutlined,
  log: HistoryOutlined,
  setting: SettingOutlined,
  work: DashboardOutlined,
  picture: PictureOutlined,
}

type Icons = Readonly<Record<string, IconDefinition>>

/** Those within groups and far down the menu come after the shell: they are as many again. */
let later: Icons | null = null
const listeners = new Set<() => void>()

const fetchLater = (): void =>
  void import('./furtherIcons.ts').then(
    ({ furtherIcons }) => {
      later = furtherIcons
      for (const listener of listeners) listener()
    },
    () => {},
  )

const onLater = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The menu icon that a declaration names; an unknown word gives the plain list, and so does one that could not be fetched. */
export const MenuIcon = ({ word }: { word: string }) => {
  const others = useSyncExternalStore(onLater, () => later)
  const isHere = Object.hasOwn(icons, word)
  useEffect(() => {
    if (isHere) return
    const asked = requestIdleCallback(fetchLater)
    return () => cancelIdleCallback(asked)
  }, [isHere])
  return <Icon of={icons[word] ?? others?.[word] ?? UnorderedListOutlined} />
}
