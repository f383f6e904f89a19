import AppstoreOutlined from '@ant-design/icons/es/icons/AppstoreOutlined'
import AuditOutlined from '@ant-design/icons/es/icons/AuditOutlined'
import BankOutlined from '@ant-design/icons/es/icons/BankOutlined'
import BookOutlined from '@ant-design/icons/es/icons/BookOutlined'
import CalendarOutlined from '@ant-design/icons/es/icons/CalendarOutlined'
import CreditCardOutlined from '@ant-design/icons/es/icons/CreditCardOutlined'
import DashboardOutlined from '@ant-design/icons/es/icons/DashboardOutlined'
import FieldTimeOutlined from '@ant-design/icons/es/icons/FieldTimeOutlined'
import FileTextOutlined from '@ant-design/icons/es/icons/FileTextOutlined'
import HistoryOutlined from '@ant-design/icons/es/icons/HistoryOutlined'
import HomeOutlined from '@ant-design/icons/es/icons/HomeOutlined'
import PictureOutlined from '@ant-design/icons/es/icons/PictureOutlined'
import SettingOutlined from '@ant-design/icons/es/icons/SettingOutlined'
import TableOutlined from '@ant-design/icons/es/icons/TableOutlined'
import TeamOutlined from '@ant-design/icons/es/icons/TeamOutlined'
import UnorderedListOutlined from '@ant-design/icons/es/icons/UnorderedListOutlined'
import WalletOutlined from '@ant-design/icons/es/icons/WalletOutlined'
import type { ReactNode } from 'react'

const icons: Readonly<Record<string, ReactNode>> = {
  map: <AppstoreOutlined aria-hidden="true" />,
  home: <HomeOutlined aria-hidden="true" />,
  flow: <WalletOutlined aria-hidden="true" />,
  list: <TableOutlined aria-hidden="true" />,
  bill: <WalletOutlined aria-hidden="true" />,
  meter: <WalletOutlined aria-hidden="true" />,
  contract: <FileTextOutlined aria-hidden="true" />,
  withhold: <CreditCardOutlined aria-hidden="true" />,
  ledger: <BookOutlined aria-hidden="true" />,
  queue: <FieldTimeOutlined aria-hidden="true" />,
  check: <AuditOutlined aria-hidden="true" />,
  calendar: <CalendarOutlined aria-hidden="true" />,
  people: <TeamOutlined aria-hidden="true" />,
  company: <BankOutlined aria-hidden="true" />,
  log: <HistoryOutlined aria-hidden="true" />,
  setting: <SettingOutlined aria-hidden="true" />,
  work: <DashboardOutlined aria-hidden="true" />,
  picture: <PictureOutlined aria-hidden="true" />,
}

/** The menu icon that a declaration names; an unknown word gives the plain list. */
export const iconOf = (word: string): ReactNode => icons[word] ?? <UnorderedListOutlined aria-hidden="true" />
