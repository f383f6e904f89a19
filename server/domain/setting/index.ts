/** What the rest of the server may use of settings: their values in force, and keys for what has to be kept secret. */

export { checkSetting } from './checking.ts'
export { sealSecretsAnew } from './sealSecretsAnew.ts'
export { readSecrets, readSetting, readVersions, settingVersion } from './versions.ts'
