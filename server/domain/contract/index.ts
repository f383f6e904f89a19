export { addingInRoom } from './addingInRoom.ts'
export { beginLeaving, handBack, resume } from './leaving.ts'
export { rentUpTo } from './rentUpTo.ts'
export { inForceToday } from './tenancyOf.ts'
