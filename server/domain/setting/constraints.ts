import { errorTable } from '../../../src/core/errors.ts'

export default { setting_version_pkey: errorTable[409].zh }
