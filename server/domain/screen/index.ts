export { refreshDeclared } from './declared.ts'
export { finishScreens } from './publish.ts'
