import { settings } from '../../../src/declared/settings.ts'
import { settingCalls } from './settingCalls.ts'

export default settings.flatMap(settingCalls)
