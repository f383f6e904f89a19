import type { ClientConfig } from '../protocol/types.ts'

const fallback: ClientConfig = {
  host: '',
  brokerHost: '',
  signKey: '',
  tokenDays: 1,
  timeoutMs: 200_000,
  chunkTimeoutMs: 120_000,
  uploadMaxMb: 20,
}

let loading: Promise<ClientConfig> | null = null

/** Gives the run-time settings of the client (/config.json), read once. A server that has none gets the spec's defaults; of one that could not be asked they are asked again. */
export const clientConfig = (): Promise<ClientConfig> => {
  loading ??= fetch('./config.json')
    .then(async (response) => {
      if (response.status >= 500) throw new Error(`HTTP ${response.status}`)
      return response.ok ? { ...fallback, ...((await response.json()) as Partial<ClientConfig>) } : fallback
    })
    .catch(() => {
      loading = null
      return fallback
    })
  return loading
}
