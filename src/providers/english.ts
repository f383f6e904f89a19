import library from 'antd/es/locale/en_US'
import { translatorOf } from '../derive/translatorOf.ts'
import { enUS } from '../locales/en-US/index.ts'

/** English: our texts, and the component library's. A script of its own, which who reads Chinese never fetches. */
export const english = { library, translator: translatorOf(enUS) }
