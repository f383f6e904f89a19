import { adjustKinds } from './acts.ts'

/** What a line of a bill came by: the bill itself, or an adjustment of it. */
export const lineSources = { 1: '开账', ...adjustKinds } as const
