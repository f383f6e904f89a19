import { addingInRoom } from '../contract/index.ts'

export default [addingInRoom('repair')]
