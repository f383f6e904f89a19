import { clientConfig } from '../providers/clientConfig.ts'
import { t } from '../providers/i18nProvider.ts'

const withLimit = async <T>(load: () => Promise<T>): Promise<T> => {
  const { chunkTimeoutMs } = await clientConfig()
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(t('页面加载超时'))), chunkTimeoutMs)
    load()
      .then(resolve, reject)
      .finally(() => clearTimeout(timer))
  })
}

/** Fetches a chunk, with one more try. Throws where both fail or take longer than is allowed (spec.md section 9: 120 s). */
export const fetched = <T>(load: () => Promise<T>): Promise<T> => withLimit(load).catch(() => withLimit(load))
