import { type ComponentType, type LazyExoticComponent, lazy } from 'react'
import { fetched } from './fetched.ts'
import { loadParts, themed } from './part.tsx'

/** Gives a component that is fetched when first shown, with the component library; where that fails the error boundary offers a retry. */
// biome-ignore lint/suspicious/noExplicitAny: a screen's props are its own
export const lazily = <T extends ComponentType<any>>(load: () => Promise<{ default: T }>): LazyExoticComponent<T> =>
  lazy(async () => {
    const [{ default: Component }, parts] = await Promise.all([fetched(load), loadParts()])
    return { default: themed(Component, parts) as T }
  })
