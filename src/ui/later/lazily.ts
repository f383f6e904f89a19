import { type ComponentProps, type ComponentType, createElement, type LazyExoticComponent, lazy } from 'react'
import { fetched } from './fetched.ts'
import { loadParts, themed } from './part.tsx'

const failed = new Set<() => void>()

/** Lets what could not be fetched be fetched again where it is drawn next: what React has once seen fail stays failed. */
export const fetchAgain = (): void => {
  for (const begin of failed) begin()
  failed.clear()
}

/** Gives a component that is fetched when first shown, with the component library; where that fails the error boundary offers a retry. */
// biome-ignore lint/suspicious/noExplicitAny: a screen's props are its own
export const lazily = <T extends ComponentType<any>>(load: () => Promise<{ default: T }>): ComponentType<ComponentProps<T>> => {
  let current: LazyExoticComponent<T>
  const begin = (): void => {
    current = lazy(async () => {
      try {
        const [{ default: Component }, parts] = await Promise.all([fetched(load), loadParts()])
        return { default: themed(Component, parts) as T }
      } catch (failure) {
        failed.add(begin)
        throw failure
      }
    })
  }
  begin()
  return function Later(props: ComponentProps<T>) {
    return createElement(current, props)
  }
}
