export { beginLeaving, handBack, resume } from './leaving.ts'
export { rentUpTo } from './rentUpTo.ts'
