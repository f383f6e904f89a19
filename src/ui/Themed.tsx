import ConfigProvider from 'antd/es/config-provider'
import zhCN from 'antd/es/locale/zh_CN'
import type { ReactNode } from 'react'
import { libraryWords } from '../providers/i18nProvider.ts'
import { type ThemeMode, themeOf } from './theme.ts'
import { useTheme } from './useTheme.ts'

const themes: Record<ThemeMode, ReturnType<typeof themeOf>> = { light: themeOf('light'), dark: themeOf('dark') }

/** What the component library draws, under the theme in force. */
export const Themed = ({ children }: { children: ReactNode }) => {
  const mode = useTheme()
  return (
    <ConfigProvider
      theme={themes[mode]}
      locale={libraryWords() ?? zhCN}
      button={{ autoInsertSpace: false }}
      popupMatchSelectWidth={false}
      wave={{ disabled: true }}
    >
      {children}
    </ConfigProvider>
  )
}
