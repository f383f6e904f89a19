export { findRooms } from './findRooms.ts'
