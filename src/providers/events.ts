import { clientConfig } from './clientConfig.ts'

/** Whether news comes by itself; while it does not, whoever needs it has to ask now and then. */
type State = 'live' | 'down'

/** What is announced: that one's messages changed, that an administrator changed a setting, or a screen made at run time. */
const news = ['message', 'setting', 'declared'] as const
type News = (typeof news)[number]

/** Who wants to know of some of it, and whether the stream is up. */
interface Ears {
  on: Readonly<Partial<Record<News, () => void>>>
  onState(state: State): void
}

const NAME = 'anju.events'
/** After so many milliseconds the stream is asked for again where it was refused: a proxy says 502 while the server behind it is started anew. */
const AGAIN_MS = 30_000

/**
 * Follows what the server announces. A browser may hold only six lines to one server over HTTP/1.1, so of all its tabs one holds the
 * stream and tells the others; where the browser has no locks (plain http) there is no stream. Gives the function that ends it.
 */
export const followEvents = ({ on, onState }: Ears): (() => void) => {
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
  channel.addEventListener('message', ({ data }: MessageEvent<News | 'who' | State>) => {
    if (data === 'live' || data === 'down') onState(data)
    else if (data !== 'who') on[data]?.()
    else if (state) channel.postMessage(state)
  })
  const lead = async (): Promise<void> => {
    const { host } = await clientConfig()
    if (leaving.signal.aborted) return
    let source: EventSource
    let timer: ReturnType<typeof setTimeout> | undefined
    const announce = (event: News): void => {
      on[event]?.()
      channel.postMessage(event)
    }
    const open = (): void => {
      source = new EventSource(`${host}/events`)
      source.addEventListener('open', () => {
        // What was announced while it was down nobody has heard.
        if (state === 'down') for (const event of news) announce(event)
        say('live')
      })
      for (const event of news) source.addEventListener(event, () => announce(event))
      source.addEventListener('error', () => {
        say('down')
        // The browser tries again by itself, unless it was refused.
        if (source.readyState === EventSource.CLOSED) timer = setTimeout(open, AGAIN_MS)
      })
    }
    open()
    await new Promise<void>((done) => {
      end = () => {
        leaving.abort()
        clearTimeout(timer)
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
