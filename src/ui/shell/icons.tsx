import AppstoreOutlined from '@ant-design/icons/es/icons/AppstoreOutlined'
import HomeOutlined from '@ant-design/icons/es/icons/HomeOutlined'
import TableOutlined from '@ant-design/icons/es/icons/TableOutlined'
import UnorderedListOutlined from '@ant-design/icons/es/icons/UnorderedListOutlined'
import WalletOutlined from '@ant-design/icons/es/icons/WalletOutlined'
import type { ReactNode } from 'react'

const icons: Readonly<Record<string, ReactNode>> = {
  map: <AppstoreOutlined />,
  home: <HomeOutlined />,
  flow: <WalletOutlined />,
  list: <TableOutlined />,
}

/** The menu icon that a declaration names; an unknown word gives the plain list. */
export const iconOf = (word: string): ReactNode => icons[word] ?? <UnorderedListOutlined />
