import ConfigProvider from 'antd/es/config-provider'
import zhCN from 'antd/es/locale/zh_CN'
import type { ReactNode } from 'react'
import { libraryWords } from '../../providers/i18nProvider.ts'
import { useStore } from '../hooks/useStore.ts'
import { mediaStore } from '../look/mediaStore.ts'
import { type ThemeMode, themeOf } from '../look/theme.ts'
import { useTheme } from '../look/useTheme.ts'

const themes: Record<ThemeMode, ReturnType<typeof themeOf>> = { light: themeOf('light'), dark: themeOf('dark') }

/** For whoever has asked for no motion: the library then waits for the end of no transition, since theme.css lets none begin. */
const still = (theme: ReturnType<typeof themeOf>) => ({ ...theme, token: { ...theme.token, motion: false } })
const stillThemes = { light: still(themes.light), dark: still(themes.dark) }
const wantsStillness = mediaStore('(prefers-reduced-motion: reduce)')

/** What the component library draws, under the theme in force. */
export const Themed = ({ children }: { children: ReactNode }) => {
  const mode = useTheme()
  const isStill = useStore(wantsStillness)
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
