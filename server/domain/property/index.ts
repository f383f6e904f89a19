export { findRooms, houseName, roomsByWords } from './findRooms.ts'
