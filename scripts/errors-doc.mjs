import { writeFileSync } from 'node:fs'
import { errorsDoc } from './lib/errorsDoc.mjs'
import { at } from './lib/paths.mjs'

writeFileSync(at('docs', 'errors.md'), await errorsDoc())
process.stdout.write('已生成 docs/errors.md\n')
