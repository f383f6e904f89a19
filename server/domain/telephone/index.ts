/** What is alike in all that people do on telephones of their own, without an account: 手机申请, 手机报修. */

export { type Door, endStanding, holdStanding, keepLonger, keptUntil, letPhotosGo, type Standing, standingOf } from './door.ts'
export { checkPhotos, codeParam, doorCalls, photoCall } from './doorCalls.ts'
export { checkOpen, numberOf } from './enter.ts'
export { pickedFields } from './picked.ts'
export { definePoster, pageAddress } from './poster.ts'
