export { findRooms, houseName } from './findRooms.ts'
