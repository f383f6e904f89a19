import { useSyncExternalStore } from 'react'

/** A value outside React that several parts show; kept in the given storage under its key, so that it survives a reload. */
export interface Store<T> {
  get(): T
  set(next: T | ((now: T) => T)): void
  subscribe(listener: () => void): () => void
}

const read = <T>(storage: Storage, key: string, fallback: T): T => {
  try {
    const text = storage.getItem(key)
    return text === null ? fallback : (JSON.parse(text) as T)
  } catch {
    return fallback
  }
}

export const storeOf = <T>(key: string, fallback: T, storage: Storage = localStorage): Store<T> => {
  let value = read(storage, key, fallback)
  const listeners = new Set<() => void>()
  return {
    get: () => value,
    set(next) {
      value = typeof next === 'function' ? (next as (now: T) => T)(value) : next
      storage.setItem(key, JSON.stringify(value))
      for (const listener of listeners) listener()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** Shows a store's value, or a preference's, and follows it. */
export const useStore = <T>(store: Pick<Store<T>, 'get' | 'subscribe'>): T => useSyncExternalStore(store.subscribe, store.get)
