import ConfigProvider from 'antd/es/config-provider'
import zhCN from 'antd/es/locale/zh_CN'
import type { ReactNode } from 'react'
import { useMemo } from 'react'
import { themeOf } from './theme.ts'
import { useTheme } from './useTheme.ts'

/** Everything that is drawn, under the theme in force. */
export const Themed = ({ children }: { children: ReactNode }) => {
  const mode = useTheme()
  const theme = useMemo(() => themeOf(mode), [mode])
  return (
    <ConfigProvider theme={theme} locale={zhCN} button={{ autoInsertSpace: false }} popupMatchSelectWidth={false} wave={{ disabled: true }}>
      {children}
    </ConfigProvider>
  )
}
