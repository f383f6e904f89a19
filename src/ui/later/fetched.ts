import { clientConfig } from '../../providers/clientConfig.ts'
import { t } from '../../providers/i18nProvider.ts'

const withLimit = async <T>(load: () => Promise<T>): Promise<T> => {
  const { chunkTimeoutMs } = await clientConfig()
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(t`页面加载超时`)), chunkTimeoutMs)
    load()
      .then(resolve, reject)
      .finally(() => clearTimeout(timer))
  })
}

/**
 * Fetches a chunk, with one more try where the first fails. Throws where both fail, or where it is not there within what is allowed
 * (spec.md section 9: 120 s): one that never comes is not asked for again, for the browser goes on waiting for the first.
 */
export const fetched = <T>(load: () => Promise<T>): Promise<T> => withLimit(() => load().catch(load))
