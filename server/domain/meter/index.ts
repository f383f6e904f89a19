export { addReading } from './addReading.ts'
