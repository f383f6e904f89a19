export { addingInRoom } from './addingInRoom.ts'
export { inForceToday } from './tenancyOf.ts'
