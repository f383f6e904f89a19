import { useEffect } from 'react'
import { density, themeChoice } from '../hooks/preferences.ts'
import { useStore } from '../hooks/useStore.ts'
import { mediaStore } from './mediaStore.ts'
import type { ThemeMode } from './theme.ts'

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
