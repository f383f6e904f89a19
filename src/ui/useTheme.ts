import { useEffect, useSyncExternalStore } from 'react'
import { density, themeChoice } from './preferences.ts'
import type { ThemeMode } from './theme.ts'
import { useStore } from './useStore.ts'

const dark = window.matchMedia('(prefers-color-scheme: dark)')
const onSystem = (listener: () => void): (() => void) => {
  dark.addEventListener('change', listener)
  return () => dark.removeEventListener('change', listener)
}

/** Gives the theme in force and marks the page with it, and with how dense its lists are. */
export const useTheme = (): ThemeMode => {
  const choice = useStore(themeChoice)
  const isDark = useSyncExternalStore(onSystem, () => dark.matches)
  const mode = choice === 'system' ? (isDark ? 'dark' : 'light') : choice
  const rows = useStore(density)
  useEffect(() => {
    document.documentElement.dataset.theme = mode
    document.documentElement.dataset.density = rows
  }, [mode, rows])
  return mode
}
