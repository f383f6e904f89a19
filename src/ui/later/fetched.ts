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

let again = 0

/**
 * A browser keeps a module that could not be fetched as failed, by its address, for as long as the page is open (the HTML standard's
 * module map). A fragment makes the address another and stays with the browser; the failure's own words are where the address is known.
 */
const anew = <T>(load: () => Promise<T>, failure: unknown): Promise<T> => {
  const address = /https?:\S+$/.exec(failure instanceof Error ? failure.message : '')?.[0]
  if (!address) return load()
  again++
  return import(/* @vite-ignore */ `${address}#${again}`)
}

/**
 * Fetches a chunk, with one more try where the first fails. Throws where both fail, or where it is not there within what is allowed
 * (spec.md section 9: 120 s): one that never comes is not asked for again, for the browser goes on waiting for the first. What is given
 * imports a chunk and does nothing else, for the second try imports the same by another address.
 */
export const fetched = <T>(load: () => Promise<T>): Promise<T> => withLimit(() => load().catch((failure: unknown) => anew(load, failure)))
