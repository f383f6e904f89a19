import { settings } from '../../../src/derive/settings.ts'
import { settingCalls } from './settingCalls.ts'

export default settings.flatMap(settingCalls)
