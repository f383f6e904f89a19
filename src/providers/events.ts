import { clientConfig } from './clientConfig.ts'

/** Whether news comes by itself; while it does not, whoever needs it has to ask now and then. */
type State = 'live' | 'down'

/** Who wants to know: that messages changed, that an administrator changed a setting, and whether the stream is up. */
interface Ears {
  onMessage?(): void
  onSetting?(): void
  onState(state: State): void
}

const NAME = 'anju.events'

/**
 * Follows what the server announces. A browser may hold only six lines to one server over HTTP/1.1, so of all its tabs one holds the
 * stream and tells the others; where the browser has no locks (plain http) there is no stream. Gives the function that ends it.
 */
export const followEvents = ({ onMessage, onSetting, onState }: Ears): (() => void) => {
  const channel = new BroadcastChannel(NAME)
  const leaving = new AbortController()
  let end = (): void => leaving.abort()
  /** Null in a tab that another one tells. */
  let state: State | null = null
  const say = (next: State): void => {
    state = next
    onState(next)
    channel.postMessage(next)
  }
  channel.addEventListener('message', ({ data }: MessageEvent<'message' | 'setting' | 'who' | State>) => {
    if (data === 'message') onMessage?.()
    else if (data === 'setting') onSetting?.()
    else if (data !== 'who') onState(data)
    else if (state) channel.postMessage(state)
  })
  const lead = async (): Promise<void> => {
    const { host } = await clientConfig()
    if (leaving.signal.aborted) return
    const source = new EventSource(`${host}/events`)
    source.addEventListener('open', () => say('live'))
    source.addEventListener('message', () => {
      onMessage?.()
      channel.postMessage('message')
    })
    source.addEventListener('setting', () => {
      onSetting?.()
      channel.postMessage('setting')
    })
    // The browser tries again by itself, unless it was refused: then asking now and then has to do.
    source.addEventListener('error', () => say('down'))
    await new Promise<void>((done) => {
      end = () => {
        leaving.abort()
        source.close()
        done()
      }
    })
  }
  // The wait for the lock ends with an error where one leaves before one's turn.
  navigator.locks?.request(NAME, { signal: leaving.signal }, lead).catch(() => {})
  channel.postMessage('who')
  return () => {
    if (state) channel.postMessage('down')
    end()
    channel.close()
  }
}
