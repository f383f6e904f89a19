import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { notedKey } from '../../store/sealing/keyCheck.ts'
import { sealerWith } from '../../store/sealing/sealer.ts'
import { KEY_FILE, keyOfText, readKeyFile } from '../../store/sealing/secretKey.ts'
import { defineCheck, good, note, wrong } from '../check.ts'

const BACK = '把原来的 secret.key 放回 DATA_DIR，或设与其他节点相同的 SECRET_KEY'

/** Without this key nobody opens the personal numbers any more. */
export const key = defineCheck({
  name: 'key',
  label: '密钥',
  look: async ({ config: { dataDir, secretKey }, store }) => {
    const path = join(dataDir, KEY_FILE)
    const root = secretKey === '' ? await readKeyFile(path) : keyOfText(secretKey)
    if (!root) return store.is === 'none' ? note('还没有，首次 npm start 时建立') : wrong(`${path} 不在`, BACK)
    if (secretKey === '' && process.platform !== 'win32') {
      const { mode } = await stat(path)
      if ((mode & 0o077) !== 0) return wrong(`${path} 别的用户也能读（${(mode & 0o777).toString(8)}）`, `chmod 600 ${path}`)
    }
    const where = secretKey === '' ? path : 'SECRET_KEY'
    const noted = store.is === 'answers' ? await notedKey(store.db) : null
    if (noted === null) return good(`${where} 在`)
    if (noted !== sealerWith(root).fingerprint) return wrong(`${where} 不是库里的号码用来封存的那一把`, BACK)
    return good(`${where} 是封存库里号码的那一把；请与备份分开另存一处`)
  },
})
