import { useSyncExternalStore } from 'react'
import { currentRights, onSession } from '../../providers/session.ts'

/** Draws anew whatever asks `mayCall` behind a `memo`, when the user's rights have changed. */
export const useRights = (): void => void useSyncExternalStore(onSession, currentRights)
