import { useEffect } from 'react'
import { mediaStore } from './mediaStore.ts'
import { density, themeChoice } from './preferences.ts'
import type { ThemeMode } from './theme.ts'
import { useStore } from './useStore.ts'

const systemIsDark = mediaStore('(prefers-color-scheme: dark)')

/** Gives the theme in force and marks the page with it, and with how dense its lists are. */
export const useTheme = (): ThemeMode => {
  const choice = useStore(themeChoice)
  const isDark = useStore(systemIsDark)
  const mode = choice === 'system' ? (isDark ? 'dark' : 'light') : choice
  const rows = useStore(density)
  useEffect(() => {
    document.documentElement.dataset.theme = mode
    document.documentElement.dataset.density = rows
  }, [mode, rows])
  return mode
}
