import { type ComponentType, type LazyExoticComponent, lazy } from 'react'
import { clientConfig } from '../providers/clientConfig.ts'

const withLimit = async <T>(load: () => Promise<T>): Promise<T> => {
  const { chunkTimeoutMs } = await clientConfig()
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('页面加载超时')), chunkTimeoutMs)
    load()
      .then(resolve, reject)
      .finally(() => clearTimeout(timer))
  })
}

/** Gives a component that is fetched when first shown; one more try is made before the error boundary offers a retry (spec.md section 9: 120 s). */
// biome-ignore lint/suspicious/noExplicitAny: a screen's props are its own
export const lazily = <T extends ComponentType<any>>(load: () => Promise<{ default: T }>): LazyExoticComponent<T> =>
  lazy(() => withLimit(load).catch(() => withLimit(load)))
