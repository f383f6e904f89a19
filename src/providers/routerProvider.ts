import { type IResourceItem, matchResourceFromRoute, type ParseResponse, ResourceContext, type RouterProvider } from '@refinedev/core'
import router from '@refinedev/react-router'
import { useCallback, useContext } from 'react'
import { matchPath, useLocation } from 'react-router'

type Match = ReturnType<typeof matchResourceFromRoute>

const known = new WeakMap<readonly IResourceItem[], Map<string, Match>>()

/** Gives which of the resources an address leads to, looked up once. */
export const matchOf = (resources: IResourceItem[], pathname: string): Match => {
  const matches = known.get(resources) ?? new Map<string, Match>()
  known.set(resources, matches)
  const match = matches.get(pathname) ?? matchResourceFromRoute(pathname, resources)
  matches.set(pathname, match)
  return match
}

const parsedOf = (resources: IResourceItem[], pathname: string, search: string): ParseResponse => {
  const { resource, action, matchedRoute } = matchOf(resources, pathname)
  const params = matchedRoute ? matchPath(matchedRoute, pathname)?.params : undefined
  return {
    ...(resource && { resource }),
    ...(action && { action }),
    ...(params?.id && { id: params.id }),
    pathname,
    params: { ...Object.fromEntries(new URLSearchParams(search)), ...params },
  }
}

/**
 * refine's socket for addresses: react-router's, save that a dozen hooks of one list ask for the same address, and each would try all the
 * routes that there are.
 */
export const routerProvider: RouterProvider = {
  ...router,
  parse: () => {
    const { pathname, search } = useLocation()
    const { resources } = useContext(ResourceContext)
    return useCallback(() => parsedOf(resources, pathname, search), [resources, pathname, search]) as ReturnType<
      NonNullable<RouterProvider['parse']>
    >
  },
}
