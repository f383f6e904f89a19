import type { ComponentType } from 'react'
import type { Locale } from '../protocol/preferences.ts'
import { clientConfig } from '../providers/clientConfig.ts'
import { earlyAnswersWithin } from '../providers/earlyCall.ts'
import { speakChosen } from '../providers/i18nProvider.ts'
import { currentUser } from '../providers/session.ts'

/** The login page or the app with its shell; the two share no chunk but React and the calls. */
export interface View {
  isShell: boolean
  Component: ComponentType
  locale: Locale
}

/** What comes within this, in milliseconds, is shown with the shell: drawn after it, rows cost a second picture of the whole window. */
const ROWS_WAITED = 100

/** Fetches what someone logged in needs; the login page does so while the login is on its way. */
export const loadApp = async (): Promise<View> => {
  // With the settings at hand the first screen's rows are asked for before drawing keeps the browser busy.
  const [{ default: Component, startFirstScreen, speakDeclared }, locale] = await Promise.all([
    import('../App.tsx'),
    speakChosen(),
    clientConfig(),
  ])
  speakDeclared()
  if (currentUser()) {
    startFirstScreen()
    await earlyAnswersWithin(ROWS_WAITED)
  }
  return { isShell: true, Component, locale }
}
