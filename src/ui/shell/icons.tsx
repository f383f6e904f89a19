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
import type { ReactNode } from 'react'
import { Icon } from '../Icon.tsx'

const icons: Readonly<Record<string, IconDefinition>> = {
  map: AppstoreOutlined,
  home: HomeOutlined,
  flow: WalletOutlined,
  list: TableOutlined,
  bill: WalletOutlined,
  meter: WalletOutlined,
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

/** The menu icon that a declaration names; an unknown word gives the plain list. */
export const iconOf = (word: string): ReactNode => <Icon of={icons[word] ?? UnorderedListOutlined} />
