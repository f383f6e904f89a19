/** What the rest of the server may use of settings: their values in force, and keys for what has to be kept secret. */

export { sealSecretsAnew } from './sealSecretsAnew.ts'
export { type KeyHolder, keyFor } from './secrets.ts'
export { readSecrets, readSetting, settingVersion } from './versions.ts'
