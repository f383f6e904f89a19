import ConfigProvider from 'antd/es/config-provider'
import zhCN from 'antd/es/locale/zh_CN'
import { type ReactNode, useSyncExternalStore } from 'react'
import { libraryWords } from '../providers/i18nProvider.ts'
import { type ThemeMode, themeOf } from './theme.ts'
import { useTheme } from './useTheme.ts'

const themes: Record<ThemeMode, ReturnType<typeof themeOf>> = { light: themeOf('light'), dark: themeOf('dark') }

/** For whoever has asked for no motion: the library then waits for the end of no transition, since theme.css lets none begin. */
const still = (theme: ReturnType<typeof themeOf>) => ({ ...theme, token: { ...theme.token, motion: false } })
const stillThemes = { light: still(themes.light), dark: still(themes.dark) }
const stillness = window.matchMedia('(prefers-reduced-motion: reduce)')
const onStillness = (listener: () => void): (() => void) => {
  stillness.addEventListener('change', listener)
  return () => stillness.removeEventListener('change', listener)
}

/** What the component library draws, under the theme in force. */
export const Themed = ({ children }: { children: ReactNode }) => {
  const mode = useTheme()
  const isStill = useSyncExternalStore(onStillness, () => stillness.matches)
  return (
    <ConfigProvider
      theme={(isStill ? stillThemes : themes)[mode]}
      locale={libraryWords() ?? zhCN}
      button={{ autoInsertSpace: false }}
      popupMatchSelectWidth={false}
      wave={{ disabled: true }}
    >
      {children}
    </ConfigProvider>
  )
}
