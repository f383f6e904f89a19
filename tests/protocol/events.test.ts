import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { followEvents } from '../../src/providers/events.ts'

/** A stream as a browser has it, which does what a test says. */
class Stream extends EventTarget {
  static readonly CLOSED = 2
  static readonly all: Stream[] = []
  readyState = 0
  constructor() {
    super()
    Stream.all.push(this)
  }
  says(event: string): void {
    this.dispatchEvent(new Event(event))
  }
  refuses(): void {
    this.readyState = Stream.CLOSED
    this.says('error')
  }
  close(): void {}
}

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('EventSource', Stream)
  vi.stubGlobal('navigator', { locks: { request: (_name: string, _options: object, lead: () => Promise<void>) => lead() } })
  Stream.all.length = 0
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('a stream that was refused is asked for again, and what was announced meanwhile is asked anew', async () => {
  const heard: string[] = []
  const leave = followEvents({ on: { message: () => heard.push('message') }, onState: (state) => heard.push(state) })
  await vi.waitFor(() => expect(Stream.all).toHaveLength(1))
  Stream.all[0]?.says('open')
  expect(heard).toEqual(['live'])
  Stream.all[0]?.refuses()
  await vi.advanceTimersByTimeAsync(30_000)
  expect(Stream.all).toHaveLength(2)
  Stream.all[1]?.says('open')
  expect(heard).toEqual(['live', 'down', 'message', 'live'])
  leave()
  await vi.advanceTimersByTimeAsync(300_000)
  expect(Stream.all).toHaveLength(2)
})
