export { certificateOf } from './make.ts'
