import { resources } from '../../declared/declared.ts'
import { isOpenTo } from '../../derive/menu.ts'
import { said, t } from '../../providers/i18nProvider.ts'
import { currentUser } from '../../providers/session.ts'
import { screens } from '../tab/screens.ts'

/**
 * Says what a box that offers nothing at all would offer, and on which page that is recorded: whoever begins has no types of rooms yet. Undefined where the choices
 * are narrowed by something (`params`, a call of its own), for then there may be others.
 */
export const nothingText = (path: string, params: Readonly<Record<string, unknown>>): string | undefined => {
  const resource = resources.find(({ calls }) => calls.index === path)
  if (!resource || Object.keys(params).length > 0) return undefined
  const user = currentUser()
  const page = screens().find((screen) => screen.strips.some((strip) => strip.resource === resource.name) && user && isOpenTo(screen, user))
  return page && resource.calls.add ? t`没有${resource.label}，先到“${said(page.label)}”登记` : t`没有${resource.label}`
}
